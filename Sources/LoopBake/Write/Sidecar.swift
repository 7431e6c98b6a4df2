import LoopDSP

/// The file beside `output` that tells its loop to any program: `OUTPUT.loop.json`.
func sidecarPath(for output: String) -> String { output + ".loop.json" }

/// Writes the sidecar of `result` beside its output, in one step.
///
/// - Parameter inputs: files that must not be replaced.
/// - Throws: `BakeError` (`unwritable`).
func writeSidecar(_ result: BakeResult, never inputs: InputFiles) throws(BakeError) {
  let file = try OutputFile(path: sidecarPath(for: result.output), never: inputs)
  let bytes = Array(sidecarDocument(result).utf8)
  let code = bytes.withUnsafeBytes { writeFully($0, to: file.descriptor) }
  guard code == 0 else { throw cannotWrite(file.path, code) }
  try file.commit()
}

/// A bake for programs: JSON with sorted keys, schema `loopbake.loop/1`, no paths and no time.
///
/// Frames are at the rate of the file and authoritative; seconds are derived from them. A loop's end is exclusive, and a
/// count of 0 means for ever.
func sidecarDocument(_ result: BakeResult) -> String {
  let file = baseName(result.output)
  return JSON.object([
    "schema": .string("loopbake.loop/1"),
    "file": .string(file),
    "container": .string(result.container.rawValue),
    "codec": .string(result.container == .flac ? "flac" : result.encoding.codec),
    "encoding": .string(result.encoding.rawValue),
    "sampleRate": .int(result.format.sampleRate),
    "channels": .int(result.format.channels),
    "frames": .int(result.frames),
    "loop": loop(result),
    "crossfade": .object([
      "curve": .string(result.curve.name), "frames": .int(result.fadeFrames),
      "seconds": seconds(result.fadeFrames, result),
    ]),
    "source": source(result),
    "codecDelay": .object(["delayFrames": .int(0), "paddingFrames": .int(0), "exactLength": .bool(true)]),
    "guardFrames": .int(0),
    "embedded": embedded(result),
    "engines": engines(result, file: file),
  ]).document
}

private func seconds(_ frames: Int, _ result: BakeResult) -> JSON {
  .double(Double(frames) / Double(result.format.sampleRate))
}

private func loop(_ result: BakeResult) -> JSON {
  .object([
    "startFrame": .int(result.loop.startFrame), "endFrame": .int(result.loop.endFrame),
    "lengthFrames": .int(result.loop.length), "endIsExclusive": .bool(true), "mode": .string("forward"),
    "count": .int(0), "startSeconds": seconds(result.loop.startFrame, result),
    "endSeconds": seconds(result.loop.endFrame, result),
  ])
}

/// The used part of the source, in the source's own frames.
private func source(_ result: BakeResult) -> JSON {
  let source = result.source
  func atSourceRate(_ frame: Int) -> JSON {
    guard source.format.sampleRate != result.format.sampleRate else { return .int(frame) }
    let position = Double(frame) * Double(source.format.sampleRate) / Double(result.format.sampleRate)
    return .int(min(Int(exactly: (position + 0.5).rounded(.down)) ?? source.frames, source.frames))
  }
  return .object([
    "file": .string(baseName(result.input)), "sampleRate": .int(source.format.sampleRate),
    "startFrame": atSourceRate(source.usedFrames.lowerBound),
    "endFrame": atSourceRate(source.usedFrames.upperBound),
  ])
}

/// What the file itself says about its loop, in each format's own terms; null where it does not say it that way.
private func embedded(_ result: BakeResult) -> JSON {
  let loop = result.loop
  let hasSampler =
    result.container != .aiff && result.container.storesLoopPoints
    && LoopChunks.sampler(loop, sampleRate: result.format.sampleRate) != nil
  let hasMarkers = result.container == .aiff && !LoopChunks.aiff(loop).isEmpty
  let comments = loopComments(loop).map { ($0.name, JSON.string($0.value)) }
  return .object([
    "smpl": hasSampler
      ? .object([
        "start": .int(loop.startFrame), "end": .int(loop.endFrame - 1), "endIsExclusive": .bool(false),
      ])
      : .null,
    "markers": hasMarkers ? .object(["begin": .int(loop.startFrame), "end": .int(loop.endFrame)]) : .null,
    "vorbisComments": result.container == .flac ? .object(Dictionary(uniqueKeysWithValues: comments)) : .null,
  ])
}

/// The loop in the form that each engine's own settings have.
private func engines(_ result: BakeResult, file: String) -> JSON {
  let name = stem(file)
  let (start, end) = (seconds(result.loop.startFrame, result), seconds(result.loop.endFrame, result))
  func milliseconds(_ frames: Int) -> JSON {
    .double(Double(frames) * 1000 / Double(result.format.sampleRate))
  }
  var engines: [String: JSON] = [
    "howler": .object([
      name: .array([milliseconds(result.loop.startFrame), milliseconds(result.loop.length), .bool(true)])
    ]),
    "audiosprite": .object([
      "resources": .array([.string(file)]),
      "spritemap": .object([name: .object(["start": start, "end": end, "loop": .bool(true)])]),
    ]),
    "webaudio": .object(["loop": .bool(true), "loopStart": start, "loopEnd": end]),
  ]
  // Import settings of Godot 4, which reads no other of our formats; 2 is "forward", and its end is the last frame.
  if result.container == .wav {
    engines["godot"] = .object([
      "edit/loop_mode": .int(2), "edit/loop_begin": .int(result.loop.startFrame),
      "edit/loop_end": .int(result.loop.endFrame - 1), "compress/mode": .int(0),
    ])
  }
  return .object(engines)
}

/// A file name without its extension.
private func stem(_ file: String) -> String {
  guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
  return String(file[..<dot])
}

extension SampleEncoding {
  fileprivate var codec: String { isInteger ? "pcm" : "pcm-float" }
}

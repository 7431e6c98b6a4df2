import LoopBake

extension Inspection {
  /// For people: the file's name, then a line for each thing that is known of it.
  var text: String {
    let channels = "\(format.channels) channel" + (format.channels == 1 ? "" : "s")
    var lines = [
      ("format", description),
      ("sound", "\(format.sampleRate) Hz, \(channels), \(encoding.rawValue)\(isLossy ? " (lossy)" : "")"),
      ("length", "\(frames) frames, \(secondsText) s"),
    ]
    if let delayFrames { lines.append(("delay", "\(delayFrames) frames before the sound")) }
    if let paddingFrames { lines.append(("padding", "\(paddingFrames) frames behind it")) }
    lines += loops.map { ("loop", words($0)) }
    lines += tags.pictures.map {
      (
        "picture",
        "kind \($0.kind), \($0.mimeType), \($0.data.count) bytes"
          + ($0.description.isEmpty ? "" : ", \($0.description)")
      )
    }
    lines += tags.fields.map { ("tag", "\($0.name)=\($0.value)") }
    let rows = lines.map { name, value in
      singleLine("  " + name + String(repeating: " ", count: 9 - name.count) + value)
    }
    return ([singleLine(input)] + rows).joined(separator: "\n")
  }

  private func words(_ loop: EmbeddedLoop) -> String {
    let region = "\(loop.region.startFrame)..\(loop.region.endFrame)"
    let trouble = loop.problem.map { "; not used: \($0)" } ?? ""
    return "\(region) by \(loop.dialect.rawValue): \(loop.reading)\(trouble)"
  }

  /// Seven decimals tell neighbouring frames apart at every rate in use.
  private var secondsText: String {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: format.sampleRate)
    let fraction = (rest * 10_000_000 + format.sampleRate / 2) / format.sampleRate
    let digits = String(fraction)
    return fraction == 10_000_000
      ? "\(seconds + 1).0000000"
      : "\(seconds)." + String(repeating: "0", count: 7 - digits.count) + digits
  }

  /// For programs; docs/inspect.md explains it.
  var json: JSON {
    .object([
      "event": .string("inspected"),
      "input": .string(input),
      "description": .string(description),
      "sampleRate": .int(format.sampleRate),
      "channels": .int(format.channels),
      "encoding": .string(encoding.rawValue),
      "lossy": .bool(isLossy),
      "frames": .int(frames),
      "seconds": .double(Double(frames) / Double(format.sampleRate)),
      "delayFrames": delayFrames.map { .int($0) } ?? .null,
      "paddingFrames": paddingFrames.map { .int($0) } ?? .null,
      "tags": .array(
        tags.fields.map { .object(["name": .string($0.name), "value": .string($0.value)]) }),
      "pictures": .array(tags.pictures.map(\.json)),
      "loops": .array(loops.map(\.json)),
      "warnings": .array(warnings.map { .string($0) }),
    ])
  }
}

extension Tags.Picture {
  fileprivate var json: JSON {
    .object([
      "kind": .int(kind), "mimeType": .string(mimeType), "description": .string(description),
      "bytes": .int(data.count),
    ])
  }
}

extension EmbeddedLoop {
  fileprivate var json: JSON {
    .object([
      "dialect": .string(dialect.rawValue),
      "startFrame": .int(region.startFrame),
      "endFrame": .int(region.endFrame),
      "reading": .string(reading),
      "problem": problem.map { .string($0) } ?? .null,
    ])
  }
}

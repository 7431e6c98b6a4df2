internal import LoopDSP

/// Every number of a bake, checked, before a sample is touched. All positions are frames at the output rate.
struct BakePlan: Equatable {
  let sourceFormat: AudioFormat
  let format: AudioFormat
  let container: Container
  let encoding: SampleEncoding
  let layout: BakeSettings.Layout
  /// The used part of the source, `[A, B)`.
  let used: Range<Int>
  /// The loop inside the source, `[START, END)`. The `fadeFrames` before each side are the head and the tail.
  let sourceLoop: Range<Int>
  let fadeFrames: Int
  let curve: FadeLaw
  /// Whether every body frame is the decoder's own, bit for bit.
  let bodyIsExact: Bool
  var warnings: [String] = []

  /// Frames in the output.
  var frames: Int { sourceLoop.upperBound - origin - (layout == .whole ? fadeFrames : 0) }

  /// The loop in the output; it ends with the file, because players without loop points repeat the whole file.
  var loop: LoopRegion {
    LoopRegion(startFrame: layout == .whole ? 0 : sourceLoop.lowerBound - used.lowerBound, endFrame: frames)
  }

  /// Source position of output frame 0, as far as no fade touches it.
  var origin: Int { layout == .whole ? sourceLoop.lowerBound - fadeFrames : used.lowerBound }

  /// Output frames that are a mix of tail and head: the first ones of a whole loop, the last ones behind an intro.
  var fade: Range<Int> { layout == .whole ? 0..<fadeFrames : frames - fadeFrames..<frames }

  var resamples: Bool { sourceFormat.sampleRate != format.sampleRate }
}

extension BakePlan {
  /// Makes the plan, or says why there is none.
  ///
  /// - Parameters:
  ///   - sourceFrames: frames of the source at its own rate.
  ///   - loop: where the loop in the source is, when one was asked for.
  /// - Throws: `.unfit` where the settings do not fit this source; `nil` is returned for a region that is too short
  ///   when the settings say to skip it.
  static func make(
    _ job: BakeJob, source: SourceDescription, sourceFrames: Int, loop: SourceLoop? = nil
  ) throws(BakeError) -> BakePlan? {
    let settings = job.settings
    let name = job.input.name
    guard sourceFrames > 0 else {
      throw BakeError(.notAudio, path: name, "cannot bake", because: "the file has no sound: 0 frames")
    }
    let format = try outputFormat(settings, source: source.format, name: name)
    let length = try convertedLength(sourceFrames, source.format.sampleRate, format.sampleRate, name: name)
    guard length > 0 else {
      throw BakeError(
        .unfit, path: name, "cannot bake",
        because: "\(sourceFrames) frames are less than half a frame at \(format.sampleRate) Hz")
    }
    let container = try container(job)
    var warnings = source.warnings + (loop?.warnings ?? [])
    let encoding = try encoding(settings, container: container, source: source, name: name, &warnings)
    let used = try region(
      settings.trim, in: 0..<length, rate: format.sampleRate, option: "--trim", name: name)
    let asked = try loop?.range(from: source.format.sampleRate, to: format.sampleRate, name: name)
    guard
      let cut = try Cut.make(
        settings, loop: asked, used: used, rate: format.sampleRate, name: name, &warnings)
    else {
      return nil
    }
    let plan = BakePlan(
      sourceFormat: source.format, format: format, container: container, encoding: encoding,
      layout: settings.layout ?? (loop == nil ? .whole : .intro), used: used, sourceLoop: cut.loop,
      fadeFrames: cut.fadeFrames, curve: settings.curve,
      bodyIsExact: source.format.sampleRate == format.sampleRate && format.channels >= source.format.channels
        && settings.gainDB == 0 && encoding.holds(source.encoding),
      warnings: warnings)
    return plan.withShortLoopWarning()
  }

  /// Source frames at the output rate: the nearest whole number, in integers, halves up.
  static func convertedLength(
    _ frames: Int, _ inputRate: Int, _ outputRate: Int, name: String
  ) throws(BakeError) -> Int {
    let (product, overflow) = frames.multipliedReportingOverflow(by: outputRate)
    guard !overflow, product <= Int.max - inputRate else {
      throw BakeError(
        .unfit, path: name, "cannot bake", because: "\(frames) frames are more than any file can hold")
    }
    return (product + inputRate / 2) / inputRate
  }

  private static func outputFormat(
    _ settings: BakeSettings, source: AudioFormat, name: String
  ) throws(BakeError) -> AudioFormat {
    let rate = settings.sampleRate ?? source.sampleRate
    guard (1...768_000).contains(rate) else {
      throw BakeError(
        .unfit, path: name, "cannot bake", because: "a rate of \(rate) Hz is outside 1...768000")
    }
    let channels = settings.channels ?? source.channels
    guard
      channels == source.channels || (channels == 1 && source.channels == 2)
        || (channels == 2 && source.channels == 1)
    else {
      throw BakeError(
        .unfit, path: name, "cannot make \(channels) channels from \(source.channels)",
        because: "only 1 from 2 (mean) and 2 from 1 (copy) are defined", wayOut: "leave --channels out")
    }
    return AudioFormat(sampleRate: rate, channels: channels)
  }

  private static func container(_ job: BakeJob) throws(BakeError) -> Container {
    if let container = job.settings.container { return container }
    guard case .file(let path) = job.output else { return .wav }
    guard let container = Container(fileExtension: fileExtension(of: path)) else {
      throw BakeError(
        .unfit, path: path, "cannot choose a format",
        because: "the extension \"\(fileExtension(of: path))\" stands for none",
        wayOut: "use one of \(Container.allCases.map(\.rawValue).joined(separator: ", ")), or --format")
    }
    return container
  }

  private static func encoding(
    _ settings: BakeSettings, container: Container, source: SourceDescription, name: String,
    _ warnings: inout [String]
  ) throws(BakeError) -> SampleEncoding {
    let allowed = container.encodings
    if let asked = settings.encoding {
      guard allowed.contains(asked) else {
        throw BakeError(
          .unfit, path: name, "cannot write \(asked.rawValue)",
          because: "\(container.rawValue) does not hold it",
          wayOut: "use one of \(allowed.map(\.rawValue).joined(separator: ", "))")
      }
      return asked
    }
    let natural = source.isLossy ? .pcm16 : source.encoding
    if allowed.contains(natural) { return natural }
    let widest = allowed.max { $0.bits < $1.bits } ?? .pcm16
    warnings.append(
      "\(container.rawValue) does not hold the source's \(natural.rawValue): written as \(widest.rawValue)")
    return widest
  }

  private func withShortLoopWarning() -> BakePlan {
    // Below this, engines refuse or mistake a loop (Unreal rejects a region of one frame; see docs/loop-points.md).
    guard loop.length < 1000 else { return self }
    var plan = self
    plan.warnings.append(
      "the loop is only \(loop.length) frames long: some engines do not loop so short a region")
    return plan
  }
}

/// Resolves a part of the source.
func region(
  _ asked: TimeRange, in whole: Range<Int>, rate: Int, option: String, name: String
) throws(BakeError) -> Range<Int> {
  let start = asked.start?.frames(sampleRate: rate, regionFrames: whole.count) ?? whole.lowerBound
  let end = asked.end?.frames(sampleRate: rate, regionFrames: whole.count) ?? whole.upperBound
  guard start < end, start >= whole.lowerBound, end <= whole.upperBound else {
    let why =
      start >= end
      ? "it is empty" : "the used part of the source is \(whole.lowerBound)f..\(whole.upperBound)f"
    throw BakeError(
      .unfit, path: name, "\(option) \(start)f..\(end)f (at \(rate) Hz) does not fit", because: why)
  }
  return start..<end
}

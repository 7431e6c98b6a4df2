/// The loop of a source that a bake goes by.
struct SourceLoop {
  /// Positions at the output rate.
  var range: TimeRange
  /// Where the source names it; `nil` where the user does.
  var dialect: EmbeddedLoop.Dialect?
  var warnings: [String] = []

  /// What `--loop` comes to for a source.
  ///
  /// - Returns: `nil` when no loop was asked for.
  /// - Throws: `BakeError` (`unfit`) when the source has no loop that can be used.
  static func resolve(
    _ settings: BakeSettings, _ file: borrowing InputFile, source: SourceDescription, sourceFrames: Int
  ) throws(BakeError) -> SourceLoop? {
    switch settings.loop {
    case nil: return nil
    case .range(let range)?: return SourceLoop(range: range)
    case .embedded?:
      let fields = try readTags(file).fields
      let loops = try embeddedLoops(file, fields: fields, format: source.format, frameCount: sourceFrames)
      return try choose(
        among: loops, from: source.format.sampleRate, to: settings.sampleRate ?? source.format.sampleRate,
        name: file.name)
    }
  }

  private static func choose(
    among loops: [EmbeddedLoop], from rate: Int, to outputRate: Int, name: String
  ) throws(BakeError) -> SourceLoop {
    let usable = loops.filter { $0.problem == nil }
    guard let loop = usable.first else {
      let reason =
        loops.first.map { "its \($0.dialect.rawValue) loop cannot be used: \($0.problem ?? "")" }
        ?? "it has neither smpl nor INST nor LOOPSTART nor cue points"
      throw BakeError(
        .unfit, path: name, "no loop is embedded", because: reason, wayOut: "give --loop START..END")
    }
    let others = usable.dropFirst().filter { $0.region != loop.region }.map {
      "\($0.dialect.rawValue) says \($0.region.startFrame)..\($0.region.endFrame)"
    }
    return SourceLoop(
      range: TimeRange(
        start: .frames(try BakePlan.convertedLength(loop.region.startFrame, rate, outputRate, name: name)),
        end: .frames(try BakePlan.convertedLength(loop.region.endFrame, rate, outputRate, name: name))),
      dialect: loop.dialect,
      warnings: others.isEmpty
        ? []
        : [
          "the loop of \(loop.dialect.rawValue), \(loop.region.startFrame)..\(loop.region.endFrame), is used; "
            + others.joined(separator: ", ")
        ])
  }
}

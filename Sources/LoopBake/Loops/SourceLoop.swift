/// The loop of a source that a bake goes by.
struct SourceLoop {
  enum Place {
    /// Where the user says, at the output rate.
    case asked(TimeRange)
    /// Where the source says, at its own rate.
    case embedded(EmbeddedLoop)
  }

  var place: Place
  var warnings: [String] = []

  /// Where the source names it; `nil` where the user does.
  var dialect: EmbeddedLoop.Dialect? { if case .embedded(let loop) = place { loop.dialect } else { nil } }

  /// Where it lies at the output rate; a source's points become the frames that are nearest in time, as its length does.
  func range(from rate: Int, to outputRate: Int, name: String) throws(BakeError) -> TimeRange {
    switch place {
    case .asked(let range): return range
    case .embedded(let loop):
      return TimeRange(
        start: .frames(try BakePlan.convertedLength(loop.region.startFrame, rate, outputRate, name: name)),
        end: .frames(try BakePlan.convertedLength(loop.region.endFrame, rate, outputRate, name: name)))
    }
  }
}

extension SourceLoop {
  /// What `--loop` comes to for a source.
  ///
  /// - Returns: `nil` when no loop was asked for.
  /// - Throws: `BakeError` (`unfit`) when the source has no loop that can be used.
  static func resolve(
    _ settings: BakeSettings, _ file: borrowing InputFile, source: SourceDescription, sourceFrames: Int
  ) throws(BakeError) -> SourceLoop? {
    switch settings.loop {
    case nil: return nil
    case .range(let range)?: return SourceLoop(place: .asked(range))
    case .embedded?:
      let fields = try readTags(file).fields
      let loops = try embeddedLoops(file, fields: fields, format: source.format, frameCount: sourceFrames)
      return try choose(among: loops, name: file.name)
    }
  }

  /// The most trusted loop that can be used, with a warning where others differ.
  private static func choose(among loops: [EmbeddedLoop], name: String) throws(BakeError) -> SourceLoop {
    let usable = loops.filter { $0.problem == nil }
    guard let loop = usable.first else {
      throw BakeError(
        .unfit, path: name, "cannot take the file's own loop", because: reason(against: loops),
        wayOut: "use --loop START..END")
    }
    var warnings = loop.correction.map { ["the loop of \(loop.dialect.rawValue): \($0)"] } ?? []
    var others: [String] = []
    for other in usable where other.region != loop.region {
      let words = other.words
      if !others.contains(words) { others.append(words) }
    }
    if !others.isEmpty {
      warnings.append("the file names several loops: \(loop.words) is used, not \(listed(others))")
    }
    return SourceLoop(place: .embedded(loop), warnings: warnings)
  }

  private static func reason(against loops: [EmbeddedLoop]) -> String {
    guard !loops.isEmpty else {
      return "it names none: there is no smpl or INST chunk with a loop, no LOOPSTART field and no cue point"
    }
    return "none of those it names can be used: " + listed(loops.map { "\($0.words), \($0.problem ?? "")" })
  }

  /// A few of them, and how many more there are.
  private static func listed(_ words: [String]) -> String {
    let most = 4
    return words.prefix(most).joined(separator: "; ")
      + (words.count > most ? "; and \(words.count - most) more" : "")
  }
}

extension EmbeddedLoop {
  /// `4410..17640 (smpl)`.
  fileprivate var words: String { "\(region.startFrame)..\(region.endFrame) (\(dialect.rawValue))" }
}

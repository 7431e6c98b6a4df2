/// Where the loop lies in the source and how long its fade is, checked.
///
///     A ........ START - F |head| START ........ END - F |tail| END ........ B
struct Cut: Equatable {
  /// `[START, END)`.
  let loop: Range<Int>
  let fadeFrames: Int

  /// - Parameters:
  ///   - loop: where the loop is to be, at the output rate; `nil`: everything used but the head.
  ///   - used: the used part of the source, `[A, B)`, not empty.
  /// - Returns: `nil` when the region is too short and such a job is to be skipped.
  static func make(
    _ settings: BakeSettings, loop: TimeRange?, used: Range<Int>, rate: Int, name: String,
    _ warnings: inout [String]
  ) throws(BakeError) -> Cut? {
    let asked = settings.fade.frames(sampleRate: rate, regionFrames: used.count)
    let explicit: Range<Int>? =
      if let loop {
        try region(loop, in: used, rate: rate, option: "--loop", name: name)
      } else {
        nil
      }
    // Head and tail must both lie in the used part and may not overlap.
    let longest = explicit.map { min($0.lowerBound - used.lowerBound, $0.count) } ?? used.count / 2
    let fadeFrames: Int
    if asked <= longest {
      fadeFrames = asked
    } else {
      switch settings.short {
      case .skip: return nil
      case .shrink:
        fadeFrames = longest
        warnings.append("the fade was shortened from \(asked) to \(longest) frames: no more fits")
      case .error:
        throw tooShort(asked: asked, longest: longest, used: used, loop: explicit, rate: rate, name: name)
      }
    }
    return Cut(loop: explicit ?? used.lowerBound + fadeFrames..<used.upperBound, fadeFrames: fadeFrames)
  }

  private static func tooShort(
    asked: Int, longest: Int, used: Range<Int>, loop: Range<Int>?, rate: Int, name: String
  ) -> BakeError {
    let reason: String
    if let loop {
      reason = "the loop has \(loop.lowerBound - used.lowerBound) frames before it and \(loop.count) in it"
    } else {
      reason =
        "the region has \(used.count) frames, two fades need \(asked.multipliedReportingOverflow(by: 2).partialValue)"
    }
    return BakeError(
      .unfit, path: name, "a fade of \(asked) frames does not fit", because: reason,
      wayOut: "at \(rate) Hz the longest fade is \(longest)f; use --fade \(longest)f or --short shrink")
  }
}

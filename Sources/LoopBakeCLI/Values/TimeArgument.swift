import LoopBake

/// Reads the times that people type.
///
/// `5`, `2.5s`, `250ms`, `1:30`, `1:02:03.5`, `48000f` and, for a fade, `10%`. Signs, exponents, spaces, other
/// units and the locale's decimal comma are refused.
enum TimeArgument {
  /// Longer than any recording, and small enough for every later sum of frames to fit an `Int`.
  private static let longestSeconds = 1e9
  private static let mostFrames = 1_000_000_000_000_000

  /// Reads a position or a length.
  static func time(_ text: some StringProtocol) throws(BadValue) -> TimeValue {
    if text.hasSuffix("%") { throw .isNo("time", "a percentage is for --fade only") }
    return try value(text, forms: "use seconds (5 or 2.5s), 250ms, 1:30, 1:02:03.5 or 48000f")
  }

  /// Reads the length of a fade, which may also be a share of the region.
  static func fade(_ text: String) throws(BadValue) -> TimeValue {
    let forms = "use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"
    guard text.hasSuffix("%") else { return try value(text, forms: forms) }
    guard let percent = unsignedDecimal(text.dropLast()) else { throw .isNo("time", forms) }
    guard percent <= 100 else { throw .isNo("time", "a fade has at most 100% of the region") }
    return .percent(percent)
  }

  private static func value(_ text: some StringProtocol, forms: String) throws(BadValue) -> TimeValue {
    if text.hasPrefix("-") { throw .isNo("time", "it cannot be negative") }
    if text.contains(",") { throw .isNo("time", "write a decimal point, not a comma") }
    if text.hasSuffix("f") {
      let count = text.dropLast()
      guard unsignedDecimal(count) != nil else { throw .isNo("time", forms) }
      guard isDigits(count) else { throw .isNo("time", "frames are a whole number") }
      guard let frames = Int(count), frames <= mostFrames else { throw .isNo("time", "it is too long") }
      return .frames(frames)
    }
    guard let seconds = try seconds(text) else { throw .isNo("time", forms) }
    guard seconds <= longestSeconds else { throw .isNo("time", "it is too long") }
    return .seconds(seconds)
  }

  private static func seconds(_ text: some StringProtocol) throws(BadValue) -> Double? {
    if text.contains(":") { return try clock(text.split(separator: ":", omittingEmptySubsequences: false)) }
    if text.hasSuffix("ms") { return unsignedDecimal(text.dropLast(2)).map { $0 / 1000 } }
    return unsignedDecimal(text.hasSuffix("s") ? text.dropLast() : text[...])
  }

  /// Minutes and seconds, or hours, minutes and seconds; only the seconds may have a fraction.
  private static func clock(_ parts: [some StringProtocol]) throws(BadValue) -> Double? {
    guard parts.count <= 3, let last = parts.last, let seconds = unsignedDecimal(last) else { return nil }
    var minutes = 0.0
    for (index, part) in parts.dropLast().enumerated() {
      guard isDigits(part), let number = Double(part) else { return nil }
      if index > 0, number >= 60 { throw tooManyAfterColon }
      minutes = minutes * 60 + number
    }
    if seconds >= 60 { throw tooManyAfterColon }
    return minutes * 60 + seconds
  }

  private static var tooManyAfterColon: BadValue {
    .isNo("time", "minutes and seconds after a colon are below 60")
  }
}

extension TimeArgument {
  /// Reads `START..END`.
  ///
  /// - Parameter startNeeded: whether `..END` is refused; `START..` never is.
  static func range(_ text: String, startNeeded: Bool) throws(BadValue) -> TimeRange {
    guard let dots = firstTwoPoints(in: text) else {
      throw .isNo("range", "use START..END, as 1:30..2:45.5")
    }
    if text[dots.upperBound...].hasPrefix(".") {
      throw .isNo("range", "put two points between the times, and a digit before a decimal point")
    }
    let range = TimeRange(
      start: try side(text[..<dots.lowerBound]), end: try side(text[dots.upperBound...]))
    if startNeeded, range.start == nil { throw .isNo("range", "START is needed, only END may be left out") }
    if range.start == nil, range.end == nil { throw .isNo("range", "give at least one side of START..END") }
    guard isOrdered(range) else { throw .isNo("range", "START must come before END") }
    return range
  }

  private static func firstTwoPoints(in text: String) -> Range<String.Index>? {
    var index = text.startIndex
    while let point = text[index...].firstIndex(of: ".") {
      index = text.index(after: point)
      if text[index...].hasPrefix(".") { return point..<text.index(after: index) }
    }
    return nil
  }

  private static func side(_ text: Substring) throws(BadValue) -> TimeValue? {
    if text.isEmpty { return nil }
    do throws(BadValue) {
      return try time(text)
    } catch {
      throw .unusable("\"\(text)\"\(error.complaint)")
    }
  }

  /// Whether the range can hold a frame, as far as that shows before the rate is known.
  private static func isOrdered(_ range: TimeRange) -> Bool {
    switch (range.start, range.end) {
    case (.seconds(let start), .seconds(let end)): start < end
    case (.frames(let start), .frames(let end)): start < end
    case (_, .seconds(0)), (_, .frames(0)): false
    default: true
    }
  }
}

import LoopBake

/// Reads where the loop inside the source is.
enum LoopArgument {
  static let embedded = "embedded"

  static func loop(_ text: String) throws(BadValue) -> BakeSettings.LoopChoice {
    if text == embedded { return .embedded }
    guard text.contains(".") || text.contains(where: \.isNumber) else {
      throw .isNo(
        "range",
        "use START..END, as 1:30..2:45.5, or \(embedded)"
          + didYouMean(nearestName(to: text, among: [embedded])))
    }
    return .range(try TimeArgument.range(text, startNeeded: true))
  }
}

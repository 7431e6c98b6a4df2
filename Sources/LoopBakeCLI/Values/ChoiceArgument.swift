import LoopBake

/// Reads one of the names of an enumeration.
///
/// - Parameter noun: what the names name: "layout".
func choice<Choice: CaseIterable & RawRepresentable>(
  _ text: String, _ noun: String
) throws(BadValue) -> Choice where Choice.RawValue == String {
  guard let value = Choice(rawValue: text) else {
    throw notOneOf(Choice.names, typed: text, noun)
  }
  return value
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names as they are typed, in the order of declaration.
  static var names: [String] { allCases.map(\.rawValue) }
}

/// The complaint about a name that is none of `names`.
func notOneOf(_ names: [String], typed: String, _ noun: String) -> BadValue {
  .isNo(noun, "use \(alternatives(names))" + didYouMean(nearestName(to: typed, among: names)))
}

/// `a, b or c`.
func alternatives(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}

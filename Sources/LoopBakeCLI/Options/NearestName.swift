/// The name that was most likely meant, if any is near enough to be worth naming.
///
/// - Returns: the first of the names with the fewest edits, at most one and one more for every four characters
///   typed; failing that, the first name that begins with what was typed.
func nearestName(to typed: String, among names: [String]) -> String? {
  let allowed = 1 + typed.count / 4
  var nearest: (name: String, edits: Int)?
  for name in names {
    let edits = editDistance(typed.lowercased(), name)
    if edits <= allowed, edits < nearest?.edits ?? Int.max { nearest = (name, edits) }
  }
  return nearest?.name ?? names.first { typed.count > 3 && $0.hasPrefix(typed) }
}

/// `; did you mean NAME?`, or nothing.
func didYouMean(_ name: String?) -> String { name.map { "; did you mean \($0)?" } ?? "" }

/// Insertions, deletions, replacements and swaps of neighbours that turn `from` into `to`
/// (optimal string alignment, no part edited twice).
func editDistance(_ from: String, _ to: String) -> Int {
  let from = Array(from)
  let to = Array(to)
  var beforeLast: [Int] = []
  var last = Array(0...to.count)
  for row in 0..<from.count {
    var current = [row + 1]
    for column in 0..<to.count {
      var edits = min(last[column + 1], current[column]) + 1
      edits = min(edits, last[column] + (from[row] == to[column] ? 0 : 1))
      if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
        edits = min(edits, beforeLast[column - 1] + 1)
      }
      current.append(edits)
    }
    (beforeLast, last) = (last, current)
  }
  return last[to.count]
}

/// Reads a number that people typed: ASCII digits, perhaps a point and digits; `.5` is fine, `5.` is not.
///
/// No sign, exponent, hexadecimal, infinity or space, and no regard to the locale.
func unsignedDecimal(_ text: some StringProtocol) -> Double? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let last = parts.last, isDigits(last), parts.count == 1 || parts[0].isEmpty || isDigits(parts[0])
  else { return nil }
  return Double(parts[0].isEmpty ? "0" + text : String(text))
}

/// Reads ASCII digits; `nil` also when the number is larger than an `Int`.
func unsignedWhole(_ text: some StringProtocol) -> Int? { isDigits(text) ? Int(text) : nil }

/// At least one character, and all of them 0...9.
func isDigits(_ text: some StringProtocol) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

/// Reads a whole number in a range; `noun` is what it counts.
func wholeNumber(_ text: String, _ noun: String, in range: ClosedRange<Int>) throws(BadValue) -> Int {
  guard let number = unsignedWhole(text), range.contains(number) else {
    throw .isNo(noun, "use a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
  return number
}

/// Reads a gain in dB: `-6`, `+1.5`, `3dB`.
func gainDB(_ text: String) throws(BadValue) -> Double {
  let limit = 120.0
  var number = text[...]
  if number.lowercased().hasSuffix("db") { number = number.dropLast(2) }
  let negative = number.hasPrefix("-")
  if negative || number.hasPrefix("+") { number = number.dropFirst() }
  guard let size = unsignedDecimal(number), size <= limit else {
    throw .isNo("gain", "use a number of dB from -120 to 120, as -6 or 1.5")
  }
  return negative ? -size : size
}

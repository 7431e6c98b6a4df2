/// Text of a field that names no character set: UTF-16 where it begins with a byte order mark, UTF-8 where it is that, else
/// Windows-1252. It ends at the first NUL.
func tagText(_ bytes: some Collection<UInt8>) -> String {
  let bytes = Array(bytes)
  if bytes.starts(with: [0xFF, 0xFE]) { return utf16Text(bytes.dropFirst(2)) { $0 | $1 << 8 } }
  if bytes.starts(with: [0xFE, 0xFF]) { return utf16Text(bytes.dropFirst(2)) { $0 << 8 | $1 } }
  let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  let ended = text.prefix { $0 != 0 }
  if let unicode = String(validating: ended, as: UTF8.self) { return unicode }
  return String(String.UnicodeScalarView(ended.map(windows1252)))
}

private func utf16Text(_ bytes: ArraySlice<UInt8>, _ unit: (UInt16, UInt16) -> UInt16) -> String {
  var units: [UInt16] = []
  for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
    let unit = unit(UInt16(bytes[index]), UInt16(bytes[index + 1]))
    if unit == 0 { break }
    units.append(unit)
  }
  return String(decoding: units, as: UTF16.self)
}

/// Latin-1 but for 0x80 to 0x9F (WHATWG Encoding Standard, index windows-1252); what has no letter there stays a control.
private func windows1252(_ byte: UInt8) -> Unicode.Scalar {
  let special: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
  return 0x80...0x9F ~= byte ? special[Int(byte) - 0x80] : Unicode.Scalar(byte)
}

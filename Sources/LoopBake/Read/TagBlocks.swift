/// Finds the blocks of text tags that stand before, between and behind MPEG frames.
extension FileWindow {
  /// Bytes of the tag that begins at `offset`; `nil` when there is none, or when it would reach behind `end`.
  mutating func tagBytes(at offset: Int, end: Int) -> Int? {
    let size = id3v2Bytes(at: offset) ?? apeBytes(at: offset) ?? (has("TAG", at: offset) ? 128 : nil)
    guard let size, size <= end - offset else { return nil }
    return size
  }

  /// ID3v2 (ID3v2.4.0 section 3.1, the same in 2.2 and 2.3): a size of 28 bits, seven a byte, without header and footer.
  mutating func id3v2Bytes(at offset: Int) -> Int? {
    guard has("ID3", at: offset), let index = index(of: offset, count: 10),
      let size = Self.sevenBits(bytes, at: index + 6)
    else {
      return nil
    }
    let hasFooter = bytes[index + 5] & 0x10 != 0
    return 10 + size + (hasFooter ? 10 : 0)
  }

  /// APEv2 with a header: 32 bytes, then what its size says, the footer among it (APE tags header, hydrogenaudio wiki).
  private mutating func apeBytes(at offset: Int) -> Int? {
    guard has("APETAGEX", at: offset), let index = index(of: offset, count: 32) else { return nil }
    return bytes.number(at: index + 12, width: 4, .little).map { 32 + $0 }
  }

  /// Where the sound ends, before all tags that stand behind it.
  ///
  /// - Parameter start: where the sound begins at the earliest.
  mutating func soundEnd(from start: Int) -> Int {
    var end = size
    while let tag = trailingTagBytes(before: end), tag > 0, tag <= end - start { end -= tag }
    return end
  }

  private mutating func trailingTagBytes(before end: Int) -> Int? {
    if has("TAG", at: end - 128) {
      // The enhanced tag stands in front of the first one.
      return has("TAG+", at: end - 128 - 227) ? 128 + 227 : 128
    }
    if has("APETAGEX", at: end - 32), let index = index(of: end - 32, count: 32),
      let size = bytes.number(at: index + 12, width: 4, .little)
    {
      // The size counts the footer; the highest bit of the flags says that there is a header, too.
      return size + (bytes[index + 23] & 0x80 != 0 ? 32 : 0)
    }
    if has("LYRICS200", at: end - 9), let index = index(of: end - 15, count: 6) {
      // Lyrics3 v2.00: the length in six digits, then the end mark.
      return Int(String(decoding: bytes[index..<index + 6], as: UTF8.self)).map { $0 + 15 }
    }
    if has("LYRICSEND", at: end - 9) {
      // Lyrics3 v1: at most 5100 bytes between its marks.
      return (20...5120).first { has("LYRICSBEGIN", at: end - $0) }
    }
    if has("3DI", at: end - 10), let index = index(of: end - 10, count: 10),
      let size = Self.sevenBits(bytes, at: index + 6)
    {
      return size + 20
    }
    return nil
  }

  private static func sevenBits(_ bytes: [UInt8], at index: Int) -> Int? {
    let digits = bytes[index..<index + 4]
    return digits.allSatisfy { $0 < 0x80 } ? digits.reduce(0) { $0 << 7 | Int($1) } : nil
  }
}

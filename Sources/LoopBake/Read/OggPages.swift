/// Finds and reads Ogg pages (RFC 3533, section 6).
extension FileWindow {
  struct OggPage {
    var bytes: Int
    var beginsStream: Bool
    var endsStream: Bool
    var serial: Int
    var sequence: Int
    /// Offset of the packets behind the header.
    var body: Int
    /// Whether the checksum is right.
    var isWhole: Bool
  }

  /// Offset of the first whole page in `range`.
  mutating func firstOggPage(in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    // Each page that is none costs its length.
    for _ in 0..<100 {
      guard let found = nextOggMark(in: offset..<range.upperBound) else { return nil }
      if let page = oggPage(at: found), page.isWhole { return found }
      offset = found + 4
    }
    return nil
  }

  /// Offset of the next capture pattern.
  mutating func nextOggMark(in range: Range<Int>) -> Int? {
    range.first { offset in
      guard let index = index(of: offset, count: 4) else { return false }
      return bytes[index] == 0x4F && bytes.has("OggS", at: index)
    }
  }

  /// The page at `offset`; `nil` when there is none or the file ends in it.
  mutating func oggPage(at offset: Int) -> OggPage? {
    guard let index = index(of: offset, count: 27), bytes.has("OggS", at: index), bytes[index + 4] == 0,
      let serial = bytes.number(at: index + 14, width: 4, .little),
      let sequence = bytes.number(at: index + 18, width: 4, .little)
    else {
      return nil
    }
    let (flags, segments) = (bytes[index + 5], Int(bytes[index + 26]))
    guard let table = self.index(of: offset + 27, count: segments) else { return nil }
    let body = 27 + segments
    let length = body + bytes[table..<table + segments].reduce(0) { $0 + Int($1) }
    guard length <= size - offset else { return nil }
    return OggPage(
      bytes: length, beginsStream: flags & 2 != 0, endsStream: flags & 4 != 0, serial: serial,
      sequence: sequence, body: offset + body, isWhole: hasRightOggChecksum(offset..<offset + length))
  }

  private mutating func hasRightOggChecksum(_ page: Range<Int>) -> Bool {
    let table = oggChecksumTable
    var (sum, stored): (UInt32, UInt32) = (0, 0)
    for start in stride(from: page.lowerBound, to: page.upperBound, by: 16_384) {
      let count = min(16_384, page.upperBound - start)
      guard let index = index(of: start, count: count) else { return false }
      for place in index..<index + count {
        var byte = UInt32(bytes[place])
        // The checksum is that of the page with zeros in its place.
        let offset = start + place - index - page.lowerBound
        if 22..<26 ~= offset {
          stored |= byte << (8 * UInt32(offset - 22))
          byte = 0
        }
        sum = sum << 8 ^ table[Int(sum >> 24 ^ byte)]
      }
    }
    return sum == stored
  }
}

/// Generator polynomial 0x04C11DB7, no reflection, initial value 0 (RFC 3533, section 6, field 7).
private let oggChecksumTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31) * 0x04C1_1DB7 }
}

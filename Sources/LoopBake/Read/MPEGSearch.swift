/// Finds MPEG frames among other bytes.
extension FileWindow {
  /// The largest frame that libmpg123 takes (MAXFRAMESIZE in its src/libmpg123/frame.h).
  static let largestMPEGFrame = 3456

  /// How often the length of a free-format frame is looked for, which takes long, before they are not believed any more.
  private static let freeFormatTries = 100

  mutating func mpegHeader(at offset: Int) -> MPEGFrameHeader? {
    guard let index = index(of: offset, count: 4), bytes[index] == 0xFF else { return nil }
    return MPEGFrameHeader(bytes, at: index)
  }

  /// The tag at `offset`, if it is one of a tag of that kind.
  mutating func mpegInfoTag(at offset: Int, _ header: MPEGFrameHeader, length: Int) -> MPEGInfoTag? {
    guard let index = index(of: offset, count: length) else { return nil }
    return MPEGInfoTag(bytes, at: index, header, length: length)
  }

  /// Whether the frame at `offset` begins a row of `count` frames that fit together, or a shorter one of at least two up to
  /// `end` or a tag.
  mutating func hasMPEGRow(
    at offset: Int, _ header: MPEGFrameHeader, freeFormatBytes: Int?, count: Int, end: Int
  ) -> Bool {
    var next = offset
    for found in 0..<count {
      guard let other = mpegHeader(at: next), other.continues(header),
        let length = other.length(freeFormatBytes)
      else {
        return found >= 2 && (next >= end - 4 || tagBytes(at: next, end: end) != nil)
      }
      next += length
      if next >= end { return found >= 1 }
    }
    return true
  }

  /// Bytes of a free-format frame without padding: the distance to the next header, if a third one stands where it must.
  mutating func freeFormatBytes(at offset: Int, _ header: MPEGFrameHeader, end: Int) -> Int? {
    for distance in max(header.sideInfoEnd, 24)..<Self.largestMPEGFrame {
      guard let second = mpegHeader(at: offset + distance) else {
        if offset + distance >= end { return nil }
        continue
      }
      let bytes = distance - header.paddingBytes
      if second.continues(header),
        let third = mpegHeader(at: offset + distance + bytes + second.paddingBytes),
        third.continues(header)
      {
        return bytes
      }
    }
    return nil
  }

  /// The first frame in `range` that begins three in a row, or fewer up to the end of the file.
  ///
  /// Random bytes look like a frame once in 5000 bytes, like three in a row once in 10^14.
  mutating func firstMPEGFrame(in range: Range<Int>, end: Int) -> (offset: Int, freeFormatBytes: Int?)? {
    var freeFormatTries = 0
    for offset in range {
      guard let header = mpegHeader(at: offset) else { continue }
      if header.isFreeFormat { freeFormatTries += 1 }
      let free =
        header.isFreeFormat && freeFormatTries <= Self.freeFormatTries
        ? freeFormatBytes(at: offset, header, end: end) : nil
      guard let length = header.length(free), length - 4 <= Self.largestMPEGFrame else { continue }
      if hasMPEGRow(at: offset, header, freeFormatBytes: free, count: 3, end: end)
        || mpegInfoTag(at: offset, header, length: length) != nil
      {
        return (offset, free)
      }
    }
    return nil
  }
}

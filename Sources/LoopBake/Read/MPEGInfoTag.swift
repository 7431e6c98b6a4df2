/// What an encoder left in the first frame of an MPEG Layer III stream instead of sound: a Xing, Info or VBRI tag.
struct MPEGInfoTag: Sendable, Equatable {
  /// MPEG frames behind this one.
  var frames: Int?
  /// Bytes of the stream, this frame's among them.
  var bytes: Int?
  /// What the encoder put before and behind the sound, in sound frames; `nil` when only a LAME extension would say it.
  var trim: Trim?

  struct Trim: Sendable, Equatable {
    var delay: Int
    var padding: Int
  }

  /// Encoders whose extension holds delay and padding; LAME's own short form of its name is the third.
  private static let encoders = ["LAME", "Lavc", "Lavf", "L3.9", "GOGO"]

  /// Reads the frame at `offset`, whose `length` bytes must be there; `nil` when it is a frame of sound.
  ///
  /// Xing and Info: four flag bits, then up to 116 bytes; the LAME extension behind them holds delay and padding, 12 bits
  /// each, at its bytes 21-23 (Mp3 Info Tag revision 1 specifications, LAME project). VBRI: byte 36 of the frame in every
  /// version, number of bytes at 10 and of frames at 14 of the tag (Fraunhofer's VBRI header).
  init?(_ bytes: [UInt8], at offset: Int, _ header: MPEGFrameHeader, length: Int) {
    guard header.layer == 3 else { return nil }
    let end = min(offset + length, bytes.count)
    if offset + 36 + 18 <= end, bytes.has("VBRI", at: offset + 36) {
      self.bytes = bytes.number(at: offset + 36 + 10, width: 4, .big)
      frames = bytes.number(at: offset + 36 + 14, width: 4, .big)
      return
    }
    // Some encoders count a checksum in, LAME does not.
    let places = [4 + header.sideInfoBytes, header.sideInfoEnd].map { offset + $0 }
    guard
      let tag = places.first(where: {
        $0 + 8 <= end && (bytes.has("Xing", at: $0) || bytes.has("Info", at: $0))
      })
    else {
      return nil
    }
    let flags = bytes[tag + 7]
    var next = tag + 8
    func number() -> Int? {
      defer { next += 4 }
      return next + 4 <= end ? bytes.number(at: next, width: 4, .big) : nil
    }
    // An encoder that could not go back to fill them in left zeros.
    if flags & 1 != 0, let count = number(), count > 0 { frames = count }
    if flags & 2 != 0, let count = number(), count > 0 { self.bytes = count }
    let lame = next + (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
    guard lame + 24 <= end, Self.encoders.contains(where: { bytes.has($0, at: lame) }),
      let delay = bytes.number(at: lame + 21, width: 3, .big), delay != 0x555555
    else {
      return
    }
    trim = Trim(delay: delay >> 12, padding: delay & 0xFFF)
  }
}

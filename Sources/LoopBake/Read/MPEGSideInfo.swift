/// What the side information of a Layer III frame says of its sound (ISO/IEC 11172-3 and 13818-3, section 2.4.1.7).
struct MPEGSideInfo {
  /// Bytes before this frame's own main data at which its sound begins: the bit reservoir.
  let reservoirBytes: Int
  /// Bits of sound that the granules announce.
  let soundBits: Int
  /// Whether a field has a value that the standard forbids.
  let isForbidden: Bool

  /// Reads the side information of the frame at `offset`; all of it must be in `bytes`.
  init(_ bytes: [UInt8], at offset: Int, _ header: MPEGFrameHeader) {
    var bits = Bits(bytes: bytes, position: (offset + header.sideInfoStart) * 8)
    let isFirstVersion = header.version == .mpeg1
    let channels = header.channels
    reservoirBytes = bits.next(isFirstVersion ? 9 : 8)
    // Private bits, and in MPEG-1 the scale factor selection of each channel.
    bits.skip(isFirstVersion ? (channels == 1 ? 5 : 3) + 4 * channels : channels)
    var (sum, isForbidden) = (0, false)
    for _ in 0..<(isFirstVersion ? 2 : 1) * channels {
      sum += bits.next(12)
      // 576 lines in pairs.
      if bits.next(9) > 288 { isForbidden = true }
      bits.skip(isFirstVersion ? 8 + 4 : 8 + 9)
      // Window switching to the normal window.
      if bits.next(1) == 1 {
        if bits.next(2) == 0 { isForbidden = true }
        bits.skip(20)
      } else {
        bits.skip(22)
      }
      bits.skip(isFirstVersion ? 3 : 2)
    }
    soundBits = sum
    self.isForbidden = isForbidden
  }

  /// Whether the frame can be decoded.
  ///
  /// - Parameters:
  ///   - reservoir: bytes of main data right before this frame.
  ///   - mainBytes: bytes of this frame behind its side information.
  func isDecodable(reservoir: Int, mainBytes: Int) -> Bool {
    !isForbidden && reservoirBytes <= reservoir && soundBits <= 8 * (reservoirBytes + mainBytes)
  }

  private struct Bits {
    let bytes: [UInt8]
    var position: Int

    mutating func skip(_ count: Int) { position += count }

    /// - Parameter count: at most 17.
    mutating func next(_ count: Int) -> Int {
      let first = position >> 3
      var window = 0
      for byte in first..<first + 3 { window = window << 8 | (byte < bytes.count ? Int(bytes[byte]) : 0) }
      position += count
      return window >> (24 - (position - count) & 7 - count) & (1 << count - 1)
    }
  }
}

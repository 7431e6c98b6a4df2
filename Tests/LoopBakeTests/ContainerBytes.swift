/// Builds containers byte by byte, with sizes that need not be true.
enum ContainerBytes {
  static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * min($0, 7))) }
  }

  static func big(_ value: Int, _ width: Int) -> [UInt8] { little(value, width).reversed() }

  /// A RIFF chunk.
  static func chunk(_ id: String, _ body: [UInt8], size: Int? = nil, padded: Bool = true) -> [UInt8] {
    Array(id.utf8) + little(size ?? body.count, 4) + body + (padded && body.count % 2 == 1 ? [0] : [])
  }

  /// A `fmt ` chunk.
  static func format(
    tag: Int = 1, channels: Int = 2, rate: Int = 44_100, bits: Int = 16, frameBytes: Int? = nil,
    extra: [UInt8] = []
  ) -> [UInt8] {
    let align = frameBytes ?? channels * bits / 8
    let body =
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * align, 4) + little(align, 2)
      + little(bits, 2) + extra
    return chunk("fmt ", body)
  }

  /// A RIFF file.
  static func wav(_ chunks: [UInt8]..., id: String = "RIFF", size: Int? = nil) -> [UInt8] {
    let body = Array("WAVE".utf8) + chunks.flatMap { $0 }
    return Array(id.utf8) + little(size ?? body.count, 4) + body
  }

  /// An AIFF file of 16-bit stereo; every field may lie.
  static func aiff(
    _ sound: [UInt8], frames: Int, soundSize: Int? = nil, gap: Int = 0, channels: Int = 2,
    behind: [UInt8] = []
  ) -> [UInt8] {
    let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]  // 44100 as an 80-bit float
    let common = big(channels, 2) + big(frames, 4) + big(16, 2) + rate
    let size = soundSize ?? 8 + gap + sound.count
    let body =
      Array("AIFFCOMM".utf8) + big(18, 4) + common + Array("SSND".utf8) + big(size, 4) + big(gap, 4)
      + big(0, 4)
      + [UInt8](repeating: 0xAA, count: gap) + sound + behind
    return Array("FORM".utf8) + big(body.count, 4) + body
  }

  /// An AU file of 16-bit stereo.
  static func au(_ sound: [UInt8], size: Int, gap: Int = 24) -> [UInt8] {
    Array(".snd".utf8) + [gap, size, 3, 44_100, 2].flatMap { big($0, 4) }
      + [UInt8](repeating: 0, count: gap - 24) + sound
  }

  /// A CAF file of 16-bit stereo, big-endian; `size` is that of `data`.
  static func caf(_ sound: [UInt8], size: Int) -> [UInt8] {
    let description =
      big(Int(Double(44_100).bitPattern), 8) + Array("lpcm".utf8) + [0, 4, 1, 2, 16].flatMap { big($0, 4) }
    return Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + big(32, 8) + description
      + Array("data".utf8)
      + big(size, 8) + [0, 0, 0, 0] + sound
  }

  /// A Wave64 file of 16-bit stereo; `size` is that of `data`.
  static func wave64(_ sound: [UInt8], size: Int, behind: [UInt8] = []) -> [UInt8] {
    let family: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    let riff: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0]
    func name(_ text: String) -> [UInt8] { Array(text.utf8) + family }
    return Array("riff".utf8) + riff + little(0, 8) + name("wave") + name("fmt ") + little(40, 8)
      + format().dropFirst(8) + name("data") + little(size, 8) + sound + behind
  }

  /// Two channels of 16-bit frames that are all different, in an order of bytes; no byte is zero.
  static func sound(frames: Int, _ bigEndian: Bool = false) -> [UInt8] {
    (0..<2 * frames).flatMap { index in
      let value = (index * 7919 % 60_000 - 30_000) | 0x0101
      return bigEndian ? big(value, 2) : little(value, 2)
    }
  }
}

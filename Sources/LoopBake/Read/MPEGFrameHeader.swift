/// The header of an MPEG audio frame (ISO/IEC 11172-3 section 2.4.1.3, ISO/IEC 13818-3 section 2.4.1.3, and the
/// unofficial MPEG 2.5 extension to 8-12 kHz).
struct MPEGFrameHeader: Equatable {
  enum Version { case mpeg1, mpeg2, mpeg25 }

  let version: Version
  /// 1, 2 or 3.
  let layer: Int
  let sampleRate: Int
  let channels: Int
  /// Bytes of the whole frame; `nil` for free format, where only the next sync word tells.
  let frameBytes: Int?

  /// Reads the four bytes from `offset` on; `nil` when they are no frame header.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] & 0xE0 == 0xE0
    else {
      return nil
    }
    switch bytes[offset + 1] >> 3 & 3 {
    case 0: version = .mpeg25
    case 2: version = .mpeg2
    case 3: version = .mpeg1
    default: return nil
    }
    layer = 4 - Int(bytes[offset + 1] >> 1 & 3)
    let bitRateIndex = Int(bytes[offset + 2] >> 4)
    let rateIndex = Int(bytes[offset + 2] >> 2 & 3)
    guard layer < 4, bitRateIndex < 15, rateIndex < 3 else { return nil }
    let divisor = version == .mpeg1 ? 1 : version == .mpeg2 ? 2 : 4
    sampleRate = [44_100, 48_000, 32_000][rateIndex] / divisor
    channels = bytes[offset + 3] >> 6 == 3 ? 1 : 2
    let padding = Int(bytes[offset + 2] >> 1 & 1)
    frameBytes = Self.frameBytes(
      version: version, layer: layer, kilobits: Self.kilobits(version, layer, bitRateIndex),
      sampleRate: sampleRate, padding: padding)
  }

  /// Whether two frames can follow each other in one stream.
  func continues(_ other: MPEGFrameHeader) -> Bool {
    version == other.version && layer == other.layer && sampleRate == other.sampleRate
  }

  /// Offset of the Xing or Info tag in a Layer III frame, behind header and side information.
  var infoTagOffset: Int {
    switch (version, channels) {
    case (.mpeg1, 1): 4 + 17
    case (.mpeg1, _): 4 + 32
    case (_, 1): 4 + 9
    default: 4 + 17
    }
  }

  private static func kilobits(_ version: Version, _ layer: Int, _ index: Int) -> Int {
    let table: [Int] =
      switch (version, layer) {
      case (.mpeg1, 1): [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
      case (.mpeg1, 2): [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
      case (.mpeg1, _): [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      case (_, 1): [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
      default: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      }
    return table[index]
  }

  private static func frameBytes(
    version: Version, layer: Int, kilobits: Int, sampleRate: Int, padding: Int
  ) -> Int? {
    guard kilobits > 0 else { return nil }
    switch layer {
    case 1: return (12_000 * kilobits / sampleRate + padding) * 4
    case 3 where version != .mpeg1: return 72_000 * kilobits / sampleRate + padding
    default: return 144_000 * kilobits / sampleRate + padding
    }
  }
}

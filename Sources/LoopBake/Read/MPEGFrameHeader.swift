/// The header of an MPEG audio frame (ISO/IEC 11172-3 section 2.4.1.3, ISO/IEC 13818-3 section 2.4.1.3, and the
/// unofficial MPEG 2.5 extension to 8-12 kHz).
struct MPEGFrameHeader: Equatable, Sendable {
  enum Version: Sendable { case mpeg1, mpeg2, mpeg25 }

  let version: Version
  /// 1, 2 or 3.
  let layer: Int
  let sampleRate: Int
  let channels: Int
  /// Whether a checksum of two bytes follows the header.
  let hasChecksum: Bool
  /// Nominal bit rate; 0 for free format.
  let kilobits: Int
  /// Bytes that the padding bit adds.
  let paddingBytes: Int

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
    hasChecksum = bytes[offset + 1] & 1 == 0
    let bitRateIndex = Int(bytes[offset + 2] >> 4)
    let rateIndex = Int(bytes[offset + 2] >> 2 & 3)
    guard layer < 4, bitRateIndex < 15, rateIndex < 3 else { return nil }
    let divisor = version == .mpeg1 ? 1 : version == .mpeg2 ? 2 : 4
    sampleRate = [44_100, 48_000, 32_000][rateIndex] / divisor
    channels = bytes[offset + 3] >> 6 == 3 ? 1 : 2
    kilobits = Self.kilobits(version, layer, bitRateIndex)
    paddingBytes = Int(bytes[offset + 2] >> 1 & 1) * (layer == 1 ? 4 : 1)
    if let frameBytes, frameBytes < sideInfoEnd { return nil }
  }

  var isFreeFormat: Bool { kilobits == 0 }

  /// Bytes of the whole frame; `nil` for free format, where only the next sync word tells.
  var frameBytes: Int? {
    guard kilobits > 0 else { return nil }
    switch layer {
    case 1: return 12_000 * kilobits / sampleRate * 4 + paddingBytes
    case 3 where version != .mpeg1: return 72_000 * kilobits / sampleRate + paddingBytes
    default: return 144_000 * kilobits / sampleRate + paddingBytes
    }
  }

  /// Sound frames, samples per channel, that one MPEG frame decodes to.
  var soundFrames: Int {
    switch layer {
    case 1: 384
    case 3 where version != .mpeg1: 576
    default: 1152
    }
  }

  /// Offset of the side information of a Layer III frame, behind header and checksum.
  var sideInfoStart: Int { hasChecksum ? 6 : 4 }

  /// Bytes of the side information of a Layer III frame (section 2.4.1.7 of both parts); none in the other layers.
  var sideInfoBytes: Int {
    guard layer == 3 else { return 0 }
    return switch (version, channels) {
    case (.mpeg1, 1): 17
    case (.mpeg1, _): 32
    case (_, 1): 9
    default: 17
    }
  }

  /// Offset of what follows header, checksum and side information.
  var sideInfoEnd: Int { sideInfoStart + sideInfoBytes }

  /// Whether two frames can follow each other in one stream.
  func continues(_ other: MPEGFrameHeader) -> Bool {
    version == other.version && layer == other.layer && sampleRate == other.sampleRate
      && channels == other.channels && isFreeFormat == other.isFreeFormat
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
}

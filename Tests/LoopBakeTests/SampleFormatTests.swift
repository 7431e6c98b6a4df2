import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

private typealias Bytes = ContainerBytes

/// How samples stand in their bytes, where a header can be read in more than one way.
@Suite struct SampleFormatTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let values = (0..<500).map { $0 * 33_331 % 16_000_000 - 8_000_000 | 1 }

  private func decode(_ bytes: [UInt8]) throws -> ContiguousArray<Int32> {
    let path = try folder.put("file", bytes)
    let file = try InputFile(.file(path: path), cancellation: Cancellation())
    var decoded = try DecodedFrames(file, cancellation: Cancellation())
    #expect(decoded.description.warnings.isEmpty)
    return try decoded.frames(at: 0, count: decoded.frameCount)
  }

  /// 24 bits in four bytes: at the upper end as the rule is, or at the lower one, with zeros or the sign above.
  @Test(arguments: [true, false], ["upper", "lower, signed", "lower, zeros"])
  func narrowInFour(extensible: Bool, place: String) throws {
    let samples = values.flatMap { value in
      switch place {
      case "upper": Bytes.little(value << 8, 4)
      case "lower, signed": Bytes.little(value, 4)
      default: Bytes.little(value & 0xFF_FFFF, 4)
      }
    }
    let guid: [UInt8] = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let format =
      extensible
      ? Bytes.format(
        tag: 0xFFFE, channels: 1, bits: 32,
        extra: Bytes.little(22, 2) + Bytes.little(24, 2) + Bytes.little(4, 4) + guid)
      : Bytes.format(channels: 1, bits: 24, frameBytes: 4)
    let decoded = try decode(Bytes.wav(format, Bytes.chunk("data", samples)))
    // Below the 24 bits may stand what was above those of the sample before.
    #expect(decoded.map { Int($0 >> 8) } == values)
  }

  /// Twelve bits in two bytes stand at the upper end.
  @Test func twelveInTwo() throws {
    let samples = values.flatMap { Bytes.little(($0 >> 12) << 4, 2) }
    let format = Bytes.format(channels: 1, bits: 12, frameBytes: 2)
    let decoded = try decode(Bytes.wav(format, Bytes.chunk("data", samples)))
    #expect(decoded.map { Int($0) >> 20 } == values.map { $0 >> 12 })
  }

  @Test func bigEndianWAV() throws {
    func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] { Array(id.utf8) + Bytes.big(body.count, 4) + body }
    let format = [(1, 2), (1, 2), (44_100, 4), (132_300, 4), (3, 2), (24, 2)].flatMap {
      Bytes.big($0.0, $0.1)
    }
    let body = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", values.flatMap { Bytes.big($0, 3) })
    #expect(try decode(chunk("RIFX", body)).map { Int($0 >> 8) } == values)
  }

  /// The `fact` chunk tells where ADPCM ends; its last block is filled up.
  @Test(arguments: ["ima-adpcm", "ms-adpcm"], [400, 505, 506, 1010, 12_345])
  func adpcmLength(_ codec: String, frames: Int) throws {
    for channels in 1...2 {
      try folder.put("in.wav", .noise(seed: 5, channels: channels, .pcm16, frames: frames))
      let made = Tool.run("sox", [folder.file("in.wav"), "-e", codec, folder.file("out.wav")])
      try #require(made.status == 0)
      #expect(try decode(try folder.bytes("out.wav")).count == frames * channels)
    }
  }

  /// Without a `fact` chunk the last block of ADPCM may be shorter than the others.
  @Test func shortADPCMBlock() throws {
    try folder.put("in.wav", .noise(seed: 5, channels: 1, .pcm16, frames: 5050))
    let made = Tool.run("sox", [folder.file("in.wav"), "-e", "ima-adpcm", folder.file("out.wav")])
    try #require(made.status == 0)
    let file = WAVFile(bytes: try folder.bytes("out.wav"))
    let body = try #require(file.chunks.first { $0.name == "data" }?.body)
    let format = try #require(file.chunks.first { $0.name == "fmt " }?.body)
    let sound = Array(file.bytes[body].prefix(256 * 3 + 4 + 40))
    let short = Bytes.wav(Bytes.chunk("fmt ", Array(file.bytes[format])), Bytes.chunk("data", sound))
    let decoded = try decode(short)
    #expect(decoded.count == 505 * 3 + 1 + 80)
    #expect(decoded.elementsEqual(try decode(file.bytes).prefix(decoded.count)))
  }
}

import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

/// FLAC as it is found: tags around it, in Ogg, of unknown length, damaged.
@Suite struct FLACTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let sound = Recording.noise(seed: 4, .pcm16, frames: 40_000)
  private let blockFrames = 4096

  /// The sound as FLAC by the reference encoder.
  private func encoded(_ options: [String] = []) throws -> [UInt8] {
    try folder.put("in.wav", sound)
    let made = Tool.run("flac", ["-s", "-f"] + options + ["-o", folder.file("made"), folder.file("in.wav")])
    try #require(made.status == 0, Comment(rawValue: made.errors))
    return try folder.bytes("made")
  }

  /// With 0 for the number of frames in the header, as encoders leave it that write to a pipe.
  private func withoutLength(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[21] &= 0xF0
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    return bytes
  }

  private func bake(_ bytes: [UInt8]) throws -> (result: BakeResult, sound: Recording) {
    try folder.put("file", bytes)
    let result = try folder.bake("file", to: "out.wav", .with { $0.fade = .frames(0) })
    return (result, try folder.recording("out.wav"))
  }

  private static let id3v2: [UInt8] =
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0x41, count: 128)
  private static let id3v1: [UInt8] = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
  private static let ape: [UInt8] =
    Array("APETAGEX".utf8) + ContainerBytes.little(2000, 4) + ContainerBytes.little(32, 4)
    + [UInt8](repeating: 0, count: 16)

  @Test(arguments: [false, true], ["plain", "ID3v2", "ID3v2 twice", "ID3v1", "APE and ID3v1"])
  func tagsAround(unknownLength: Bool, tags: String) throws {
    var bytes = try encoded()
    if unknownLength { bytes = withoutLength(bytes) }
    switch tags {
    case "ID3v2": bytes = Self.id3v2 + bytes
    case "ID3v2 twice": bytes = Self.id3v2 + Self.id3v2 + bytes
    case "ID3v1": bytes += Self.id3v1
    case "APE and ID3v1": bytes += Self.ape + Self.id3v1
    default: break
    }
    let (result, baked) = try bake(bytes)
    #expect(result.warnings.isEmpty && result.source.frames == sound.frames)
    #expect(firstDifference(baked.samples, sound.samples) == nil)
  }

  @Test func inOgg() throws {
    let (result, baked) = try bake(try encoded(["--ogg"]))
    #expect(result.warnings.isEmpty && result.source.description.hasPrefix("Ogg, FLAC"))
    #expect(firstDifference(baked.samples, sound.samples) == nil)
    try SeekTests.expectExactSeeks(folder.file("file"), as: Int16.self, label: "FLAC in Ogg")
  }

  /// What is lost becomes silence, so that all else stays where it was.
  @Test(arguments: [0.1, 0.5, 0.7], ["flipped", "zeroed", "lost", "inserted"])
  func damagedMiddle(_ place: Double, how: String) throws {
    try expectHole(at: place, how: how, unknownLength: false)
    try expectHole(at: place, how: how, unknownLength: true)
  }

  private func expectHole(at place: Double, how: String, unknownLength: Bool) throws {
    var bytes = try encoded(["--no-padding"])
    if unknownLength { bytes = withoutLength(bytes) }
    let offset = Int(Double(bytes.count) * place)
    switch how {
    case "flipped": bytes[offset] ^= 0x10
    case "zeroed": bytes.replaceSubrange(offset..<offset + 900, with: [UInt8](repeating: 0, count: 900))
    case "lost": bytes.removeSubrange(offset..<offset + 700)
    default: bytes.insert(contentsOf: Self.id3v1 + Self.ape, at: offset)
    }
    let (result, baked) = try bake(bytes)
    #expect(result.warnings.count == 1 && result.source.frames == sound.frames)
    let warning = try #require(result.warnings.first)
    let words = warning.split(separator: " ")
    let lost = try #require(Int(words[0]), "\(warning)")
    #expect(warning.contains("\(lost) of 40000 frames are damaged and silent, the first is"))
    let first = try #require(words.last.flatMap { Int($0) })
    // libFLAC may run on into the next frame before it notices.
    #expect(lost <= 3 * blockFrames && first % blockFrames == 0)
    #expect(firstDifference(baked[0..<first], sound[0..<first]) == nil)
    #expect(baked[first..<first + lost].allSatisfy { $0 == 0 })
    #expect(firstDifference(baked[first + lost..<sound.frames], sound[first + lost..<sound.frames]) == nil)
  }

  /// A frame that is missing from end to end leaves no trace but its number.
  @Test func missingFrame() throws {
    var bytes = try encoded(["--no-padding", "--no-seektable"])
    let starts = bytes.indices.dropLast(2).filter {
      bytes[$0] == 0xFF && bytes[$0 + 1] == 0xF8 && bytes[$0 + 2] == 0xC9
    }
    try #require(starts.count >= 9)
    bytes.removeSubrange(starts[3]..<starts[4])
    let (result, baked) = try bake(bytes)
    #expect(result.source.frames == sound.frames && result.warnings.count == 1)
    #expect(
      result.warnings.first?.hasSuffix("of 40000 frames are damaged and silent, the first is 12288") == true)
    #expect(firstDifference(baked[0..<12_288], sound[0..<12_288]) == nil)
    #expect(firstDifference(baked[20_480..<40_000], sound[20_480..<40_000]) == nil)
  }

  @Test func damagedEnd() throws {
    var bytes = try encoded()
    bytes[bytes.count - 300] ^= 0x10
    let (result, baked) = try bake(bytes)
    let found = result.source.frames
    #expect(found >= 40_000 - 2 * blockFrames && found < 40_000)
    #expect(result.warnings == ["the sound ends at frame \(found), the file claims 40000"])
    #expect(firstDifference(baked.samples, sound[0..<found]) == nil)
  }

  /// 2^36 - 1 frames, which the header can say, are neither allocated nor waited for.
  @Test func enormousLength() throws {
    var bytes = try encoded()
    bytes[21] |= 0x0F
    bytes.replaceSubrange(22..<26, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let (result, baked) = try bake(bytes)
    #expect(result.warnings == ["the sound ends at frame 40000, the file claims 68719476735"])
    #expect(firstDifference(baked.samples, sound.samples) == nil)
  }

  /// A frame that says to be 2^35 frames further on is not followed by hours of silence.
  @Test func enormousPosition() throws {
    var file = Array("fLaC".utf8) + [0x80, 0, 0, 34, 0x10, 0, 0x10, 0] + [UInt8](repeating: 0, count: 6)
    file += [0x0A, 0xC4, 0x40, 0xF0] + [UInt8](repeating: 0, count: 20)
    for number in [0, 4096, 8192, 1 << 35, 1 << 35 + 4096] { file += constantFrame(at: number) }
    let (result, baked) = try bake(file)
    #expect(result.source.frames == 3 * 4096, "\(result)")
    #expect(result.warnings.count == 1)
    #expect(baked.samples.allSatisfy { $0 == Double(0x1234) / 32_768 })
  }

  /// A stream that was cut out of a longer one counts on from there.
  @Test func cutOutOfALongerOne() throws {
    var file = Array("fLaC".utf8) + [0x80, 0, 0, 34, 0x10, 0, 0x10, 0] + [UInt8](repeating: 0, count: 6)
    file += [0x0A, 0xC4, 0x40, 0xF0] + [UInt8](repeating: 0, count: 20)
    for index in 0..<4 { file += constantFrame(at: (1000 + index) * 4096) }
    let (result, baked) = try bake(file)
    #expect(result.warnings.isEmpty && result.source.frames == 4 * 4096)
    #expect(baked.samples.allSatisfy { $0 == Double(0x1234) / 32_768 })
  }

  @Test(arguments: [4, 30, 42]) func headerOnly(_ bytes: Int) throws {
    let start = Array(try encoded().prefix(bytes))
    #expect(throws: BakeError.self) { try bake(start) }
    #expect(!folder.names.contains("out.wav"))
  }

  /// A mono frame of 4096 samples 0x1234 (RFC 9639, section 9), 16 bits at 44100 Hz, whose number counts samples.
  private func constantFrame(at number: Int) -> [UInt8] {
    var frame: [UInt8] = [0xFF, 0xF9, 0xC9, 0x08]
    frame +=
      number < 0x80
      ? [UInt8(number)]
      : [0xFE] + stride(from: 30, through: 0, by: -6).map { 0x80 | UInt8(number >> $0 & 0x3F) }
    frame.append(UInt8(crc(frame, polynomial: 0x07, bits: 8)))
    frame += [0x00, 0x12, 0x34]
    return frame + ContainerBytes.big(crc(frame, polynomial: 0x8005, bits: 16), 2)
  }

  private func crc(_ bytes: [UInt8], polynomial: Int, bits: Int) -> Int {
    bytes.reduce(0) { value, byte in
      (0..<8).reduce(value ^ Int(byte) << (bits - 8)) { rest, _ in
        (rest << 1 ^ (rest >> (bits - 1) & 1) * polynomial) & (1 << bits - 1)
      }
    }
  }
}

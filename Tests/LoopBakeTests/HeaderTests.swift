import Foundation
import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

private typealias Bytes = ContainerBytes

/// A file whose header says something else than the sound that is there.
struct HeaderCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: [UInt8]
  /// Frames that must come out.
  let frames: Int
  /// How the one warning begins; `nil`: there must be none.
  let warning: String?
  let isBigEndian: Bool

  init(
    _ description: String, _ bytes: [UInt8], frames: Int = 1000, warning: String? = nil,
    isBigEndian: Bool = false
  ) {
    testDescription = description
    self.bytes = bytes
    self.frames = frames
    self.warning = warning
    self.isBigEndian = isBigEndian
  }
}

/// Sizes that are not true, in every container that tells one.
@Suite struct HeaderTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// What is decoded of a file, as 16-bit samples.
  static func decode(_ folder: TemporaryFolder, _ bytes: [UInt8]) throws -> (
    samples: ContiguousArray<Int16>, description: SourceDescription
  ) {
    let path = try folder.put("file", bytes)
    let file = try InputFile(.file(path: path), cancellation: Cancellation())
    var decoded = try DecodedFrames(file, cancellation: Cancellation())
    return (try decoded.frames(at: 0, count: decoded.frameCount), decoded.description)
  }

  private func expect(_ one: HeaderCase) throws {
    let (samples, description) = try Self.decode(folder, one.bytes)
    let sound = Bytes.sound(frames: one.frames)
    #expect(description.format == AudioFormat(sampleRate: 44_100, channels: 2))
    #expect(samples.flatMap { Bytes.little(Int($0), 2) } == sound)
    #expect(description.warnings.count == (one.warning == nil ? 0 : 1), "\(description.warnings)")
    if let warning = one.warning { #expect(description.warnings.first?.hasPrefix(warning) == true) }
  }

  @Test(arguments: wavCases()) func wav(_ one: HeaderCase) throws { try expect(one) }

  @Test(arguments: longCases()) func longWAV(_ one: HeaderCase) throws { try expect(one) }

  @Test(arguments: otherCases()) func otherContainers(_ one: HeaderCase) throws { try expect(one) }

  /// Above 4 GiB a size of 32 bits is what is left of the true one, in `data` and in the whole file.
  @Test(arguments: [4, 1000], [4, 9]) func wrappedSizes(more: Int, gibibytes: Int) throws {
    let bytes = gibibytes << 30 + more
    let path = try folder.put("file", Bytes.wav(format, data(bytes), size: bytes + 36))
    try #require(truncate(path, off_t(44 + bytes)) == 0)
    let file = try InputFile(.file(path: path), cancellation: Cancellation())
    var decoded = try DecodedFrames(file, cancellation: Cancellation())
    #expect(decoded.frameCount == bytes / 4)
    #expect(
      decoded.description.warnings == [
        "the header says \(bytes & 0xFFFF_FFFF) bytes of sound: \(bytes) are there"
      ])
    let end: ContiguousArray<Int16> = try decoded.frames(at: decoded.frameCount - 100, count: 100)
    #expect(end.allSatisfy { $0 == 0 })
  }

  /// A few numbers must not make anybody allocate or read without bound.
  @Test(arguments: hopelessCases()) func hopeless(_ one: HeaderCase) throws {
    let error = #expect(throws: BakeError.self) { try Self.decode(folder, one.bytes) }
    #expect(error?.message.contains("\n") == false)
    #expect(error?.message.contains(one.warning ?? "") == true, "\(String(describing: error?.message))")
  }

  /// Headers changed at random: an error, or frames for which there are bytes.
  @Test(arguments: (wavCases() + longCases() + otherCases()).filter { $0.warning == nil })
  func randomHeaders(_ one: HeaderCase) throws {
    var dice = Dice(seed: one.bytes.count)
    for _ in 0..<60 {
      var bytes = one.bytes
      for _ in 0..<dice.roll(1...6) {
        bytes[dice.roll(0...min(bytes.count - 1, 119))] = UInt8(dice.roll(0...255))
      }
      try folder.put("file", bytes)
      do { try readStart() } catch let error as BakeError { #expect(error.path.hasSuffix("file")) }
    }
  }

  private func readStart() throws {
    let file = try InputFile(.file(path: folder.file("file")), cancellation: Cancellation())
    var decoded = try DecodedFrames(file, cancellation: Cancellation())
    let count = min(decoded.frameCount, 1 << 16)
    let samples: ContiguousArray<Float> = try decoded.frames(at: 0, count: count)
    #expect(samples.count == count * decoded.format.channels)
  }
}

private let sound = Bytes.sound(frames: 1000)
private let list = Bytes.chunk("LIST", Array("INFO".utf8) + Bytes.chunk("ICMT", Array("about it".utf8)))
private let format = Bytes.format()
private let id3v2: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 21] + [UInt8](repeating: 0, count: 21)
private let id3v1: [UInt8] = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

private func data(_ size: Int) -> [UInt8] { Bytes.chunk("data", sound, size: size) }

private func wavCases() -> [HeaderCase] {
  let pipes = [0xFFFF_FFFF, 0xFFFF_FFDB, 0xFFFF_FF00, 0x7FFF_FFFF, 0x7FFF_F000, 0x8000_0000, 0x7FFF_FFDB]
  let streams = pipes.flatMap { size in
    [
      HeaderCase("both sizes \(size)", Bytes.wav(format, list, data(size), size: size)),
      HeaderCase("data size \(size)", Bytes.wav(format, data(size))),
      HeaderCase("data size \(size), ID3v1", Bytes.wav(format, data(size), size: size) + id3v1),
    ]
  }
  let oversize = [1, 4, 36, 44, 1000].map { more in
    HeaderCase(
      "data \(more) too long", Bytes.wav(format, data(4000 + more)),
      warning: "the file is cut short: 4000 of \(4000 + more)")
  }
  let offsets = [-36, -8, -4, -2, 1, 2, 4, 8, 36].map { off in
    HeaderCase(
      "data off by \(off), LIST behind", Bytes.wav(format, data(4000 + off), list),
      warning: "the header says \(4000 + off) bytes of sound: 4000 are there")
  }
  let short = [4, 36, 1000].map { less in
    HeaderCase(
      "data \(less) too short", Bytes.wav(format, data(4000 - less)),
      warning: "the header says \(4000 - less) bytes of sound: 4000 are there")
  }
  let spare = [1, 2, 3].flatMap { spare in
    let longer = Bytes.chunk("data", sound + [UInt8](repeating: 1, count: spare))
    let warning = "the sound does not end with a whole frame: \(spare) spare bytes"
    return [
      HeaderCase("\(spare) spare bytes", Bytes.wav(format, longer, list), warning: warning),
      HeaderCase(
        "\(spare) spare bytes, no size",
        Bytes.wav(
          format,
          Bytes.chunk("data", sound + [UInt8](repeating: 1, count: spare), size: 0xFFFF_FFFF, padded: false)),
        warning: warning),
    ]
  }
  let odd = Bytes.chunk("note", [1, 2, 3])
  let oddUnpadded = Bytes.chunk("note", [1, 2, 3], padded: false)
  let junk = (0..<5000).flatMap { _ in odd }
  return streams + oversize + offsets + short + spare + [
    HeaderCase(
      "data size 0", Bytes.wav(format, data(0)), warning: "the header says that there is no sound: 4000"),
    HeaderCase(
      "both sizes 0", Bytes.wav(format, data(0), size: 0), warning: "the header says that there is no sound"),
    HeaderCase("RIFF size unknown", Bytes.wav(format, data(4000), size: 0xFFFF_FFFF)),
    HeaderCase("RIFF size too small", Bytes.wav(format, data(4000), list, size: 4)),
    HeaderCase("garbage behind", Bytes.wav(format, data(4000)) + [UInt8](repeating: 0xDE, count: 500)),
    HeaderCase("zeros behind", Bytes.wav(format, data(4000), [UInt8](repeating: 0, count: 2000))),
    HeaderCase("LIST behind", Bytes.wav(format, data(4000), list)),
    HeaderCase("odd chunk in front", Bytes.wav(format, odd, data(4000))),
    HeaderCase(
      "odd chunk without pad byte in front", Bytes.wav(format, oddUnpadded, data(4000)),
      warning: "the pad byte"),
    HeaderCase(
      "a name that is no text",
      Bytes.wav(format, [1, 2, 0xFF, 0xFE] + Bytes.little(1, 4) + [9, 0], data(4000))),
    HeaderCase("5000 chunks", Bytes.wav(format, junk, data(4000))),
    HeaderCase("chunks in front of the format", Bytes.wav(list, odd, format, data(4000))),
    HeaderCase("two data chunks", Bytes.wav(format, data(4000), data(4000))),
    HeaderCase("ID3v2 in front", id3v2 + Bytes.wav(format, data(4000), list)),
    HeaderCase(
      "ID3v2 in front, no sizes", id3v2 + id3v2 + Bytes.wav(format, data(0xFFFF_FFFF), size: 0xFFFF_FFFF)),
    HeaderCase("block size 0", Bytes.wav(Bytes.format(frameBytes: 0), data(4000))),
    HeaderCase("extra bytes in the format", Bytes.wav(Bytes.format(extra: [9, 0, 1, 2]), data(4000))),
  ]
}

private func longCases() -> [HeaderCase] {
  func file(_ id: String, _ sizes: [Int], size: Int = 0xFFFF_FFFF) -> [UInt8] {
    let long = Bytes.chunk("ds64", sizes.flatMap { Bytes.little($0, 8) } + Bytes.little(0, 4))
    return Bytes.wav(long, format, data(size), id: id, size: 0xFFFF_FFFF)
  }
  return ["RF64", "BW64"].flatMap { id in
    [
      HeaderCase("\(id)", file(id, [4072, 4000, 1000])),
      HeaderCase("\(id), 32-bit size", file(id, [0, 0, 0], size: 4000)),
      HeaderCase("\(id), unknown sizes", file(id, [-1, -1, -1])),
      HeaderCase("\(id), no sizes", file(id, [0, 0, 0]), warning: "the header says that there is no sound"),
      HeaderCase(
        "\(id), enormous sizes", file(id, [1 << 62, 1 << 61, 1 << 60]),
        warning: "the file is cut short: 4000 of"),
      HeaderCase("\(id) without ds64", Bytes.wav(format, data(0xFFFF_FFFF), id: id, size: 0xFFFF_FFFF)),
    ]
  }
}

private func otherCases() -> [HeaderCase] {
  let big = Bytes.sound(frames: 1000, true)
  let padding = [UInt8](repeating: 0, count: 512)
  let says = "the header says"
  return [
    HeaderCase("Wave64", Bytes.wave64(sound, size: 4024)),
    HeaderCase("Wave64, padding", Bytes.wave64(sound, size: 4024, behind: [0, 0, 0, 0])),
    HeaderCase("Wave64, size unknown", Bytes.wave64(sound, size: -1)),
    HeaderCase("Wave64, size never filled in", Bytes.wave64(sound, size: 24)),
    HeaderCase(
      "Wave64, enormous", Bytes.wave64(sound, size: 1 << 62), warning: "the file is cut short: 4000 of"),
    HeaderCase("AIFF", Bytes.aiff(big, frames: 1000)),
    HeaderCase(
      "AIFF, ten times the frames", Bytes.aiff(big, frames: 10_000), warning: "\(says) 10000 frames"),
    HeaderCase("AIFF, no frames", Bytes.aiff(big, frames: 0), warning: "\(says) 0 frames of sound: 1000"),
    HeaderCase("AIFF, sound size 0", Bytes.aiff(big, frames: 1000, soundSize: 0)),
    HeaderCase("AIFF, no sizes", Bytes.aiff(big, frames: 0, soundSize: 0), warning: "\(says) 0 frames"),
    HeaderCase(
      "AIFF, sizes of a pipe", Bytes.aiff(big, frames: 0xFFFF_FFFF, soundSize: 0xFFFF_FFFF), warning: says),
    HeaderCase(
      "AIFF, sound too long", Bytes.aiff(big, frames: 1000, soundSize: 9000), warning: "the file is cut short"
    ),
    HeaderCase("AIFF, padded sound", Bytes.aiff(big + padding, frames: 1000)),
    HeaderCase("AIFF, gap", Bytes.aiff(big, frames: 1000, gap: 10)),
    HeaderCase(
      "AIFF, chunk behind",
      Bytes.aiff(big, frames: 1000, behind: Array("NAME".utf8) + Bytes.big(4, 4) + [65, 65, 65, 65])),
    HeaderCase("AU", Bytes.au(big, size: 4000)),
    HeaderCase("AU, size unknown", Bytes.au(big, size: 0xFFFF_FFFF)),
    HeaderCase("AU, size 0", Bytes.au(big, size: 0)),
    HeaderCase("AU, long header", Bytes.au(big, size: 4000, gap: 1000)),
    HeaderCase("AU, too long", Bytes.au(big, size: 5000), warning: "the file is cut short: 4000 of 5000"),
    HeaderCase("CAF", Bytes.caf(big, size: 4004)),
    HeaderCase("CAF, size unknown", Bytes.caf(big, size: -1)),
    HeaderCase("CAF, enormous", Bytes.caf(big, size: 1 << 62), warning: "the file is cut short: 4000 of"),
    HeaderCase(
      "CAF, spare bytes", Bytes.caf(big + [1, 2], size: 4006),
      warning: "the sound does not end with a whole frame: 2"),
  ]
}

private func hopelessCases() -> [HeaderCase] {
  func wav(_ description: String, _ format: [UInt8], _ text: String) -> HeaderCase {
    HeaderCase(description, Bytes.wav(format, data(4000)), warning: text)
  }
  return [
    wav("no channels", Bytes.format(channels: 0, frameBytes: 2), "0 channels"),
    wav("65535 channels", Bytes.format(channels: 65_535, frameBytes: 65_535), "65535 channels"),
    wav("no rate", Bytes.format(rate: 0), "at 0 Hz"),
    wav("4 GHz", Bytes.format(rate: 0xFFFF_FFFF), "at 4294967295 Hz"),
    wav("MPEG audio in WAV", Bytes.format(tag: 0x55), "MPEG audio in a WAV file"),
    wav("codec 9999", Bytes.format(tag: 9999), "cannot read the sound"),
    wav("an extensible format without its second half", Bytes.format(tag: 0xFFFE), "cut short"),
    wav("a short format", Bytes.chunk("fmt ", [1, 0, 2, 0]), "only 4 bytes"),
    HeaderCase("no format", Bytes.wav(data(4000)), warning: "no format chunk"),
    HeaderCase(
      "the format behind the sound", Bytes.wav(data(4000), format), warning: "no format chunk stands before"),
    HeaderCase("no data", Bytes.wav(format, list), warning: "no data chunk"),
    HeaderCase(
      "AVI", Array("RIFF".utf8) + Bytes.little(4, 4) + Array("AVI LIST".utf8), warning: "type \"AVI \""),
    HeaderCase(
      "AIFF of 50000 channels", Bytes.aiff(sound, frames: 1000, channels: 50_000),
      warning: "cannot read the sound"),
  ]
}

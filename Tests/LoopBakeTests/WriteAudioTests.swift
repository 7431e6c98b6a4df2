import Foundation
import LoopDSP
import Testing

@testable import LoopBake

/// What the file holds, found with a small parser of its own: chunk ids in order with their bodies.
struct FileChunks {
  let list: [(id: String, body: [UInt8])]
  subscript(_ id: String) -> [UInt8] { list.first { $0.id == id }?.body ?? [] }
  var ids: [String] { list.map(\.id) }

  init(_ bytes: [UInt8], big: Bool = false, from start: Int = 12) {
    var list: [(String, [UInt8])] = []
    var at = start
    while at + 8 <= bytes.count {
      var size = bytes.u32(at + 4, big: big)
      let id = String(decoding: bytes[at..<at + 4], as: UTF8.self)
      if size == 0xffff_ffff { size = bytes.count - at - 8 }
      list.append((id, Array(bytes[at + 8..<min(at + 8 + size, bytes.count)])))
      at += 8 + size + size % 2
    }
    self.list = list
  }
}

extension [UInt8] {
  func u16(_ at: Int, big: Bool = false) -> Int {
    let (a, b) = (Int(self[at]), Int(self[at + 1]))
    return big ? a << 8 | b : b << 8 | a
  }
  func u32(_ at: Int, big: Bool = false) -> Int {
    big ? u16(at, big: true) << 16 | u16(at + 2, big: true) : u16(at + 2) << 16 | u16(at)
  }
  func words(_ range: Range<Int>, big: Bool = false) -> [Int] { range.map { u32(4 * $0, big: big) } }
}

@Suite struct WriteAudioTests {
  let folder: WriteFolder
  init() throws { folder = try WriteFolder() }

  func written(_ spec: OutputSpec, _ name: String = "a") throws -> [UInt8] {
    _ = try writeNoise(spec, to: folder.file(name))
    return try writtenBytes(folder.file(name))
  }

  @Test(arguments: [SampleEncoding.pcm8, .pcm16, .pcm24, .pcm32, .float32, .float64])
  func wavBytes(_ encoding: SampleEncoding) throws {
    let spec = OutputSpec.small(.wav, encoding)
    let bytes = try written(spec)
    let chunks = FileChunks(bytes)
    let expected = ["fmt "] + (encoding.isInteger ? [] : ["fact"]) + ["smpl", "cue ", "LIST", "LIST", "data"]
    #expect(chunks.ids == expected)
    #expect(bytes.u32(4) == bytes.count - 8)
    #expect(chunks["fmt "].u16(0) == (encoding.isInteger ? 1 : 3))
    #expect(chunks["smpl"].words(0..<15) == [0, 0, 22_675, 60, 0, 0, 0, 1, 0, 1, 0, 1201, 5002, 0, 0])
    #expect(chunks["smpl"].count == 60)
    let data = 0x6174_6164
    #expect(chunks["cue "].words(0..<7) == [1, 1, 1201, data, 0, 0, 1201])
    let adtl = FileChunks(chunks["LIST"], from: 4)
    #expect(adtl.ids == ["labl", "ltxt"])
    #expect(adtl["labl"] == [1, 0, 0, 0] + Array("Loop".utf8) + [0, 0, 0, 0])
    #expect(adtl["ltxt"].words(0..<2) == [1, 3802])
    #expect(adtl["ltxt"].count == 20 && adtl["ltxt"].has("rgn ", at: 8))
    let info = FileChunks(chunks.list.last { $0.id == "LIST" }?.body ?? [], from: 4)
    #expect(info.ids == ["ISFT"])
    #expect(info["ISFT"].starts(with: Array("loopbake \(version)".utf8) + [0]))
    #expect(chunks["data"] == littleEndianNoise(spec))
  }

  /// What the samples of `writeNoise` must look like in a file, from the values' own bits.
  func littleEndianNoise(_ spec: OutputSpec) -> [UInt8] {
    let count = spec.frames * spec.format.channels
    func bytes<I: FixedWidthInteger>(_ value: I) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    return switch spec.encoding {
    case .pcm8: encodedNoise(count, .pcm8, as: Int16.self).map { UInt8(truncatingIfNeeded: ($0 >> 8) + 128) }
    case .pcm16: encodedNoise(count, .pcm16, as: Int16.self).flatMap { bytes($0) }
    case .pcm24: encodedNoise(count, .pcm24, as: Int32.self).flatMap { bytes($0).dropFirst() }
    case .pcm32: encodedNoise(count, .pcm32, as: Int32.self).flatMap { bytes($0) }
    case .float32: encodedNoise(count, .float32, as: Float.self).flatMap { bytes($0.bitPattern) }
    case .float64: encodedNoise(count, .float64, as: Double.self).flatMap { bytes($0.bitPattern) }
    }
  }

  func bigEndianNoise(_ spec: OutputSpec) -> [UInt8] {
    let width = spec.encoding.bits / 8
    let little = littleEndianNoise(spec)
    if width == 1 { return little.map { $0 ^ 0x80 } }  // signed
    return stride(from: 0, to: little.count, by: width).flatMap { little[$0..<$0 + width].reversed() }
  }

  @Test(arguments: OutputSpec.all.filter { $0.container != .flac && $0.container != .wav })
  func samplesPassUnchanged(_ spec: OutputSpec) throws {
    let bytes = try written(spec)
    let expected: [UInt8] =
      switch spec.container {
      case .rf64, .w64: littleEndianNoise(spec)
      default: bigEndianNoise(spec)
      }
    // Behind the data there is at most a padding to eight bytes (W64).
    let isThere = (0..<8).contains { bytes.dropLast($0).suffix(expected.count).elementsEqual(expected) }
    #expect(isThere)
  }

  @Test func manyChannelsAreExtensible() throws {
    let chunks = FileChunks(try written(.small(.wav, .pcm16, channels: 6)))
    #expect(chunks["fmt "].u16(0) == 0xfffe)
    #expect(chunks["fmt "].u32(20) == 0x3f)
    #expect(chunks["smpl"].count == 60)
  }

  @Test func rf64StaysRF64AndHasLoopPoints() throws {
    let bytes = try written(.small(.rf64, .pcm24))
    #expect(bytes.has("RF64"))
    let chunks = FileChunks(bytes)
    #expect(chunks.ids.first == "ds64")
    #expect(chunks["smpl"].words(11..<13) == [1201, 5002])
    #expect(chunks.ids.firstIndex(of: "smpl").map { $0 < chunks.ids.count - 1 } == true)
    #expect(chunks.ids.last == "data")
  }

  @Test(arguments: [SampleEncoding.pcm8, .pcm16, .float32])
  func aiffBytes(_ encoding: SampleEncoding) throws {
    let bytes = try written(.small(.aiff, encoding))
    let chunks = FileChunks(bytes, big: true)
    #expect(bytes.has(encoding.isInteger ? "AIFF" : "AIFC", at: 8))
    let mark = chunks["MARK"]
    #expect(mark.u16(0, big: true) == 2)
    #expect(mark.u16(2, big: true) == 1 && mark.u32(4, big: true) == 1201 && mark.has("beg loop", at: 9))
    #expect(mark.u16(18, big: true) == 2 && mark.u32(20, big: true) == 5003 && mark.has("end loop", at: 25))
    #expect(chunks["INST"] == [60, 0, 0, 127, 1, 127, 0, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0])
    #expect(chunks.ids.suffix(3) == ["MARK", "INST", "SSND"])
  }

  @Test(arguments: [(5, SampleEncoding.pcm16), (0, .pcm24), (8, .pcm8)])
  func flacBlocks(_ level: Int, _ encoding: SampleEncoding) throws {
    var spec = OutputSpec.small(.flac, encoding)
    spec.compressionLevel = level
    let bytes = try written(spec)
    var blocks: [(type: Int, body: [UInt8])] = []
    var at = 4
    repeat {
      let size = bytes.u32(at, big: true) & 0xff_ffff
      blocks.append((Int(bytes[at] & 0x7f), Array(bytes[at + 4..<at + 4 + size])))
      at += 4 + size
    } while bytes[at - 4 - blocks[blocks.count - 1].body.count] & 0x80 == 0
    #expect(blocks.map(\.type) == [0, 3, 4, 2])

    let tags = blocks[2].body
    var comments: [String] = []
    at = 4 + tags.u32(0) + 4
    while at < tags.count {
      comments.append(String(decoding: tags[at + 4..<at + 4 + tags.u32(at)], as: UTF8.self))
      at += 4 + tags.u32(at)
    }
    #expect(
      comments == [
        "LOOPSTART=1201", "LOOPLENGTH=3802", "LOOP_START=1201", "LOOP_END=5003",
        "SOFTWARE=loopbake \(version)",
      ])
    let riff = blocks[3].body
    #expect(riff.count == 72 && riff.has("riffsmpl") && riff.u32(8) == 60)
    #expect(Array(riff.dropFirst(12)) == LoopChunks.sampler(spec.loop, sampleRate: 44_100))
    #expect(blocks[0].body.suffix(16).contains { $0 != 0 }, "no MD5")
    #expect(blocks[0].body.u32(14, big: true) == spec.frames)
  }

  @Test(arguments: OutputSpec.all)
  func loopPointsReadBack(_ spec: OutputSpec) throws {
    _ = try written(spec)
    #expect(try readLoopPoints(folder.file("a")) == (spec.container.storesLoopPoints ? spec.loop : nil))
    #expect(try readLoopPoints(folder.file("a")) == spec.storedLoop)
  }

  @Test func bytesDependNeitherOnTimeNorOnBlocks() throws {
    for (index, spec) in OutputSpec.all.enumerated() { _ = try writeNoise(spec, to: folder.file("\(index)")) }
    Thread.sleep(forTimeInterval: 1.1)
    for (index, spec) in OutputSpec.all.enumerated() {
      _ = try writeNoise(spec, to: folder.file("again"), blockFrames: 77)
      #expect(
        try writtenBytes(folder.file("again")) == writtenBytes(folder.file("\(index)")),
        "\(spec.testDescription)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: OutputSpec.all)
  func fullDiskIsAnError(_ spec: OutputSpec) throws {
    let full = open("/dev/full", O_RDWR)
    defer { close(full) }
    #expect(
      throws: BakeError(.unwritable, path: "a", "cannot write the file", because: "No space left on device")
    ) {
      _ = try writeNoise(spec, to: full, path: "a")
    }
  }

  /// The error of writing one block and finishing.
  func failure<S: Sample>(_ block: ContiguousArray<S>) throws -> BakeError? {
    let file = try OutputFile(path: folder.file("a"))
    do throws(BakeError) {
      var writer = try AudioWriter(.small(.wav, .pcm16), to: file.descriptor, path: "a")
      try writer.write(block.span)
      try writer.finish()
      return nil
    } catch { return error }
  }

  @Test func wrongSamplesAndWrongCountsAreErrors() throws {
    #expect(
      try failure([0, 0] as ContiguousArray<Float>)?.reason == "2 samples of Float are no pcm16 frames")
    #expect(try failure([0] as ContiguousArray<Int16>)?.reason == "1 samples of Int16 are no pcm16 frames")
    #expect(try failure([0, 0] as ContiguousArray<Int16>)?.reason == "1 of 5003 frames came")
    #expect(folder.names == [])
  }

  @Test func limitsAreToldBeforeWriting() throws {
    func error(_ change: (inout OutputSpec) -> Void) -> String? {
      var spec = OutputSpec.small(.wav, .pcm16)
      change(&spec)
      do throws(BakeError) {
        _ = try spec.check(path: "a")
        return nil
      } catch { return error.kind == .unfit ? error.message : "wrong kind" }
    }
    let huge = 1 << 31
    #expect(error { $0.frames = huge } == nil)
    for container in [Container.aiff, .au] {
      #expect(error { ($0.container, $0.frames) = (container, huge) }?.contains("4 GiB") == true)
    }
    #expect(error { ($0.container, $0.frames) = (.flac, 1 << 36) }?.contains("2^36") == true)
    #expect(error { ($0.container, $0.format.channels) = (.flac, 9) }?.contains("1 to 8 channels") == true)
    #expect(error { ($0.container, $0.format.sampleRate) = (.flac, 700_000) }?.contains("655350") == true)
    #expect(error { ($0.container, $0.encoding) = (.flac, .float32) }?.contains("float32") == true)
    #expect(error { $0.format.channels = 2000 }?.contains("2000 channels") == true)
    #expect(error { $0.format.sampleRate = 1 << 40 }?.contains("Hz") == true)
    #expect(error { $0.frames = Int.max } == nil)
  }

  @Test func warningsAreGivenWhereLoopPointsOrPlayersMiss() throws {
    func warnings(_ container: Container, _ change: (inout OutputSpec) -> Void = { _ in }) throws -> [String]
    {
      var spec = OutputSpec.small(container, .pcm16)
      change(&spec)
      return try spec.check(path: "a")
    }
    for container in [Container.wav, .rf64, .aiff, .flac] { #expect(try warnings(container).isEmpty) }
    for container in [Container.w64, .caf, .au] {
      #expect(try warnings(container).count == 1)
      #expect(try warnings(container) { $0.loop.startFrame = 0 }.isEmpty)
    }
    #expect(try warnings(.flac) { $0.format.sampleRate = 100_001 }.count == 1)
    #expect(try warnings(.wav) { $0.frames = 1 << 30 }.first?.contains("RF64") == true)
    let far = LoopRegion(startFrame: 0, endFrame: 1 << 33)
    #expect(try warnings(.rf64) { ($0.frames, $0.loop) = (1 << 33, far) }.first?.contains("32 bits") == true)
    #expect(LoopChunks.riff(far, sampleRate: 48_000, software: "x").map(\.id) == ["LIST"])
    #expect(LoopChunks.aiff(far).isEmpty)
    let edge = LoopRegion(startFrame: 0, endFrame: 1 << 32)
    #expect(LoopChunks.sampler(edge, sampleRate: 48_000) != nil)
  }

  @Test func unusualRatesAreHeld() throws {
    for rate in [1, 8000, 11_025, 100_001, 192_000, 655_350] {
      for container in Container.allCases {
        var spec = OutputSpec.small(container, .pcm16, channels: 1)
        spec.format.sampleRate = rate
        spec.frames = 1
        spec.loop = LoopRegion(startFrame: 0, endFrame: 1)
        _ = try written(spec)
        #expect(try readLoopPoints(folder.file("a")) == (container.storesLoopPoints ? spec.loop : nil))
      }
    }
  }
}

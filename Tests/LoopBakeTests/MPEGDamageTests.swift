import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

/// MP3 files as they are found: tags, garbage, gaps, joints. The sound keeps its length, and a warning says what is missing.
@Suite struct MPEGDamageTests {
  let folder: TemporaryFolder
  /// An MP3 of 22051 frames with a LAME tag, and offsets of its MPEG frames, the tag's first.
  let clean: [UInt8]
  let offsets: [Int]

  init() throws {
    folder = try TemporaryFolder()
    clean = try Self.code(folder, rate: 44_100, channels: 2, ["-b", "128"])
    offsets = Self.offsets(clean)
    try #require(offsets.count == 22)
  }

  private static func code(
    _ folder: TemporaryFolder, rate: Int, channels: Int, _ options: [String]
  ) throws -> [UInt8] {
    try folder.put(
      "in.wav", Recording.ambience(seed: 6, rate: rate, channels: channels, .pcm16, frames: 22_051))
    let made = Tool.run("lame", ["--quiet"] + options + [folder.file("in.wav"), folder.file("made.mp3")])
    try #require(made.status == 0, Comment(rawValue: made.errors))
    return try folder.bytes("made.mp3")
  }

  private static func offsets(_ bytes: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var next = 0
    while let length = MPEGFrameHeader(bytes, at: next)?.frameBytes {
      offsets.append(next)
      next += length
    }
    return offsets
  }

  /// Decodes a file of `bytes` from start to end.
  private func decode(_ bytes: [UInt8]) throws -> (samples: ContiguousArray<Float>, warnings: [String]) {
    try folder.put("a.mp3", bytes)
    let file = try InputFile(.file(path: folder.file("a.mp3")), cancellation: Cancellation())
    var decoded = try DecodedFrames(file, cancellation: Cancellation())
    let samples = try decoded.frames(at: 0, count: decoded.frameCount, as: Float.self)
    try SeekTests.expectExactSeeks(folder.file("a.mp3"), as: Float.self, label: "seeks", jumps: 6)
    return (samples, decoded.description.warnings)
  }

  private func error(_ bytes: [UInt8]) throws -> BakeError? {
    try folder.put("a.mp3", bytes)
    let file = try InputFile(.file(path: folder.file("a.mp3")), cancellation: Cancellation())
    return #expect(throws: BakeError.self) { _ = try AudioDecoder(file) }
  }

  /// Expects the clean file's sound, but for `lost` MPEG frames from sound frame `place` on and what overlaps with them.
  private func expectSound(_ found: ContiguousArray<Float>, lost: Int, at place: Int) throws {
    let whole = try decode(clean).samples
    try #require(found.count == whole.count)
    let damaged = (place - 1) * 2..<(place + (lost + 4) * 1152) * 2
    for index in whole.indices where !damaged.contains(index) && found[index] != whole[index] {
      // Behind the gap the filter bank's window stands otherwise.
      guard abs(found[index] - whole[index]) < 1e-6 else {
        Issue.record("sample \(index) is \(found[index]), not \(whole[index])")
        return
      }
    }
  }

  private func id3(_ version: UInt8, _ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
    let header = [version, 0, flags] + size
    return Array("ID3".utf8) + header + body + (flags & 0x10 != 0 ? Array("3DI".utf8) + header : [])
  }

  /// What looks like the beginning of a stream, in tags.
  private var fakeFrames: [UInt8] { Array(clean[offsets[3]..<offsets[6]]) }

  @Test func tagsAreNoSound() throws {
    let ape: [UInt8] =
      Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32 + 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xA0]
      + [UInt8](repeating: 0, count: 8)
    let apeFooter = ape.prefix(20) + [0, 0, 0, 0x80] + ape.suffix(8)
    let id3v1 = Array("TAG".utf8) + Array(fakeFrames.prefix(125))
    let lyrics = Array("LYRICSBEGIN".utf8) + fakeFrames.prefix(100)
    let whole = try decode(clean).samples
    let before: [[UInt8]] = [
      id3(2, fakeFrames), id3(3, fakeFrames), id3(4, fakeFrames, flags: 0x10),
      id3(3, []) + id3(4, fakeFrames), id3(3, fakeFrames) + [UInt8](repeating: 0, count: 5000),
    ]
    let behind: [[UInt8]] = [
      id3v1, ape + Array("nine byte".utf8) + apeFooter, ape + Array("nine byte".utf8) + apeFooter + id3v1,
      lyrics + Array("000111LYRICS200".utf8) + id3v1, lyrics + Array("LYRICSEND".utf8) + id3v1,
      Array("TAG+".utf8) + fakeFrames.prefix(223) + id3v1, id3(4, fakeFrames, flags: 0x10),
    ]
    for bytes in before.map({ $0 + clean }) + behind.map({ clean + $0 }) + [before[0] + clean + behind[0]] {
      let (samples, warnings) = try decode(bytes)
      #expect(samples == whole && warnings.isEmpty, "\(warnings)")
    }
  }

  @Test func tagOfAnImpossibleSize() throws {
    var tag = id3(3, [UInt8](repeating: 1, count: 200))
    tag[6] = 0x7F
    let (samples, warnings) = try decode(tag + clean)
    #expect(samples.count == 44_102)
    #expect(warnings == ["the file begins with 210 bytes of something else than sound"])
  }

  @Test func garbageBeforeAndBehind() throws {
    let junk = (0..<1000).map { UInt8(($0 * 7919 + 1) % 200) }
    let whole = try decode(clean).samples
    let before = try decode(junk + clean)
    #expect(before.samples == whole)
    #expect(before.warnings == ["the file begins with 1000 bytes of something else than sound"])
    let behind = try decode(clean + junk.dropFirst())
    #expect(behind.samples == whole)
    #expect(behind.warnings == ["the file ends with 999 bytes of something else than sound"])
  }

  /// Bytes that were put in between take nothing away, not even the bit reservoir.
  @Test(arguments: [0, 0x55, 0xFF] as [UInt8], [1, 417, 700]) func insertedBytes(_ byte: UInt8, _ count: Int)
    throws
  {
    let place = offsets[11]
    let junk = [UInt8](repeating: byte, count: count)
    let (samples, warnings) = try decode(Array(clean[..<place]) + junk + clean[place...])
    #expect(try samples == decode(clean).samples)
    let words = count == 1 ? "1 byte" : "\(count) bytes"
    #expect(
      warnings == ["\(words) at byte \(place) in no MPEG frame: passed over at frame \(10 * 1152 - 1105)"])
  }

  /// Overwritten frames are silence, whether the tag or the constant bit rate tells how many there were.
  @Test(arguments: [true, false], [1, 2, 5]) func overwrittenFrames(_ hasTag: Bool, _ lost: Int) throws {
    var bytes = clean
    for index in offsets[8]..<offsets[8 + lost] - 100 { bytes[index] = 0 }
    if !hasTag { bytes.removeFirst(offsets[1]) }
    let (samples, warnings) = try decode(bytes)
    let cut = hasTag ? 1105 : 0
    let gap = offsets[8 + lost] - offsets[8]
    #expect(samples.count / 2 == (hasTag ? 22_051 : 21 * 1152))
    let start = offsets[8] - (hasTag ? 0 : offsets[1])
    let text =
      "\(gap) bytes at byte \(start) in no MPEG frame: silence for \(lost) lost MPEG frame\(lost == 1 ? "" : "s") at "
      + "frame \(7 * 1152 - cut)"
    #expect(warnings.first == text)
    if hasTag { try expectSound(samples, lost: lost, at: 7 * 1152 - cut) }
  }

  /// A missing piece takes the frame that it begins in.
  @Test(arguments: [1, 100, 400]) func deletedBytes(_ count: Int) throws {
    var bytes = clean
    bytes.removeSubrange(offsets[9] + 10..<offsets[9] + 10 + count)
    let (samples, warnings) = try decode(bytes)
    #expect(samples.count / 2 == 22_051)
    #expect(warnings.first?.contains("silence for 1 lost MPEG frame at frame \(8 * 1152 - 1105)") == true)
    try expectSound(samples, lost: 1, at: 8 * 1152 - 1105)
  }

  /// A frame whose header is whole but whose side information is not.
  @Test func damagedSideInformation() throws {
    var bytes = clean
    for index in offsets[9] + 4..<offsets[9] + 36 { bytes[index] = 0xFF }
    let (samples, warnings) = try decode(bytes)
    #expect(warnings == ["silence for 1 damaged MPEG frame"])
    try expectSound(samples, lost: 1, at: 8 * 1152 - 1105)
  }

  @Test func cutFile() throws {
    let (samples, warnings) = try decode(Array(clean[..<(offsets[10] + 100)]))
    #expect(samples.count / 2 == 10 * 1152 - 1105)
    #expect(warnings == ["the file is cut short: 10 of 21 MPEG frames are there"])
    let whole = try decode(clean).samples
    #expect(samples.prefix((9 * 1152 - 1105) * 2) == whole.prefix((9 * 1152 - 1105) * 2))
    let between = try decode(Array(clean[..<offsets[10]]))
    #expect(between.samples.count / 2 == 9 * 1152 - 1105)
    #expect(between.warnings == ["the file is cut short: 9 of 21 MPEG frames are there"])
  }

  @Test func beginsInMidStream() throws {
    let (samples, warnings) = try decode(Array(clean[offsets[6]...]))
    #expect(samples.count / 2 == 16 * 1152)
    #expect(warnings.last?.hasPrefix("no LAME or Lavc tag") == true)
    let whole = try decode(clean).samples
    let tail = zip(samples.dropFirst(4 * 1152 * 2), whole.dropFirst((9 * 1152 - 1105) * 2))
    #expect(tail.allSatisfy { abs($0 - $1) < 1e-6 })
  }

  /// Joined files are each without their encoder's delay and padding.
  @Test func joinedFiles() throws {
    let whole = try decode(clean).samples
    let tag = id3(3, fakeFrames)
    for bytes in [
      clean + clean, tag + clean + tag + clean, clean + Array("TAG".utf8) + fakeFrames.prefix(125) + clean,
    ] {
      let (samples, warnings) = try decode(bytes)
      #expect(samples == whole + whole && warnings.isEmpty, "\(warnings)")
    }
    // Without a second tag nobody knows where the first sound ends.
    let untagged = try decode(clean + clean[offsets[1]...])
    #expect(untagged.samples.count / 2 == 42 * 1152 - 1105)
    #expect(untagged.warnings == ["the Info tag announces 21 MPEG frames, the file holds 42"])
  }

  @Test(arguments: [(48_000, 2), (44_100, 1), (22_050, 2)]) func formatChanges(_ rate: Int, _ channels: Int)
    throws
  {
    let other = try Self.code(folder, rate: rate, channels: channels, ["-b", "128", "--resample", "\(rate)"])
    let found = try error(clean + other)
    #expect(found?.kind == .unfit && found?.wayOut == "split the file there")
    let words = "from stereo at 44100 Hz (layer 3) to \(channels == 1 ? "mono" : "stereo") at \(rate) Hz"
    #expect(found?.reason.contains(words) == true && found?.reason.contains("\(clean.count)") == true)
  }

  @Test func tagsThatLie() throws {
    var bytes = clean
    bytes[46] = 0x27
    let many = try decode(bytes)
    #expect(many.samples.count / 2 == 22_051)
    #expect(many.warnings == ["the Info tag announces 10005 MPEG frames, the file holds 21"])
    // Delay and padding stand 21 bytes behind the encoder's name.
    let trim = 36 + 120 + 21
    try #require(clean.has("LAME", at: trim - 21))
    bytes = clean
    bytes.replaceSubrange(trim..<trim + 3, with: [0xFF, 0xFF, 0xFF])
    #expect(try decode(bytes).samples.count / 2 == 21 * 1152 - 2 * 4095)
    bytes.replaceSubrange(trim..<trim + 3, with: [0, 0, 0])
    #expect(try decode(bytes).samples.count / 2 == 21 * 1152)
    bytes.replaceSubrange(trim..<trim + 3, with: [0x24, 0, 0])
    let (samples, warnings) = try decode(bytes)
    #expect(samples.count / 2 == 21 * 1152 - 576 && warnings.isEmpty)
    #expect(samples.prefix(20_000) == (try decode(clean).samples.prefix(20_000)))
  }

  @Test func freeFormat() throws {
    for options in [["--freeformat", "-b", "400"], ["--freeformat", "-b", "600", "-t"]] {
      let bytes = try Self.code(folder, rate: 44_100, channels: 2, options)
      #expect(bytes[2] >> 4 == 0)
      let (samples, warnings) = try decode(bytes)
      #expect(samples.count / 2 == (options.contains("-t") ? 21 * 1152 : 22_051))
      #expect(warnings.count == (options.contains("-t") ? 1 : 0))
    }
  }

  @Test func noSound() throws {
    let silentTag = id3(3, [UInt8](repeating: 0, count: 500))
    let cases: [([UInt8], String)] = [
      (Array(clean[..<offsets[1]]), "the MPEG stream has no frame of sound"),
      (Array(clean[offsets[1]..<offsets[2]]), "it begins like an MP3, but holds no row of MPEG frames"),
      (silentTag, "it begins like an MP3, but holds no row of MPEG frames"),
      (
        silentTag + [UInt8](repeating: 0xFF, count: 5000),
        "it begins like an MP3, but holds no row of MPEG frames"
      ),
    ]
    for (bytes, reason) in cases { #expect(try error(bytes)?.reason == reason) }
    for byte in [0xFF, 0, 0x55] as [UInt8] {
      #expect(try error([UInt8](repeating: byte, count: 100_000))?.kind == .notAudio)
    }
    var bytes = clean
    bytes.replaceSubrange(177..<180, with: [0xFF, 0xFF, 0xFF])
    #expect(
      try error(Array(bytes[..<offsets[4]]))?.reason.hasPrefix("the encoder's tag cuts away all") == true)
  }

  /// Random bytes hold headers, but not in rows; damage anywhere gives a sound or an error.
  @Test func randomBytes() throws {
    var dice = Dice(seed: 3)
    #expect(try error((0..<200_000).map { _ in UInt8(truncatingIfNeeded: dice.next()) })?.kind == .notAudio)
    for _ in 0..<60 {
      var bytes = clean
      for _ in 0..<dice.roll(1...6) {
        let start = dice.roll(0...bytes.count - 1)
        let end = min(start + dice.roll(0...900), bytes.count)
        switch dice.roll(0...2) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: for index in start..<end { bytes[index] = UInt8(truncatingIfNeeded: dice.next()) }
        default: bytes.insert(contentsOf: Array(bytes[start..<end]), at: dice.roll(0...bytes.count - 1))
        }
        if bytes.isEmpty { bytes = clean }
      }
      try folder.put("a.mp3", bytes)
      let file = try InputFile(.file(path: folder.file("a.mp3")), cancellation: Cancellation())
      do throws(BakeError) {
        var decoded = try DecodedFrames(file, cancellation: Cancellation())
        let samples = try decoded.frames(at: 0, count: decoded.frameCount, as: Float.self)
        #expect(samples.count == decoded.frameCount * decoded.format.channels)
      } catch { #expect(!error.reason.isEmpty) }
    }
  }
}

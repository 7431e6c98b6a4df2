import Foundation
import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

/// Ogg Vorbis and Ogg Opus as they are found.
@Suite struct OggTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  enum Codec: String, Sendable, CaseIterable { case vorbis, opus }

  /// Encodes a sound with oggenc or opusenc.
  private func code(_ codec: Codec, _ sound: Recording, serial: Int = 1, _ options: [String] = []) throws
    -> [UInt8]
  {
    try folder.put("in.wav", sound)
    let (source, target) = (folder.file("in.wav"), folder.file("made"))
    let made =
      codec == .vorbis
      ? Tool.run("oggenc", ["-Q", "--serial", "\(serial)"] + options + ["-o", target, source])
      : Tool.run("opusenc", ["--quiet", "--serial", "\(serial)"] + options + [source, target])
    try #require(made.status == 0, Comment(rawValue: made.errors))
    return try folder.bytes("made")
  }

  private func sound(
    rate: Int = 48_000, channels: Int = 2, frames: Int
  ) -> Recording { Recording.ambience(seed: 9, rate: rate, channels: channels, .pcm16, frames: frames) }

  private func decode(_ bytes: [UInt8]) throws -> (
    samples: ContiguousArray<Float>, description: SourceDescription
  ) {
    try folder.put("a.ogg", bytes)
    let file = try InputFile(.file(path: folder.file("a.ogg")), cancellation: Cancellation())
    var decoded = try DecodedFrames(file, cancellation: Cancellation())
    let samples = try decoded.frames(at: 0, count: decoded.frameCount, as: Float.self)
    return (samples, decoded.description)
  }

  private func error(_ bytes: [UInt8]) throws -> BakeError? {
    try folder.put("a.ogg", bytes)
    let file = try InputFile(.file(path: folder.file("a.ogg")), cancellation: Cancellation())
    return #expect(throws: BakeError.self) {
      var decoded = try DecodedFrames(file, cancellation: Cancellation())
      _ = try decoded.frames(at: 0, count: max(decoded.frameCount, 1), as: Float.self)
    }
  }

  // MARK: Pages

  private static func pages(_ bytes: [UInt8]) -> [[UInt8]] {
    var (pages, start): ([[UInt8]], Int) = ([], 0)
    while start + 27 <= bytes.count {
      let segments = Int(bytes[start + 26])
      let length = 27 + segments + bytes[start + 27..<start + 27 + segments].reduce(0) { $0 + Int($1) }
      pages.append(Array(bytes[start..<start + length]))
      start += length
    }
    return pages
  }

  /// The page with a right checksum.
  private static func sealed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    var sum: UInt32 = 0
    for byte in page {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    page.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) })
    return page
  }

  private static func page(_ packet: [UInt8], serial: UInt8, flags: UInt8) -> [UInt8] {
    sealed(
      Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8) + [serial]
        + [UInt8](repeating: 0, count: 11)
        + [1, UInt8(packet.count)] + packet)
  }

  // MARK: Lengths

  @Test(arguments: Codec.allCases) func lengthIsThatOfWhatWasCoded(_ codec: Codec) throws {
    for frames in [480, 960, 24_001, 100_003] {
      let (samples, description) = try decode(code(codec, sound(frames: frames)))
      #expect(samples.count == 2 * frames && description.warnings.isEmpty)
      #expect(description.summary == (codec == .vorbis ? "Ogg, Vorbis" : "Ogg, Opus"))
    }
  }

  /// Opus decodes to 48 kHz whatever was encoded; the result is where the source was.
  @Test func opusStandsWhereItsSourceStood() throws {
    let source = sound(frames: 48_000)
    let (samples, _) = try decode(code(.opus, source, ["--bitrate", "256"]))
    let left = source.channel(0)
    func likeness(_ lag: Int) -> Double {
      (1000..<40_000).reduce(0) { $0 + left[$1] * Double(samples[($1 + lag) * 2]) }
    }
    let best = (-20...20).max { likeness($0) < likeness($1) }
    #expect(best == 0)
  }

  @Test(arguments: [44_100, 16_000, 8000]) func opusOfOtherRates(_ rate: Int) throws {
    let (samples, description) = try decode(code(.opus, sound(rate: rate, channels: 1, frames: rate)))
    #expect(description.format == AudioFormat(sampleRate: 48_000, channels: 1))
    #expect(abs(samples.count - 48_000) <= 6)
  }

  @Test func opusHeaderIsObeyed() throws {
    let bytes = try code(.opus, sound(frames: 48_000))
    let plain = try decode(bytes).samples
    var pages = Self.pages(bytes)
    // Output gain in steps of 1/256 dB at byte 16 of the header, pre-skip at 10.
    pages[0].replaceSubrange(28 + 16..<28 + 18, with: [0, 6])
    let louder = try decode(pages.map(Self.sealed).flatMap { $0 }).samples
    let factor = Float(1.995262)
    #expect(zip(plain, louder).allSatisfy { abs($0 * factor - $1) < 1e-4 })
    let skip = Int(bytes[38]) | Int(bytes[39]) << 8
    pages = Self.pages(bytes)
    pages[0].replaceSubrange(38..<40, with: [0, 15])
    let later = try decode(pages.map(Self.sealed).flatMap { $0 }).samples
    #expect(later.count / 2 == 48_000 + skip - 3840)
    #expect(later.elementsEqual(plain.dropFirst((3840 - skip) * 2)))
  }

  /// Cut from a live stream: the first page does not begin at 0.
  @Test func opusBeginsAtAnyTime() throws {
    let bytes = try code(.opus, sound(frames: 96_000))
    var pages = Self.pages(bytes)
    for index in 2..<pages.count {
      let granule = (0..<8).reduce(0) { $0 | Int(pages[index][6 + $1]) << (8 * $1) } + 480_000
      pages[index].replaceSubrange(
        6..<14, with: (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * $0)) })
    }
    let (samples, _) = try decode(pages.map(Self.sealed).flatMap { $0 })
    #expect(samples == (try decode(bytes).samples))
  }

  // MARK: Channels

  @Test(arguments: Codec.allCases, [3, 4, 5, 6, 7, 8]) func channelsAreInWAVOrder(
    _ codec: Codec, _ channels: Int
  ) throws {
    let tones = Recording(channels: channels, .pcm16, frames: 30_000) { frame, channel in
      0.3 * sin(2 * .pi * Self.frequency(channel) * Double(frame) / 44_100)
    }
    let (samples, description) = try decode(code(codec, tones, codec == .opus ? ["--bitrate", "512"] : []))
    try #require(description.format.channels == channels)
    let rate = Double(description.format.sampleRate)
    for channel in 0..<channels {
      func level(_ other: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for frame in 4000..<24_000 {
          let angle = 2 * .pi * Self.frequency(other) * Double(frame) / rate
          real += Double(samples[frame * channels + channel]) * cos(angle)
          imaginary += Double(samples[frame * channels + channel]) * sin(angle)
        }
        return real * real + imaginary * imaginary
      }
      let loudest = (0..<channels).max { level($0) < level($1) }
      #expect(loudest == channel, "\(codec) channel \(channel) of \(channels)")
    }
  }

  /// Low enough for the low-frequency channel, far enough apart for any codec.
  private static func frequency(_ channel: Int) -> Double { 55 + 25 * Double(channel) }

  // MARK: Chains

  @Test(arguments: Codec.allCases) func chains(_ codec: Codec) throws {
    let first = try code(codec, sound(frames: 24_002), serial: 1)
    let second = try code(codec, sound(frames: 30_011), serial: 2)
    let (samples, description) = try decode(first + second)
    #expect(samples == (try decode(first).samples + decode(second).samples))
    #expect(description.warnings.isEmpty)
    let mono = try code(codec, sound(channels: 1, frames: 24_002), serial: 3)
    let found = try error(first + mono)
    #expect(found?.kind == .unfit && found?.wayOut == "split it")
  }

  @Test func chainsOfDifferentKindsAreRefused() throws {
    let vorbis = try code(.vorbis, sound(frames: 24_002), serial: 1)
    let opus = try code(.opus, sound(frames: 24_002), serial: 2)
    let slower = try code(.vorbis, sound(rate: 44_100, frames: 24_002), serial: 3)
    #expect(try error(vorbis + opus)?.reason == "the file chains Ogg streams of different kinds")
    let rates = try error(vorbis + slower)
    #expect(rates?.reason.hasSuffix("2 channels at 48000 Hz and 2 channels at 44100 Hz") == true)
  }

  // MARK: Damage

  /// A damaged or missing page is silence as long as what it held; the rest stays in its place.
  @Test(arguments: Codec.allCases, ["damaged", "missing"]) func pagesAreLost(_ codec: Codec, _ how: String)
    throws
  {
    let bytes = try code(codec, sound(frames: 480_000))
    let whole = try decode(bytes).samples
    var pages = Self.pages(bytes)
    let middle = pages.count / 2
    if how == "damaged" { pages[middle][100] ^= 0xFF } else { pages.remove(at: middle) }
    let (samples, description) = try decode(pages.flatMap { $0 })
    #expect(samples.count == whole.count)
    #expect(description.warnings.count == 1 && description.warnings[0].hasPrefix("silence for "))
    #expect(description.seeking == .forwardOnly)
    // Everything but the page and its overlap is as it was; Opus remembers for a while.
    let share = codec == .vorbis ? 0.99 : 0.5
    let same = zip(samples, whole).count { abs($0 - $1) < (codec == .vorbis ? 1e-6 : 1e-2) }
    let page = whole.count / (pages.count - 2)
    #expect(Double(same) > share * Double(whole.count - 2 * page), "\(same) of \(whole.count)")
    let tail = 48_000
    #expect(zip(samples.suffix(tail), whole.suffix(tail)).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test(arguments: Codec.allCases) func bytesAround(_ codec: Codec) throws {
    let bytes = try code(codec, sound(frames: 48_000))
    let whole = try decode(bytes).samples
    let behind = try decode(bytes + [UInt8](repeating: 0x55, count: 3000))
    #expect(behind.samples == whole && behind.description.warnings.isEmpty)
    let before = try decode([UInt8](repeating: 0x55, count: 300) + bytes)
    #expect(before.samples == whole)
    #expect(before.description.warnings == ["the file begins with 300 bytes of something else than sound"])
    let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 65, count: 20)
    let tagged = try decode(tag + bytes)
    #expect(tagged.samples == whole && tagged.description.warnings.isEmpty)
  }

  @Test(arguments: Codec.allCases) func cutFiles(_ codec: Codec) throws {
    let bytes = try code(codec, sound(frames: 480_000))
    let (samples, description) = try decode(Array(bytes.prefix(bytes.count * 6 / 10)))
    #expect((100_000...400_000).contains(samples.count / 2))
    #expect(description.warnings.count == 1)
    #expect(description.warnings.first?.hasPrefix("the file is cut short") == true)
  }

  @Test(arguments: Codec.allCases) func headersOnly(_ codec: Codec) throws {
    let pages = Self.pages(try code(codec, sound(frames: 48_000)))
    let result = Result { try decode(pages.prefix(2).flatMap { $0 }).samples.count }
    // An error, or no frame, which is one where it is baked.
    if case .success(let count) = result { #expect(count == 0) }
  }

  // MARK: Other streams

  @Test func streamsThatAreNoSound() throws {
    let speex = Self.page(Array("Speex   1.2".utf8), serial: 5, flags: 2)
    let theora = Self.page([0x80] + Array("theora".utf8), serial: 6, flags: 2)
    #expect(try error(speex)?.reason == "the Ogg file holds Speex, which loopbake does not read")
    #expect(try error(theora)?.reason == "the Ogg file holds Theora video, which loopbake does not read")
    #expect(try error(Self.page([1, 2, 3], serial: 5, flags: 2))?.reason.contains("unknown kind") == true)
  }

  /// Skeleton, or a picture, may stand before the sound and beside it.
  @Test(arguments: Codec.allCases) func streamsBesideTheSound(_ codec: Codec) throws {
    let bytes = try code(codec, sound(frames: 48_000))
    let whole = try decode(bytes).samples
    let skeleton = Self.page(Array("fishead\0".utf8) + [UInt8](repeating: 0, count: 56), serial: 9, flags: 2)
    let pages = Self.pages(bytes)
    let mixed = skeleton + pages[0] + Self.page([], serial: 9, flags: 4) + pages.dropFirst().flatMap { $0 }
    let (samples, description) = try decode(mixed)
    #expect(samples == whole && description.warnings.isEmpty)
  }

  @Test(arguments: Codec.allCases) func randomDamage(_ codec: Codec) throws {
    let bytes = try code(codec, sound(frames: 96_000))
    var dice = Dice(seed: 8)
    for _ in 0..<40 {
      var damaged = bytes
      for _ in 0..<dice.roll(1...4) {
        let start = dice.roll(0...damaged.count - 1)
        let end = min(start + dice.roll(0...600), damaged.count)
        if dice.roll(0...1) == 0 {
          damaged.removeSubrange(start..<end)
        } else {
          for index in start..<end { damaged[index] = UInt8(truncatingIfNeeded: dice.next()) }
        }
        if damaged.isEmpty { damaged = bytes }
      }
      do throws(BakeError) {
        try folder.putQuietly("a.ogg", damaged)
        let file = try InputFile(.file(path: folder.file("a.ogg")), cancellation: Cancellation())
        var decoded = try DecodedFrames(file, cancellation: Cancellation())
        guard decoded.frameCount < 1 << 24 else { continue }
        let samples = try decoded.frames(at: 0, count: decoded.frameCount, as: Float.self)
        #expect(samples.count == decoded.frameCount * decoded.format.channels)
      } catch { #expect(!error.reason.isEmpty) }
    }
  }

  /// A bake reads a stream that cannot be sought in the right places.
  @Test func opusBakes() throws {
    let bytes = try code(.opus, sound(frames: 100_000))
    let (samples, _) = try decode(bytes)
    try folder.put("a.opus", bytes)
    let result = try folder.bake(
      "a.opus", to: "out.wav",
      .with {
        $0.fade = .frames(5000)
        $0.encoding = .float32
      })
    #expect(result.frames == 95_000 && result.format.sampleRate == 48_000)
    let baked = try folder.recording("out.wav")
    #expect(zip(baked[5000..<95_000], samples[10_000..<190_000]).allSatisfy { $0 == Double($1) })
    try SeekTests.expectExactSeeks(folder.file("a.opus"), as: Float.self, label: "Opus", jumps: 6)
  }
}

extension TemporaryFolder {
  fileprivate func putQuietly(_ name: String, _ bytes: [UInt8]) throws(BakeError) {
    do { try put(name, bytes) } catch {
      throw BakeError(.unwritable, path: name, "cannot write", because: "\(error)")
    }
  }
}

import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

@Suite struct MP3Tests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Options of lame, and the rate and channels of what is coded.
  struct Kind: Sendable, CustomTestStringConvertible {
    let options: String
    var rate = 44_100
    var channels = 2
    var testDescription: String { "lame \(options), \(channels) channels at \(rate) Hz" }
  }

  static let kinds: [Kind] = [
    Kind(options: "-b 320"), Kind(options: "-b 128 -m j"), Kind(options: "-b 128 -m s"),
    Kind(options: "-b 32"),
    Kind(options: "-V 0"), Kind(options: "-V 4"), Kind(options: "-V 9"), Kind(options: "--abr 110"),
    Kind(options: "--abr 32"), Kind(options: "-b 64 -m m", channels: 1), Kind(options: "-V 5", channels: 1),
    Kind(options: "-b 192", rate: 48_000), Kind(options: "-b 112", rate: 32_000),
    Kind(options: "-b 64", rate: 22_050), Kind(options: "-V 6", rate: 24_000),
    Kind(options: "-b 8 -m m", rate: 16_000, channels: 1), Kind(options: "--abr 40", rate: 16_000),
    Kind(options: "-b 8 -m m", rate: 8000, channels: 1), Kind(options: "-V 7", rate: 11_025),
    Kind(options: "-b 64", rate: 12_000), Kind(options: "-b 128 --nores"), Kind(options: "-b 320 --nores"),
  ]

  private func code(_ kind: Kind, frames: Int, extra: [String] = []) throws {
    try folder.put(
      "in.wav",
      Recording.ambience(seed: 2, rate: kind.rate, channels: kind.channels, .pcm16, frames: frames))
    let words = kind.options.split(separator: " ").map(String.init)
    let rate = ["--resample", "\(Double(kind.rate) / 1000)"]
    let made = Tool.run(
      "lame", ["--quiet"] + words + rate + extra + [folder.file("in.wav"), folder.file("in.mp3")])
    try #require(made.status == 0, Comment(rawValue: made.errors))
  }

  @Test(arguments: kinds) func seeksAreExact(_ kind: Kind) throws {
    try code(kind, frames: 50_000)
    try SeekTests.expectExactSeeks(
      folder.file("in.mp3"), as: Float.self, label: Comment(rawValue: kind.testDescription), jumps: 8)
  }

  /// lame writes no tag where a frame of the lowest rates has no room for it.
  @Test(arguments: kinds.filter { !["-b 32", "-b 8 -m m"].contains($0.options) })
  func lengthIsThatOfWhatWasCoded(_ kind: Kind) throws {
    for frames in [30_000, 1152, 44_101, 1] {
      try code(kind, frames: frames)
      let (description, count) = try opened("in.mp3")
      #expect(count == frames, "\(kind.testDescription): \(frames)")
      #expect(description.format == AudioFormat(sampleRate: kind.rate, channels: kind.channels))
      #expect(description.isLossy && description.warnings.isEmpty)
    }
  }

  @Test(arguments: [1000, 4608, 44_100]) func lengthFromFFmpeg(_ frames: Int) throws {
    try folder.put("in.wav", Recording.ambience(seed: 2, .pcm16, frames: frames))
    for options in [["-b:a", "128k"], ["-q:a", "3"], ["-abr", "1", "-b:a", "96k"]] {
      let made = Tool.run(
        "ffmpeg",
        ["-v", "error", "-y", "-i", folder.file("in.wav"), "-c:a", "libmp3lame"] + options + [
          folder.file("in.mp3")
        ])
      try #require(made.status == 0, Comment(rawValue: made.errors))
      #expect(try opened("in.mp3").frames == frames, "\(options)")
    }
  }

  /// Without a tag nothing is known of the delay: whole MPEG frames, and a warning.
  @Test(arguments: [kinds[1], kinds[13]]) func withoutTagEveryDecodedFrameIsKept(_ kind: Kind) throws {
    try code(kind, frames: 30_000, extra: ["-t"])
    let (description, count) = try opened("in.mp3")
    let frameLength = kind.rate >= 32_000 ? 1152 : 576
    #expect(count.isMultiple(of: frameLength) && count > 30_000)
    #expect(description.warnings.count == 1)
    #expect(Tool.ffmpegSamples(folder.file("in.mp3")).count / kind.channels <= count)
  }

  /// Tags before and after the sound are no sound.
  @Test func tagsAreSkipped() throws {
    try code(
      Self.kinds[1], frames: 30_000, extra: ["--add-id3v2", "--pad-id3v2-size", "100000", "--tt", "x"])
    #expect(try opened("in.mp3").frames == 30_000)
    let bytes = try folder.bytes("in.mp3")
    try folder.put("in.mp3", bytes + Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125))
    #expect(try opened("in.mp3").frames == 30_000)
  }

  /// Content decides, never the extension; Layer II has no tag at all.
  @Test func otherLayersAndNames() throws {
    try folder.put("in.wav", Recording.ambience(seed: 2, .pcm16, frames: 30_000))
    let made = Tool.run(
      "ffmpeg", ["-v", "error", "-i", folder.file("in.wav"), "-f", "mp2", folder.file("layer2.wav")])
    try #require(made.status == 0, Comment(rawValue: made.errors))
    let (description, count) = try opened("layer2.wav")
    #expect(description.summary == "MPEG audio, layer 2" && description.warnings.isEmpty)
    #expect(count.isMultiple(of: 1152) && count > 30_000)
    let judge = Tool.ffmpegSamples(folder.file("layer2.wav"))
    #expect(judge.count == 2 * count)
  }

  private func opened(_ name: String) throws -> (description: SourceDescription, frames: Int) {
    let file = try InputFile(.file(path: folder.file(name)), cancellation: Cancellation())
    let decoded = try DecodedFrames(file, cancellation: Cancellation())
    return (decoded.description, decoded.frameCount)
  }
}

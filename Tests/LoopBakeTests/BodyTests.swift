import LoopBake
import TestSupport
import Testing

/// What no fade touches is the decoder's output, bit for bit.
@Suite struct BodyTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Every encoding with itself and all wider ones.
  static let pairs = SampleEncoding.allCases.flatMap { source in
    SampleEncoding.allCases.filter { $0.holds(source) }.map { (source, $0) }
  }

  @Test(arguments: pairs) func bodyIsTheSource(_ source: SampleEncoding, _ target: SampleEncoding) throws {
    for seed in 0..<12 {
      var bakeCase = BakeCase(seed: seed, encoding: source)
      bakeCase.settings.encoding = target
      let (_, sound) = try folder.bake(bakeCase.source, bakeCase.settings)
      #expect(sound.encoding == target)
      expectBody(bakeCase, sound, source: bakeCase.source)
    }
  }

  /// Samples over the whole range, so that a limiter that is not needed must not act.
  @Test(arguments: SampleEncoding.allCases) func extremesStay(_ encoding: SampleEncoding) throws {
    var dice = Dice(seed: 5)
    let source = Recording(channels: 1, encoding, frames: 9000) { frame, _ in
      // Quiet where the fade is.
      (1000..<8000).contains(frame) ? dice.pick([-1, 1, dice.swing()]) : 0.1 * dice.swing()
    }
    let (_, sound) = try folder.bake(source, .with { $0.fade = .frames(500) })
    #expect(firstDifference(sound[500..<8500], source[500..<8500]) == nil)
  }

  @Test(arguments: [Container.rf64, .w64, .aiff, .caf, .au]) func everyContainer(_ container: Container)
    throws
  {
    for (seed, encoding) in container.encodings.enumerated() {
      var bakeCase = BakeCase(seed: 40 + seed, encoding: encoding)
      bakeCase.settings.container = container
      try folder.put("in.wav", bakeCase.source)
      _ = try folder.bake("in.wav", to: "out", bakeCase.settings)
      expectBody(bakeCase, judged("out", like: bakeCase.source), source: bakeCase.source)
    }
  }

  @Test(arguments: [SampleEncoding.pcm8, .pcm16, .pcm24], [0, 5, 8])
  func flac(_ encoding: SampleEncoding, _ level: Int) throws {
    for seed in 60..<64 {
      var bakeCase = BakeCase(seed: seed, encoding: encoding, frames: 1...20_000)
      bakeCase.settings.compressionLevel = level
      try folder.put("in.wav", bakeCase.source)
      _ = try folder.bake("in.wav", to: "out.flac", bakeCase.settings)
      expectBody(bakeCase, judged("out.flac", like: bakeCase.source), source: bakeCase.source)
    }
  }

  /// A lossy source is what its decoder says, gapless and in float.
  @Test(arguments: ["libmp3lame", "libvorbis"]) func lossyBodyIsTheDecodersOutput(_ codec: String) throws {
    let name = codec == "libvorbis" ? "in.ogg" : "in.mp3"
    try folder.put("in.wav", Recording.ambience(seed: 3, .pcm16, frames: 60_000))
    let made = Tool.run(
      "ffmpeg", ["-v", "error", "-i", folder.file("in.wav"), "-c:a", codec, folder.file(name)])
    try #require(made.status == 0, Comment(rawValue: made.errors))
    let whole = try decoded(name)
    #expect(whole.frames == 60_000)
    let (fade, trim) = (5000, 1234..<58_765)
    let result = try folder.bake(
      name, to: "out.wav",
      .with {
        $0.fade = .frames(fade)
        $0.trim = TimeRange(start: .frames(trim.lowerBound), end: .frames(trim.upperBound))
        $0.encoding = .float32
      })
    let sound = try folder.recording("out.wav")
    #expect(result.frames == trim.count - fade)
    let body = sound[fade..<result.frames]
    #expect(firstDifference(body, whole[trim.lowerBound + fade..<trim.upperBound - fade]) == nil)
    // Another decoder of the same stream differs only by rounding.
    let judge = Tool.ffmpegSamples(folder.file(name))
    #expect(largestDifference(judge, whole.samples) < 1e-5)
  }

  /// The whole file through fade 0: what the package's decoder delivers.
  private func decoded(_ name: String) throws -> Recording {
    _ = try folder.bake(
      name, to: "whole.wav",
      .with {
        $0.fade = .frames(0)
        $0.encoding = .float32
      })
    return try folder.recording("whole.wav")
  }

  private func judged(_ name: String, like source: Recording) -> Recording {
    Recording(source.format, source.encoding, samples: Tool.ffmpegSamples(folder.file(name)))
  }

  private func expectBody(_ bakeCase: BakeCase, _ sound: Recording, source: Recording) {
    let label = Comment(rawValue: bakeCase.testDescription)
    guard sound.frames == bakeCase.frames else {
      Issue.record("\(sound.frames) frames: \(bakeCase.testDescription)")
      return
    }
    let body =
      bakeCase.layout == .whole ? bakeCase.fade.upperBound..<bakeCase.frames : 0..<bakeCase.fade.lowerBound
    let original = source[bakeCase.origin + body.lowerBound..<bakeCase.origin + body.upperBound]
    #expect(firstDifference(sound[body], original) == nil, label)
  }
}

import TestSupport
import Testing

@testable import LoopBake

/// `--loop embedded`: the source's own loop is baked.
@Suite struct SourceLoopTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Noise with chunks behind its sound.
  private func put(_ name: String, rate: Int = 44_100, frames: Int = 22_050, _ chunks: [UInt8]...) throws {
    let wav = WAVFile(.noise(seed: 4, rate: rate, .pcm16, frames: frames)).bytes
    try folder.put(name, LoopBytes.adding(chunks.flatMap { $0 }, to: wav))
  }

  private func bake(
    _ name: String = "in.wav", to output: String = "out.wav", fade: Int = 1000,
    _ change: (inout BakeSettings) -> Void = { _ in }
  ) throws -> BakeResult {
    try folder.bake(
      name, to: output,
      .with {
        $0.loop = .embedded
        $0.fade = .frames(fade)
        change(&$0)
      })
  }

  private func refusal(
    fade: Int = 1000, _ change: (inout BakeSettings) -> Void = { _ in }
  ) throws -> BakeError {
    try #require(#expect(throws: BakeError.self) { try bake(fade: fade, change) })
  }

  @Test func loopIsThatOfTheSource() throws {
    try put("in.wav", LoopBytes.sampler([(0, 4410, 17_639)]))
    let result = try bake()
    #expect(result.loop == LoopRegion(startFrame: 4410, endFrame: 17_640))
    #expect((result.frames, result.loopSource, result.warnings) == (17_640, .sampler, []))
    let (source, sound) = (try folder.recording("in.wav"), try folder.recording("out.wav"))
    #expect(sound[0..<16_640] == source[0..<16_640])
  }

  /// The same bytes as with the same positions in words.
  @Test func embeddedIsARange() throws {
    try put("in.wav", LoopBytes.sampler([(0, 4410, 17_639)]))
    for layout in [nil, BakeSettings.Layout.whole] {
      for rate in [nil, 48_000] {
        _ = try bake(to: "a.wav") { ($0.layout, $0.sampleRate) = (layout, rate) }
        _ = try bake(to: "b.wav") {
          ($0.layout, $0.sampleRate) = (layout, rate)
          let scale = rate == nil ? (4410, 17_640) : (4800, 19_200)
          $0.loop = .range(TimeRange(start: .frames(scale.0), end: .frames(scale.1)))
        }
        #expect(try folder.bytes("a.wav") == folder.bytes("b.wav"))
      }
    }
  }

  /// Points of a 48 kHz source are scaled like lengths: the nearest frame, halves up.
  @Test(arguments: [
    (48_000, 44_100, 9600, 96_000, 8820, 88_200), (44_100, 48_000, 1, 22_050, 1, 24_000),
    (44_100, 48_000, 12_345, 20_001, 13_437, 21_770), (48_000, 24_000, 3, 9, 2, 5),
    (11_025, 48_000, 5513, 11_025, 24_002, 48_000),
  ])
  func pointsAreScaled(
    rate: Int, outputRate: Int, start: Int, end: Int, scaledStart: Int, scaledEnd: Int
  ) throws {
    try put("in.wav", rate: rate, frames: max(end, 20_000), LoopBytes.sampler([(0, start, end - 1)]))
    let result = try bake(fade: 0) { $0.sampleRate = outputRate }
    #expect(result.loop == LoopRegion(startFrame: scaledStart, endFrame: scaledEnd))
    #expect(try folder.recording("out.wav").frames == scaledEnd)
  }

  /// What is written is read, whatever the format.
  @Test(arguments: Container.allCases.filter(\.storesLoopPoints)) func whatWasBakedCanBeBakedAgain(
    _ container: Container
  ) throws {
    try put("in.wav", LoopBytes.sampler([(0, 4410, 17_639)]))
    _ = try bake(to: "first") { $0.container = container }
    let again = try bake("first", to: "second.wav", fade: 0)
    #expect(again.loop == LoopRegion(startFrame: 4410, endFrame: 17_640))
    #expect(again.warnings == [])
    #expect(
      again.loopSource == (container == .aiff ? .instrument : container == .flac ? .flacSampler : .sampler))
    _ = try bake(to: "first.wav")
    #expect(try folder.recording("second.wav").samples == folder.recording("first.wav").samples)
  }

  @Test func noLoopIsAnError() throws {
    try put("in.wav")
    #expect(
      try refusal()
        == BakeError(
          .unfit, path: folder.file("in.wav"), "cannot take the file's own loop",
          because:
            "it names none: there is no smpl or INST chunk with a loop, no LOOPSTART field and no cue point",
          wayOut: "use --loop START..END"))
    #expect(folder.names == ["in.wav"])
  }

  @Test func loopsThatCannotBeUsedAreNamed() throws {
    try put("in.wav", LoopBytes.sampler([(1, 10, 19), (0, 7, 99_999)]))
    #expect(
      try refusal().reason
        == "none of those it names can be used: 10..20 (smpl), it plays to and fro (type 1); "
        + "7..100000 (smpl), it ends at frame 100000, behind the sound's 22050 frames")
  }

  @Test func loopsThatDifferAreNamed() throws {
    try put(
      "in.wav", LoopBytes.cue([(1, 5000)]),
      LoopBytes.sampler([(1, 1, 2), (0, 4410, 17_639), (0, 4410, 17_639)]))
    let result = try bake()
    #expect(result.loop == LoopRegion(startFrame: 4410, endFrame: 17_640))
    #expect(
      result.warnings == [
        "the file names several loops: 4410..17640 (smpl) is used, not 5000..22050 (cue)"
      ])
    try put("in.wav", LoopBytes.sampler((1...9).map { (0, 1000 * $0, 17_639) }))
    #expect(
      try bake().warnings == [
        "the file names several loops: 1000..17640 (smpl) is used, not 2000..17640 (smpl); 3000..17640 (smpl); "
          + "4000..17640 (smpl); 5000..17640 (smpl); and 4 more"
      ])
  }

  @Test func loopsThatAgreeAreNoMatter() throws {
    try put(
      "in.wav", LoopBytes.cue([(1, 5000)]), LoopBytes.regions([(1, 100, "rgn ")]),
      LoopBytes.sampler([(0, 5000, 5099)]))
    #expect(
      try bake(fade: 10).warnings == [
        "the loop is only 100 frames long: some engines do not loop so short a region"
      ])
  }

  @Test func anExclusiveEndIsMendedAndTold() throws {
    try put("in.wav", LoopBytes.sampler([(0, 4410, 22_050)]))
    let result = try bake()
    #expect(result.loop == LoopRegion(startFrame: 4410, endFrame: 22_050))
    #expect(
      result.warnings == [
        "the loop of smpl: its end was one frame behind the sound and was taken for the end of the sound"
      ])
  }

  @Test func theFadeMustFitBeforeTheStart() throws {
    try put("in.wav", LoopBytes.sampler([(0, 99, 17_639)]))
    let error = try refusal(fade: 100)
    #expect(error.failure == "a fade of 100 frames does not fit")
    #expect(error.reason == "the loop has 99 frames before it and 17541 in it")
    #expect(try bake(fade: 99).fadeFrames == 99)
    #expect(try bake(fade: 100) { $0.short = .shrink }.fadeFrames == 99)
    #expect(throws: Skipped.self) { try bake(fade: 100) { $0.short = .skip } }
    try put("in.wav", LoopBytes.sampler([(0, 0, 22_049)]))
    #expect(try bake(fade: 0).frames == 22_050)
    #expect(try bake(fade: 100) { $0.short = .shrink }.fadeFrames == 0)
  }

  @Test func trimMustHoldTheLoop() throws {
    try put("in.wav", LoopBytes.sampler([(0, 4410, 17_639)]))
    let trimmed = try bake(fade: 10) { $0.trim = TimeRange(start: .frames(4000), end: .frames(18_000)) }
    #expect(trimmed.loop == LoopRegion(startFrame: 410, endFrame: 13_640))
    let error = try refusal { $0.trim = TimeRange(start: nil, end: .frames(17_000)) }
    #expect(error.reason == "the used part of the source is 0f..17000f")
  }

  /// A file that ends early has no loop behind its end.
  @Test func aCutFileIsComparedWithWhatIsThere() throws {
    let chunk = LoopBytes.sampler([(0, 4410, 17_639)])
    let wav = LoopBytes.wav(frames: 22_050, before: chunk)
    try folder.put("in.wav", Array(wav.dropLast(22_050 - 17_640)))
    #expect(try bake(fade: 10).loop == LoopRegion(startFrame: 4410, endFrame: 17_640))
    try folder.put("in.wav", Array(wav.dropLast(22_050 - 17_638)))
    #expect(
      try refusal().reason
        == "none of those it names can be used: 4410..17640 (smpl), it ends at frame 17640, behind the sound's "
        + "17638 frames")
  }

  /// Every dialect of what was written is compared, not the first only.
  @Test func verificationLooksAtEveryDialect() throws {
    try put("in.wav", LoopBytes.cue([(1, 4410)]), LoopBytes.sampler([(0, 4410, 17_639)]))
    let file = try InputFile(.file(path: folder.file("in.wav")), cancellation: Cancellation())
    var spec = OutputSpec.small(.wav, .pcm16)
    (spec.frames, spec.loop) = (22_050, LoopRegion(startFrame: 4410, endFrame: 17_640))
    let job = BakeJob(
      input: .file(path: "in"), output: .file(path: folder.file("in.wav")), settings: BakeSettings())
    let descriptor = try file.duplicate()
    let error = #expect(throws: BakeError.self) { try job.verify(descriptor.number, spec) }
    #expect(error?.kind == .verification)
    #expect(error?.reason == "it says a loop of 4410..17640 in smpl, 4410..22050 in cue")
  }
}

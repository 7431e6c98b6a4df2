import LoopBake
import TestSupport
import Testing

/// Every refusal says exactly what is wrong, and leaves nothing behind.
@Suite struct ErrorTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let sound = Recording.noise(seed: 1, rate: 1000, channels: 3, .pcm16, frames: 5000)

  /// The error of a bake that must fail.
  private func refusal(
    _ recording: Recording? = nil, to output: String = "out.wav", _ change: (inout BakeSettings) -> Void
  ) throws -> BakeError? {
    try folder.put("in.wav", recording ?? sound)
    let error = #expect(throws: BakeError.self) {
      try folder.bake(
        "in.wav", to: output,
        .with {
          $0.fade = .frames(100)
          change(&$0)
        })
    }
    #expect(folder.names == ["in.wav"])
    return error
  }

  private func unfit(_ failure: String, because reason: String, wayOut: String? = nil) -> BakeError {
    BakeError(.unfit, path: folder.file("in.wav"), failure, because: reason, wayOut: wayOut)
  }

  @Test func fadeTooLong() throws {
    #expect(
      try refusal { $0.fade = .frames(2501) }
        == unfit(
          "a fade of 2501 frames does not fit", because: "the region has 5000 frames, two fades need 5002",
          wayOut: "at 1000 Hz the longest fade is 2500f; use --fade 2500f or --short shrink"))
  }

  @Test func loopWithoutEnoughBeforeIt() throws {
    #expect(
      try refusal { $0.loop = .range(TimeRange(start: .frames(99), end: nil)) }
        == unfit(
          "a fade of 100 frames does not fit", because: "the loop has 99 frames before it and 4901 in it",
          wayOut: "at 1000 Hz the longest fade is 99f; use --fade 99f or --short shrink"))
  }

  @Test(arguments: [
    (TimeRange(start: nil, end: .frames(5001)), "0f..5001f", "the used part of the source is 0f..5000f"),
    (TimeRange(start: .seconds(5), end: nil), "5000f..5000f", "it is empty"),
    (TimeRange(start: .seconds(7), end: nil), "7000f..5000f", "it is empty"),
    (TimeRange(start: .frames(9), end: .frames(3)), "9f..3f", "it is empty"),
  ]) func trimOutside(_ trim: TimeRange, _ frames: String, _ reason: String) throws {
    #expect(
      try refusal { $0.trim = trim } == unfit("--trim \(frames) (at 1000 Hz) does not fit", because: reason))
  }

  @Test func loopOutsideTheTrim() throws {
    let error = try refusal {
      $0.trim = TimeRange(start: .frames(1000), end: .frames(3000))
      $0.loop = .range(TimeRange(start: .frames(1500), end: .frames(3001)))
    }
    #expect(
      error
        == unfit(
          "--loop 1500f..3001f (at 1000 Hz) does not fit",
          because: "the used part of the source is 1000f..3000f"))
  }

  @Test func channelsOtherThanOneAndTwo() throws {
    #expect(
      try refusal { $0.channels = 2 }
        == unfit(
          "cannot make 2 channels from 3", because: "only 1 from 2 (mean) and 2 from 1 (copy) are defined",
          wayOut: "leave --channels out"))
  }

  @Test func encodingThatTheContainerDoesNotHold() throws {
    #expect(
      try refusal(to: "out.flac") { $0.encoding = .float32 }
        == unfit(
          "cannot write float32", because: "flac does not hold it", wayOut: "use one of pcm8, pcm16, pcm24"))
  }

  @Test func unknownExtension() throws {
    let error = try refusal(to: "out.xyz") { _ in }
    #expect(error?.kind == .unfit)
    #expect(error?.path == folder.file("out.xyz"))
    #expect(error?.reason == "the extension \"xyz\" stands for none")
  }

  @Test(arguments: [0, -1, 768_001]) func rateOutsideTheRange(_ rate: Int) throws {
    #expect(
      try refusal { $0.sampleRate = rate }
        == unfit("cannot bake", because: "a rate of \(rate) Hz is outside 1...768000"))
  }

  @Test func nothingLeftAtTheRate() throws {
    let error = try refusal(.noise(seed: 1, rate: 48_000, .pcm16, frames: 5)) { $0.sampleRate = 1000 }
    #expect(error == unfit("cannot bake", because: "5 frames are less than half a frame at 1000 Hz"))
  }

  @Test func noSound() throws {
    let empty = Recording(sound.format, .pcm16, samples: [])
    let error = try refusal(empty) { _ in }
    #expect(error?.kind == .notAudio)
    #expect(error?.reason == "the file has no sound: 0 frames")
  }

  /// The first bad sample's frame, wherever it is used.
  @Test(arguments: [Double.nan, .infinity, -.infinity], [0, 50, 2500, 4999])
  func notANumber(_ value: Double, _ frame: Int) throws {
    for encoding in [SampleEncoding.float32, .float64] {
      var bad = Recording.noise(seed: 1, rate: 1000, channels: 3, encoding, frames: 5000)
      bad.samples[frame * 3 + 1] = value
      for layout in BakeSettings.Layout.allCases {
        let error = try refusal(bad) { $0.layout = layout }
        #expect(error?.kind == .damaged)
        #expect(error?.reason == "frame \(frame) is not a finite number")
      }
    }
  }

  @Test func notANumberOutsideTheTrimDoesNotMatter() throws {
    var bad = Recording.noise(seed: 1, rate: 1000, channels: 1, .float32, frames: 5000)
    bad.samples[10] = .nan
    bad.samples[4990] = .infinity
    let (result, _) = try folder.bake(
      bad,
      .with {
        $0.fade = .frames(100)
        $0.trim = TimeRange(start: .frames(11), end: .frames(4990))
      })
    #expect(result.frames == 4879)
  }

  @Test func shrinkUsesTheLongestFade() throws {
    let (result, _) = try folder.bake(
      sound,
      .with {
        $0.fade = .seconds(5)
        $0.short = .shrink
      })
    #expect(result.fadeFrames == 2500 && result.frames == 2500)
    #expect(result.warnings == ["the fade was shortened from 5000 to 2500 frames: no more fits"])
  }

  @Test func skipWritesNothing() throws {
    try folder.put("in.wav", sound)
    let settings = BakeSettings.with { $0.short = .skip }
    let error = #expect(throws: Skipped.self) { try folder.bake("in.wav", to: "out.wav", settings) }
    #expect(error?.reason == "the region is shorter than two fades")
    #expect(folder.names == ["in.wav"])
  }

  @Test func noClobberLeavesTheOldFile() throws {
    try folder.put("in.wav", sound)
    try folder.put("out.wav", [1, 2, 3])
    let settings = BakeSettings.with {
      $0.fade = .frames(100)
      $0.noClobber = true
    }
    #expect(throws: Skipped.self) { try folder.bake("in.wav", to: "out.wav", settings) }
    #expect(try folder.bytes("out.wav") == [1, 2, 3])
  }

  @Test func unreadableInputs() throws {
    try folder.put("empty.wav", [UInt8]())
    try folder.put("text.wav", Array("no sound at all, only words".utf8))
    let expected: [(String, BakeError.Kind, String)] = [
      ("missing.wav", .unreadable, "No such file or directory"),
      ("empty.wav", .notAudio, "the file is empty"),
      (".", .unreadable, "it is a folder"),
    ]
    for (name, kind, reason) in expected {
      let error = #expect(throws: BakeError.self) { try folder.bake(name, to: "out.wav", .with { _ in }) }
      #expect(error?.kind == kind && error?.reason == reason, "\(name): \(String(describing: error))")
    }
    let error = #expect(throws: BakeError.self) { try folder.bake("text.wav", to: "out.wav", .with { _ in }) }
    #expect(error?.kind == .notAudio)
    #expect(folder.names == ["empty.wav", "text.wav"])
  }

  @Test func dryRunWritesNothingAndFindsTheSame() throws {
    try folder.put("in.wav", sound)
    let settings = BakeSettings.with {
      $0.fade = .frames(100)
      $0.sidecar = true
    }
    let job = BakeJob(
      input: .file(path: folder.file("in.wav")), output: .file(path: folder.file("out.wav")),
      settings: settings)
    guard case .baked(let planned) = try job.run(dryRun: true, cancellation: Cancellation()) else {
      Issue.record("skipped")
      return
    }
    #expect(planned.frames == 4900 && planned.peak.isNaN)
    #expect(folder.names == ["in.wav"])
  }
}

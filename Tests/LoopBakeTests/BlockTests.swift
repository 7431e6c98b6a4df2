import LoopBake
import TestSupport
import Testing

/// No byte of an output depends on how the work was cut up.
@Suite struct BlockTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A bake that uses something that looks ahead or behind.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rate = 8000
    var frames = 3000
    var amplitude = 0.6
    var encoding = SampleEncoding.pcm16
    let change: @Sendable (inout BakeSettings) -> Void
  }

  static let kinds: [Kind] =
    [
      Kind(testDescription: "as it is") { _ in },
      Kind(testDescription: "behind an intro") { $0.layout = .intro },
      Kind(testDescription: "loop inside") {
        $0.loop = .range(TimeRange(start: .frames(1000), end: .frames(2500)))
      },
      Kind(testDescription: "limited", amplitude: 0.95) { $0.gainDB = 3 },
      Kind(testDescription: "limited mix only", amplitude: 0.99) { _ in },
      Kind(testDescription: "limited behind an intro", amplitude: 0.95) {
        $0.gainDB = 3
        $0.layout = .intro
      },
      Kind(testDescription: "limited mix behind an intro", amplitude: 0.99) { $0.layout = .intro },
      Kind(testDescription: "scaled", amplitude: 0.95, encoding: .pcm24) {
        $0.gainDB = 3
        $0.onClip = .scale
        $0.encoding = .pcm8
      },
      Kind(testDescription: "clipped", amplitude: 0.95) {
        $0.gainDB = 3
        $0.onClip = .clip
      },
      Kind(testDescription: "narrowed", encoding: .float64) { $0.encoding = .pcm8 },
      Kind(testDescription: "mixed to one channel", encoding: .pcm24) { $0.channels = 1 },
      Kind(testDescription: "FLAC", encoding: .pcm24) { $0.container = .flac },
      Kind(testDescription: "float", encoding: .float32) { _ in },
    ]
    + [(7350, 8000), (8000, 3675), (2499, 3001), (48_000, 8000)].flatMap { rates in
      BakeSettings.Resampler.allCases.flatMap { resampler in
        [
          Kind(testDescription: "\(rates) by \(resampler)", rate: rates.0, frames: 2000) {
            $0.sampleRate = rates.1
            $0.resampler = resampler
            $0.fade = .percent(20)
          },
          Kind(
            testDescription: "\(rates) by \(resampler), a ring behind an intro, limited", rate: rates.0,
            frames: 2000,
            amplitude: 0.99
          ) {
            $0.sampleRate = rates.1
            $0.resampler = resampler
            $0.fade = .frames(0)
            $0.layout = .intro
            $0.gainDB = 2
            $0.loop = .range(TimeRange(start: .frames(100), end: .frames(300)))
          },
        ]
      }
    }

  @Test(arguments: kinds) func blocksAndThreads(_ kind: Kind) throws {
    try folder.put(
      "in.wav",
      Recording.noise(seed: 8, rate: kind.rate, kind.encoding, frames: kind.frames, amplitude: kind.amplitude)
    )
    var settings = BakeSettings.with { $0.fade = .frames(750) }
    kind.change(&settings)
    settings.container = settings.container ?? .wav
    let expected = try folder.bake("in.wav", to: "first", settings)
    let bytes = try folder.bytes("first")
    for (blockFrames, threads) in [(1, 1), (7, 2), (1000, 3), (4096, 1), (100_000, 2)] {
      settings.blockFrames = blockFrames
      settings.threads = threads
      var result = try folder.bake("in.wav", to: "second", settings)
      result.output = expected.output
      let label = Comment(rawValue: "\(kind.testDescription): blocks of \(blockFrames), \(threads) threads")
      #expect(try folder.bytes("second") == bytes, label)
      #expect(result == expected, label)
    }
  }

  /// Two runs, and one under another name in another folder.
  @Test(arguments: Container.allCases) func nameAndTimeLeaveNoTrace(_ container: Container) throws {
    try folder.put("in.wav", Recording.noise(seed: 1, .pcm24, frames: 5000))
    try folder.put("elsewhere/source.wav", Recording.noise(seed: 1, .pcm24, frames: 5000))
    let settings = BakeSettings.with {
      $0.fade = .frames(500)
      $0.container = container
      $0.encoding = container == .flac ? .pcm24 : .float32
    }
    _ = try folder.bake("in.wav", to: "a", settings)
    _ = try folder.bake("elsewhere/source.wav", to: "elsewhere/b", settings)
    #expect(try folder.bytes("a") == folder.bytes("elsewhere/b"))
  }
}

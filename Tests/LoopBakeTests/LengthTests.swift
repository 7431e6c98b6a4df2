import LoopBake
import TestSupport
import Testing

@Suite struct LengthTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func check(_ bakeCase: BakeCase) throws {
    let (result, sound) = try folder.bake(bakeCase.source, bakeCase.settings)
    let label = Comment(rawValue: bakeCase.testDescription)
    #expect(result.frames == bakeCase.frames, label)
    #expect(result.loop == bakeCase.outputLoop, label)
    #expect(result.fadeFrames == bakeCase.fadeFrames, label)
    #expect(result.source.usedFrames == bakeCase.used.lowerBound..<bakeCase.loop.upperBound, label)
    #expect(sound.frames == bakeCase.frames, label)
    #expect(sound.format.channels == bakeCase.source.format.channels, label)
    #expect(
      sound.format.sampleRate == bakeCase.settings.sampleRate ?? bakeCase.source.format.sampleRate, label)
  }

  @Test(arguments: 0..<8) func anyLengthFadeLayoutTrimAndLoop(_ group: Int) throws {
    for seed in group * 20..<group * 20 + 20 { try check(BakeCase(seed: seed)) }
  }

  static let rates = [
    (16_000, 43_779), (43_779, 16_000), (12_499, 15_001), (96_000, 44_100), (44_100, 48_000), (8000, 192_000),
    (192_000, 8000), (48_000, 12_499), (44_101, 44_100), (1, 3), (11_025, 1000),
  ]

  @Test(arguments: rates) func anyRate(_ rates: (Int, Int)) throws {
    for seed in 0..<3 {
      let bakeCase = BakeCase(seed: 1000 + seed, rates: rates, frames: 1...2000)
      // Nothing is left of a few frames at a much lower rate.
      if 2 * bakeCase.source.frames * rates.1 < rates.0 { continue }
      try check(bakeCase)
    }
  }

  @Test(arguments: [BakeSettings.Resampler.srcBest, .srcMedium, .srcFast])
  func anyResampler(_ resampler: BakeSettings.Resampler) throws {
    for (seed, rates) in [(44_100, 48_000), (96_000, 44_100), (12_499, 15_001), (8000, 8001)].enumerated() {
      var bakeCase = BakeCase(seed: 2000 + seed, rates: rates, frames: 100...2000)
      bakeCase.settings.resampler = resampler
      try check(bakeCase)
    }
  }

  /// There and back through a coarser grid: each step is the nearest whole number, halves up.
  @Test(arguments: [3, 4, 5, 999, 1000, 16_000, 20_011]) func thereAndBack(_ frames: Int) throws {
    var sound = Recording.noise(seed: frames, rate: 16_000, channels: 1, .float32, frames: frames)
    for rate in [43_779, 16_000, 3001, 16_000] {
      let from = sound.format.sampleRate
      let expected = (2 * sound.frames * rate + from) / (2 * from)
      sound = try folder.bake(
        sound,
        .with {
          $0.sampleRate = rate
          $0.fade = .frames(0)
        }
      ).sound
      #expect(sound.frames == expected, "\(frames) frames, \(from) to \(rate) Hz")
    }
  }

  @Test(arguments: [(10.0, 100), (33.3, 333), (50, 500), (0.04, 0), (0.05, 1)])
  func percentIsOfTheRegion(_ percent: Double, _ fade: Int) throws {
    let source = Recording.noise(seed: 1, .pcm16, frames: 1500)
    let (result, _) = try folder.bake(
      source,
      .with {
        $0.fade = .percent(percent)
        $0.trim = TimeRange(start: .frames(500), end: nil)
      })
    #expect(result.fadeFrames == fade)
    #expect(result.frames == 1000 - fade)
  }
}

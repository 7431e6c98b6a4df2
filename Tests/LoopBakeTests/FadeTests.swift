import LoopBake
import LoopDSP
import TestSupport
import Testing

@Suite struct FadeTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Every output sample lies within `tolerance` of the definition.
  private func check(_ bakeCase: BakeCase, tolerance: Double) throws {
    let (_, sound) = try folder.bake(bakeCase.source, bakeCase.settings)
    let difference = largestDifference(sound.samples, bakeCase.ideal)
    #expect(difference <= tolerance, "\(difference) in \(bakeCase.testDescription)")
  }

  @Test(arguments: [SampleEncoding.pcm8, .pcm16, .pcm24]) func roundedToTheNearestStep(
    _ encoding: SampleEncoding
  ) throws {
    for seed in 100..<130 {
      var bakeCase = BakeCase(seed: seed, encoding: encoding)
      bakeCase.settings.dither = .none
      try check(bakeCase, tolerance: 0.51 * encoding.step)
    }
  }

  /// Triangular dither and rounding: at most one and a half steps.
  @Test(arguments: [SampleEncoding.pcm8, .pcm16, .pcm24]) func ditheredWithinOneAndAHalfSteps(
    _ encoding: SampleEncoding
  ) throws {
    for seed in 130..<150 {
      try check(BakeCase(seed: seed, encoding: encoding), tolerance: 1.5 * encoding.step)
    }
  }

  @Test(arguments: [SampleEncoding.pcm32, .float32, .float64], [1e-7]) func wideFormats(
    _ encoding: SampleEncoding, _ tolerance: Double
  ) throws {
    for seed in 150..<180 { try check(BakeCase(seed: seed, encoding: encoding), tolerance: tolerance) }
  }

  @Test func doublesKeepTheirPrecision() throws {
    for seed in 180..<190 { try check(BakeCase(seed: seed, encoding: .float64), tolerance: 1e-15) }
  }

  /// Unrelated sounds keep their level through an equal-power fade, everywhere in it.
  @Test(arguments: [BakeSettings.Layout.whole, .intro]) func noiseKeepsItsLevel(_ layout: BakeSettings.Layout)
    throws
  {
    let fade = 100_000
    let source = Recording.noise(seed: 9, channels: 1, .pcm24, frames: 400_000, amplitude: 0.5)
    let (result, sound) = try folder.bake(
      source,
      .with {
        $0.fade = .frames(fade)
        $0.layout = layout
      })
    let level = decibels(meanSquare(source.samples))
    let first = layout == .whole ? 0 : result.frames - fade
    for start in stride(from: first, to: first + fade, by: fade / 5) {
      let part = decibels(meanSquare(sound[start..<start + fade / 5]))
      #expect(abs(part - level) < 0.3, "\(layout), from \(start) on: \(part - level) dB")
    }
  }

  /// Equal sounds keep their level through an equal-gain or smooth fade: a periodic sound stays what it is.
  @Test(arguments: [FadeLaw.equalGain, .smooth]) func periodicSoundStays(_ law: FadeLaw) throws {
    let period = Recording.noise(seed: 4, channels: 2, .float64, frames: 1000)
    let source = Recording(period.format, .float64, samples: period.samples + period.samples + period.samples)
    let (_, sound) = try folder.bake(
      source,
      .with {
        $0.fade = .frames(1000)
        $0.curve = law
      })
    #expect(largestDifference(sound.samples, period.samples + period.samples) < 1e-15)
  }

  /// The first output frame carries on where the loop's last one ends.
  @Test(arguments: 0..<10) func seamIsNoLargerThanTheSoundsOwnSteps(_ seed: Int) throws {
    let source = Recording.ambience(seed: seed, .pcm16, frames: 60_000)
    for layout in BakeSettings.Layout.allCases {
      let (result, sound) = try folder.bake(
        source,
        .with {
          $0.fade = .frames(11_025)
          $0.layout = layout
        })
      #expect(result.seamStep <= 1.1 * result.ownStep, "seed \(seed), \(layout): \(result)")
      let (first, last) = (result.loop.startFrame, result.loop.endFrame - 1)
      let step = (0..<2).map { abs(sound[first, $0] - sound[last, $0]) }.max()
      #expect(result.seamStep == step, "seed \(seed), \(layout)")
      #expect(result.peak == sound.samples.map(abs).max(), "seed \(seed), \(layout)")
    }
  }

  /// A tail that is the head upside down cancels it; one that is like it does not.
  @Test(arguments: [(-1.0, true), (-0.5, false), (1.0, false)])
  func cancellationIsTold(_ likeness: Double, _ isTold: Bool) throws {
    let (head, other) = (
      Recording.noise(seed: 6, channels: 2, .float64, frames: 4000),
      Recording.noise(seed: 7, channels: 2, .float64, frames: 4000)
    )
    let rest = (1 - likeness * likeness).squareRoot()
    let tail = zip(head.samples, other.samples).map { likeness * $0 + rest * $1 }
    let source = Recording(head.format, .float64, samples: head.samples + other.samples + tail)
    let (result, _) = try folder.bake(source, .with { $0.fade = .frames(4000) })
    #expect(result.warnings.contains { $0.contains("cancel each other out") } == isTold, "\(result.warnings)")
  }
}

import LoopBake
import TestSupport
import Testing

/// `--fade 0`: what loops already still loops.
@Suite struct RingTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: SampleEncoding.allCases) func withoutConversionNothingChanges(_ encoding: SampleEncoding)
    throws
  {
    let source = Recording.noise(seed: 3, encoding, frames: 5003, amplitude: 1)
    for layout in BakeSettings.Layout.allCases {
      let (result, sound) = try folder.bake(
        source,
        .with {
          $0.fade = .frames(0)
          $0.layout = layout
        })
      #expect(sound.samples == source.samples)
      #expect(result.loop == LoopRegion(startFrame: 0, endFrame: 5003))
      #expect(result.warnings.isEmpty)
    }
  }

  static let rates = [
    (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (12_499, 15_001), (16_000, 43_779),
    (192_000, 44_100),
    (48_000, 12_499),
  ]

  /// A tone of whole cycles: its ideal continuation over the seam is the tone itself at the ring's new length.
  @Test(arguments: rates, BakeSettings.Resampler.allCases)
  func resampledToneGoesOnRoundTheRing(_ rates: (Int, Int), _ resampler: BakeSettings.Resampler) throws {
    // Lengths that do not divide, and a tone well inside the band of the lower rate.
    for frames in [4801, 9999, 10_007] {
      let cycles = frames * min(rates.0, rates.1) / rates.0 / 8
      let source = Recording.tone(cycles: cycles, rate: rates.0, .float64, frames: frames)
      let (result, sound) = try folder.bake(
        source,
        .with {
          $0.fade = .frames(0)
          $0.sampleRate = rates.1
          $0.resampler = resampler
          $0.encoding = .float64
        })
      #expect(result.frames == (2 * frames * rates.1 + rates.0) / (2 * rates.0))
      let ideal = Recording.tone(cycles: cycles, rate: rates.1, .float64, frames: result.frames)
      let label = "\(frames) frames, \(rates), \(resampler)"
      let required = resampler == .sinc ? -110.0 : resampler == .srcFast ? -90 : -100
      expect(sound, equals: ideal, within: required, label)
    }
  }

  /// The seam's 200 frames on both sides, and everything else, against the ideal.
  private func expect(_ sound: Recording, equals ideal: Recording, within required: Double, _ label: String) {
    let signal = meanSquare(ideal.samples)
    let error = zip(sound.samples, ideal.samples).map { $0 - $1 }
    let seam = meanSquare(Array(error.prefix(400) + error.suffix(400)))
    #expect(decibels(seam / signal) <= required, "seam: \(decibels(seam / signal)) dB, \(label)")
    #expect(
      decibels(meanSquare(error) / signal) <= required,
      "all: \(decibels(meanSquare(error) / signal)) dB, \(label)")
  }

  /// One second before the loop and one in it, a tone of whole cycles in each: the same tone comes out, also at the
  /// loop's end, where it goes on at the loop's start and not behind the end of the file.
  @Test(arguments: rates) func resampledToneGoesOnBehindAnIntro(_ rates: (Int, Int)) throws {
    let hertz = min(rates.0, rates.1) / 8
    let source = Recording.tone(cycles: 2 * hertz, rate: rates.0, channels: 1, .float64, frames: 2 * rates.0)
    let (result, sound) = try folder.bake(
      source,
      .with {
        $0.fade = .frames(0)
        $0.sampleRate = rates.1
        $0.encoding = .float64
        $0.loop = .range(TimeRange(start: .frames(rates.1), end: nil))
      })
    #expect(result.loop == LoopRegion(startFrame: rates.1, endFrame: 2 * rates.1))
    let ideal = Recording.tone(cycles: 2 * hertz, rate: rates.1, channels: 1, .float64, frames: 2 * rates.1)
    // The file's own beginning has silence before it.
    let error = zip(sound.samples, ideal.samples).dropFirst(500).map { $0 - $1 }
    for part in [error, error.suffix(200)] {
      let ratio = meanSquare(part) / meanSquare(ideal.samples)
      #expect(decibels(ratio) <= -110, "\(rates): \(decibels(ratio)) dB")
    }
  }

  /// Wherever the loop begins, every converter puts the same sound on the same frame.
  @Test func convertersAgreeBehindAnOddIntro() throws {
    let source = Recording.tone(cycles: 3_000, rate: 44_100, channels: 1, .float64, frames: 60_000)
    func bake(_ resampler: BakeSettings.Resampler) throws -> Recording {
      try folder.bake(
        source,
        .with {
          $0.fade = .frames(0)
          $0.sampleRate = 48_000
          $0.resampler = resampler
          $0.encoding = .float64
          $0.loop = .range(TimeRange(start: .frames(20_011), end: .frames(60_017)))
        }
      ).1
    }
    let (ours, theirs) = (try bake(.sinc), try bake(.srcBest))
    // Off the places where the loop, which is no whole number of cycles, jumps.
    let error = zip(ours.samples, theirs.samples).map { $0 - $1 }[1_000..<59_000]
    #expect(decibels(meanSquare(Array(error)) / meanSquare(ours.samples)) <= -60)
  }
}

import LoopDSP
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A resampling with the lowest signal-to-noise ratio that it may have, in dB.
struct Quality: Sendable, CustomTestStringConvertible {
  let ratio: ResampleRatio
  let lowest: Double

  init(_ inputRate: Int, _ outputRate: Int, offset: Int = 0, _ lowest: Double) {
    ratio = ResampleRatio(from: inputRate, to: outputRate, offset: offset)
    self.lowest = lowest
  }

  var testDescription: String { "\(ratio.inStep):\(ratio.outStep) >= \(lowest) dB" }

  /// Frequencies given for a lower rate of 44.1 kHz, as cycles per input frame of this ratio.
  func scaled(_ hertz: [Double]) -> [Double] {
    let lowerRate = min(1, Double(ratio.outStep) / Double(ratio.inStep))
    return hertz.map { $0 / 44_100 * lowerRate }
  }
}

@Suite struct ResampleQualityTests {
  static let table = [
    Quality(44_100, 48_000, 137), Quality(48_000, 44_100, 137), Quality(44_100, 96_000, 137),
    Quality(96_000, 44_100, 137), Quality(44_100, 22_050, 137), Quality(8_000, 48_000, 137),
    Quality(192_000, 44_100, 137), Quality(48_000, 1_000, 137),
    // Too many phases for a row each: interpolated.
    Quality(12_499, 15_001, 137), Quality(15_001, 12_499, 137), Quality(44_100, 44_101, 137),
    Quality(44_101, 44_100, 137), Quality(7_938_001, 8_640_003, 137), Quality(44_101, 441, 137),
    Quality(1 << 40, (1 << 40) + 12_345_677, 137), Quality((1 << 41) + 1, (1 << 40) + 3, 137),
    // Output frame 0 between input frames.
    Quality(44_100, 48_000, offset: 12_345, 137), Quality(7_938_001, 8_640_003, offset: -99, 137),
  ]
  static let multitone = [101.3, 333.7, 1009.1, 3001.9, 7001.3, 11003.7, 14999.9, 17503.1, 19001.7]

  /// The error counts everything that is not the ideal signal at the ideal time: noise, images, gain and
  /// delay.
  @Test(arguments: table) func errorOfManyTones(_ quality: Quality) {
    let tones = Tones(quality.scaled(Self.multitone), amplitude: 0.1)
    #expect(errorRatio(PolyphaseFilter(quality.ratio), tones, 1_000..<9_000) < -quality.lowest)
  }

  @Test(arguments: table) func errorOfSingleTones(_ quality: Quality) {
    let filter = PolyphaseFilter(quality.ratio)
    for hertz in [997.0, 10_007, 18_013, 20_011] {
      let tone = Tones(quality.scaled([hertz]), amplitude: 0.5)
      #expect(errorRatio(filter, tone, 0..<4_000) < -quality.lowest, "\(hertz) Hz")
    }
  }

  /// A day in, the position is as exact as at the start.
  @Test func errorFarFromTheStart() {
    let tones = Tones([0.05, 0.31], amplitude: 0.4)
    for ratio in [ResampleRatio(from: 44_100, to: 48_000), ResampleRatio(from: 7_938_001, to: 8_640_003)] {
      let filter = PolyphaseFilter(ratio)
      for start in [1 << 33, -(1 << 33), 1 << 50] {
        #expect(errorRatio(filter, tones, start..<start + 4_000) < -137)
      }
    }
  }

  @Test(arguments: table.prefix(4)) func gainIsFlatTo20Kilohertz(_ quality: Quality) {
    let filter = PolyphaseFilter(quality.ratio)
    for hertz in [20.0, 1_000, 19_500, 20_000] {
      #expect(abs(response(filter, quality, hertz).gain) < 0.0005, "\(hertz) Hz")
    }
    #expect(response(filter, quality, 20_500).gain > -0.03)
    #expect(response(filter, quality, 21_000).gain > -3.1)
  }

  @Test(arguments: table) func delayIsZero(_ quality: Quality) {
    let filter = PolyphaseFilter(quality.ratio)
    for hertz in [1_000.0, 20_000] {
      #expect(abs(response(filter, quality, hertz).phase) < 1e-6, "\(hertz) Hz")
    }
  }

  @Test func whatTheLowerRateCannotHoldIsGone() {
    for quality in Self.table where quality.ratio.inStep > quality.ratio.outStep {
      let filter = PolyphaseFilter(quality.ratio)
      let highest = 22_050 * Double(quality.ratio.inStep) / Double(quality.ratio.outStep)
      for hertz in [22_100.0, 22_400, 23_000, 23_900, 30_000, 47_000] where hertz < highest {
        let tone = Tones(quality.scaled([hertz]), amplitude: 0.5)
        let rest = filter.resample(0..<3_000, of: tone.frames).map(Double.init)
        #expect(decibels(correlation(rest, rest) / 0.125) < -136, "\(quality.testDescription) \(hertz) Hz")
      }
    }
  }

  /// Images of a tone near the top of the input lie above it, where the output has room: they are the whole
  /// error.
  @Test func imagesAreGone() {
    let quality = Quality(44_100, 96_000, 137)
    let tone = Tones(quality.scaled([20_000]), amplitude: 0.5)
    #expect(errorRatio(PolyphaseFilter(quality.ratio), tone, 0..<8_000) < -137)
  }

  @Test(arguments: table) func constantStaysConstant(_ quality: Quality) {
    let result = PolyphaseFilter(quality.ratio).resample(-50..<2_000) {
      ContiguousArray(repeating: 1, count: $0.count)
    }
    #expect(result.allSatisfy { abs($0 - 1) < 3e-7 })
  }

  @Test(arguments: [(160, 147), (147, 160), (12_499, 15_001), (2, 1), (1, 2)])
  func impulseIsSymmetric(_ inputRate: Int, _ outputRate: Int) {
    let filter = PolyphaseFilter(ResampleRatio(from: inputRate, to: outputRate))
    let result = filter.resample(-400..<401) { ContiguousArray($0.map { $0 == 0 ? 1 : 0 }) }
    #expect((0...400).allSatisfy { abs(result[400 - $0] - result[400 + $0]) < 3e-7 })
    #expect(result[400] == result.max())
  }

  private func errorRatio(_ filter: PolyphaseFilter, _ tones: Tones, _ output: Range<Int>) -> Double {
    let ideal = tones.ideal(filter.ratio, output)
    let error = zip(filter.resample(output, of: tones.frames), ideal).map { Double($0) - $1 }
    return decibels(correlation(error, error) / correlation(ideal, ideal))
  }

  /// Gain in dB and phase in radians at a frequency, from the parts in phase and a quarter turn ahead.
  private func response(
    _ filter: PolyphaseFilter, _ quality: Quality, _ hertz: Double
  ) -> (gain: Double, phase: Double) {
    let output = 0..<6_000
    let tone = Tones(quality.scaled([hertz]), amplitude: 0.5)
    let (sine, cosine) = (tone.ideal(filter.ratio, output), tone.ideal(filter.ratio, output, turn: 0.25))
    let result = filter.resample(output, of: tone.frames).map(Double.init)
    let (ss, sc, cc) = (correlation(sine, sine), correlation(sine, cosine), correlation(cosine, cosine))
    let (rs, rc) = (correlation(result, sine), correlation(result, cosine))
    let determinant = ss * cc - sc * sc
    let inPhase = (rs * cc - rc * sc) / determinant
    let ahead = (rc * ss - rs * sc) / determinant
    return (decibels(inPhase * inPhase + ahead * ahead), atan2(ahead, inPhase))
  }
}

import LoopDSP
import TestSupport
import Testing

@Suite struct LimiterCurveTests {
  /// Peaks of `count` frames: mostly below full scale, sometimes single or runs of overs.
  private func peaks(seed: Int, count: Int) -> [Double] {
    var dice = Dice(seed: seed)
    var peaks = (0..<count).map { _ in abs(dice.swing()) * 0.99 }
    for _ in 0..<dice.roll(0...4) {
      let start = dice.roll(0...count - 1)
      for frame in start..<min(start + dice.roll(1...30), count) { peaks[frame] = 1 + abs(dice.swing()) * 3 }
    }
    return peaks
  }

  private func gains(_ curve: LimiterCurve, _ peaks: some Sequence<Double>) -> ContiguousArray<Double> {
    curve.gains(ContiguousArray(peaks.map { LimiterCurve.need(of: $0) }))
  }

  @Test(arguments: 0..<40) func nothingExceedsFullScaleAndNothingElseIsTouched(_ seed: Int) {
    let curve = LimiterCurve(sampleRate: [1, 1000, 4000, 8000][seed % 4])
    let peaks = peaks(seed: seed, count: 3000)
    let gains = gains(curve, peaks)
    #expect(gains.count == peaks.count - 2 * curve.context)
    for (index, gain) in gains.enumerated() {
      let frame = index + curve.context
      #expect(peaks[frame] * gain <= 1, "seed \(seed) frame \(frame)")
      #expect(gain <= 1 && gain >= 0.24, "seed \(seed) frame \(frame): \(gain)")
      let nearest = (frame - curve.context...frame + curve.context).contains { peaks[$0] > 1 }
      if !nearest { #expect(gain == 1, "seed \(seed) frame \(frame): \(gain)") }
    }
  }

  /// Two box filters in a row: the slope is at most the depth over one box's length.
  @Test(arguments: 0..<20) func gainsHaveNoStep(_ seed: Int) {
    let curve = LimiterCurve(sampleRate: 4000)
    let gains = gains(curve, peaks(seed: seed, count: 3000))
    let slope = zip(gains, gains.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    #expect(slope <= 0.75 / Double(curve.reach + 1), "seed \(seed): \(slope)")
  }

  @Test(arguments: [1, 7, 100, 999]) func blocksGiveTheSameBits(_ block: Int) {
    let curve = LimiterCurve(sampleRate: 4000)
    let peaks = peaks(seed: 3, count: 2000)
    let whole = gains(curve, peaks)
    var pieces: ContiguousArray<Double> = []
    for start in stride(from: 0, to: whole.count, by: block) {
      let end = min(start + block, whole.count)
      pieces += gains(curve, peaks[start..<end + 2 * curve.context])
    }
    #expect(pieces == whole)
  }

  @Test(arguments: [(0.5, 0.0), (1, 0), (2, 0.5), (4, 0.75)]) func needIsTheMissingShare(
    _ peak: Double, _ share: Double
  ) {
    #expect(Double(LimiterCurve.need(of: peak)) / Double(1 << 30) == share)
  }
}

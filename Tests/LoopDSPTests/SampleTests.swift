import LoopDSP
import TestSupport
import Testing

@Suite struct SampleTests {
  @Test func every16BitValueSurvives() {
    for value in Int16.min...Int16.max {
      #expect(Int16(normalized: value.normalized) == value)
      #expect(value.normalized == Double(value) / 32_768)
    }
  }

  @Test func wideValuesSurvive() {
    var dice = Dice(seed: 1)
    for _ in 0..<10_000 {
      let word = dice.next()
      let integer = Int32(truncatingIfNeeded: word)
      #expect(Int32(normalized: integer.normalized) == integer)
      let float = Float(dice.swing() * 3)
      #expect(Float(normalized: float.normalized) == float)
    }
  }

  @Test func integersSaturate() {
    #expect(
      [2, 1, -1, -2, .infinity, -.infinity].map { Int16(normalized: $0) }
        == [32_767, 32_767, -32_768, -32_768, 32_767, -32_768])
    #expect([2, 1, -1, -2].map { Int32(normalized: $0) } == [.max, .max, .min, .min])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN]) func badNumbersAreFound(_ bad: Double)
  {
    for index in [0, 1, 500, 999] {
      var samples = ContiguousArray<Double>(repeating: 0.5, count: 1000)
      samples[index] = bad
      #expect(firstNonFinite(samples.span, in: 0..<1000) == index)
      #expect(firstNonFinite(samples.span, in: 0..<index) == nil)
      #expect(firstNonFinite(samples.span, in: index + 1..<1000) == nil)
    }
  }

  @Test func goodNumbersAreNotFound() {
    let samples: ContiguousArray<Double> = [0, -0.0, 1e308, -1e308, .leastNonzeroMagnitude]
    #expect(firstNonFinite(samples.span, in: 0..<5) == nil)
  }

  @Test func peakIsTheLargestMagnitude() {
    #expect(peak(ContiguousArray<Int16>([3, .min, 32_767]).span, in: 0..<3) == 1)
    #expect(peak(ContiguousArray<Int16>([3, .min, 32_767]).span, in: 2..<3) == 32_767.0 / 32_768)
    #expect(peak(ContiguousArray<Float>([0.5, -1.5, 1]).span, in: 0..<3) == 1.5)
    #expect(peak(ContiguousArray<Float>([]).span, in: 0..<0) == 0)
  }
}

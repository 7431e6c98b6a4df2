import LoopDSP
import Testing

@Suite struct ResamplePositionTests {
  static let ratios = [
    ResampleRatio(from: 44_100, to: 48_000), ResampleRatio(from: 48_000, to: 44_100, offset: -7),
    ResampleRatio(from: 2, to: 1), ResampleRatio(from: 1, to: 3), ResampleRatio(from: 8_000, to: 44_100),
    ResampleRatio(from: 44_100, to: 48_000, offset: 1), ResampleRatio(from: 12_499, to: 15_001),
    ResampleRatio(from: 7_938_001, to: 8_640_003, offset: 5),
    ResampleRatio(from: (1 << 41) + 1, to: (1 << 40) + 3),
  ]

  @Test func ratioIsInLowestTerms() {
    let plain = ResampleRatio(from: 44_100, to: 48_000)
    #expect((plain.inStep, plain.outStep, plain.offset) == (147, 160, 0))
    let even = ResampleRatio(from: 44_100, to: 48_000, offset: -600)
    #expect((even.inStep, even.outStep, even.offset) == (147, 160, -2))
    let odd = ResampleRatio(from: 44_100, to: 48_000, offset: 2)
    #expect((odd.inStep, odd.outStep, odd.offset) == (22_050, 24_000, 1))
  }

  @Test(arguments: ratios + [ResampleRatio(from: 4_410, to: 4_800, offset: 7)])
  func alignedFramesLieOnInputFrames(_ ratio: ResampleRatio) {
    var divisor = (ratio.inStep, ratio.outStep)
    while divisor.1 != 0 { divisor = (divisor.1, divisor.0 % divisor.1) }
    for limit in [0, 1, -700, 100_003] {
      let (output, input) = ratio.alignedFrame(upTo: limit)
      #expect(limit - ratio.outStep..<limit + 1 ~= output)
      let position = Int128(output) * Int128(ratio.inStep) + Int128(ratio.offset)
      let left = position - Int128(input) * Int128(ratio.outStep)
      #expect(0..<Int128(divisor.0) ~= left, "\(output) lies \(left) of \(ratio.outStep) behind \(input)")
    }
  }

  /// Blocks, threads and seeks may cut the output anywhere.
  @Test(arguments: ratios) func splitsGiveTheSameBits(_ ratio: ResampleRatio) {
    let filter = PolyphaseFilter(ratio)
    for start in [0, -1_500, 1 << 40] {
      let whole = filter.resample(start..<start + 3_000, of: noise)
      var parts = ContiguousArray<Float>()
      var cuts: [Int] = []
      while parts.count < whole.count {
        let longest = Bool.random() ? 9 : 900
        let count = min(.random(in: 1...longest), whole.count - parts.count)
        parts += filter.resample(start + parts.count..<start + parts.count + count, of: noise)
        cuts.append(count)
      }
      #expect(parts.map(\.bitPattern) == whole.map(\.bitPattern), "from \(start), blocks \(cuts)")
    }
  }

  /// Four at a time, neighbours four at a time and one at a time.
  @Test func everyPathGivesTheSameBits() {
    let filter = PolyphaseFilter(ResampleRatio(from: 44_100, to: 48_000))
    let whole = filter.resample(0..<1_285, of: noise)
    for n in whole.indices {
      #expect(filter.resample(n..<n + 1, of: noise)[0].bitPattern == whole[n].bitPattern)
    }
  }

  /// Recorded on a plain x86-64 build: every CPU, instruction set and optimization level gives these bits.
  @Test(
    arguments: zip(
      [(44_100, 48_000), (48_000, 1_000), (12_499, 15_001)],
      [UInt64(15_566_570_573_717_041_471), 3_900_027_156_199_476_967, 3_096_969_329_022_579_722]))
  func bitsAreTheSameEverywhere(_ rates: (Int, Int), _ expected: UInt64) {
    let filter = PolyphaseFilter(ResampleRatio(from: rates.0, to: rates.1))
    let hash = filter.resample(0..<1_500, of: noise).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1.bitPattern)) &* 0x100_0000_01B3  // FNV-1a
    }
    #expect(hash == expected)
  }

  @Test func offsetShiftsByOutputFrames() {
    // Output frame 5 of a grid is output frame 0 of the grid that starts there.
    let grid = PolyphaseFilter(ResampleRatio(from: 44_100, to: 48_000))
    let shifted = PolyphaseFilter(ResampleRatio(from: 44_100, to: 48_000, offset: 5 * 44_100))
    #expect(shifted.resample(0..<700, of: noise) == grid.resample(5..<705, of: noise))
  }

  /// Frames just outside `inputRange` do not matter, those at its ends do.
  @Test(arguments: ratios) func inputRangeIsWhatItTakes(_ ratio: ResampleRatio) {
    let filter = PolyphaseFilter(ratio)
    let (one, two) = (filter.inputRange(for: 0..<1), filter.inputRange(for: 0..<2))
    #expect(one.lowerBound == two.lowerBound && one.upperBound <= two.upperBound)
    #expect(one.count.isMultiple(of: 8))
    let centre = one.lowerBound + one.count / 2 - 1
    #expect(centre == Int((Double(ratio.offset) / Double(ratio.outStep)).rounded(.down)))
    #expect(filter.inputRange(for: 7..<7).isEmpty)
    for n in [0, 1, 17, 4_321, -3] {
      let last = filter.inputRange(for: n..<n + 1)
      #expect(filter.inputRange(for: n - 100..<n + 1).upperBound == last.upperBound)
      #expect(filter.inputRange(for: n..<n + 100).lowerBound == last.lowerBound)
    }
  }

  @Test func onePeriodMovesTheInputByOneStep() {
    let filter = PolyphaseFilter(ResampleRatio(from: 44_100, to: 48_000))
    let first = filter.inputRange(for: 0..<160)
    let second = filter.inputRange(for: 160..<320)
    #expect(second.lowerBound - first.lowerBound == 147 && second.count == first.count)
  }

  /// A ring of N frames read round and round becomes a ring of N' frames.
  @Test func ringStaysARing() {
    let (n, resampled) = (1_003, 1_091)
    let filter = PolyphaseFilter(ResampleRatio(from: n, to: resampled))
    let ring = { (range: Range<Int>) in
      ContiguousArray(range.flatMap { noise(($0 % n + n) % n..<($0 % n + n) % n + 1) })
    }
    let twice = filter.resample(-resampled..<resampled, of: ring)
    #expect(twice.prefix(resampled) == twice.suffix(resampled))
  }

  @Test(arguments: [
    (1, 768_000, 0), (768_000, 1, 0), (768_000, 1_000, 3), (1 << 40, 1, 0), (1, 1 << 40, -1), (Int.max, 1, 0),
    (1, Int.max, Int.min), (Int.max, Int.max - 1, Int.max), (Int.max - 1, Int.max, 0),
  ])
  func extremesAreServed(_ inputRate: Int, _ outputRate: Int, _ offset: Int) {
    let filter = PolyphaseFilter(ResampleRatio(from: inputRate, to: outputRate, offset: offset))
    for output in [0..<1, -9..<9, Int.max - 1..<Int.max, Int.min..<Int.min + 1, Int.min..<Int.max] {
      #expect(filter.inputRange(for: output).count >= 224)
    }
    let output = 0..<(inputRate / outputRate < 1_000_000 ? 3 : 1)
    let result = filter.resample(output) { ContiguousArray(repeating: 0.5, count: $0.count) }
    #expect(result.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  @Test func noOutputTakesNoInput() {
    let filter = PolyphaseFilter(ResampleRatio(from: 3, to: 2))
    #expect(filter.resample(5..<5, of: noise).isEmpty)
  }
}

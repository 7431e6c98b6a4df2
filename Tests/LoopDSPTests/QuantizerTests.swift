import LoopDSP
import TestSupport
import Testing

@Suite struct QuantizerTests {
  /// Steps of the encoding that `count` mono samples of `value` become.
  private func steps(
    of value: Double, bits: Int, count: Int, dithers: Bool = true, at frame: Int = 0
  ) -> [Double] {
    let input = ContiguousArray(repeating: value, count: count)
    return quantized(input, bits: bits, channels: 1, dithers: dithers, at: frame).samples
      .map { $0.normalized * Double(1 << (bits - 1)) }
  }

  private func quantized(
    _ input: ContiguousArray<Double>, bits: Int, channels: Int, dithers: Bool, at frame: Int = 0
  ) -> (samples: ContiguousArray<Int32>, clipped: Int) {
    var output = ContiguousArray<Int32>(repeating: 0, count: input.count)
    var span = output.mutableSpan
    let clipped = Quantizer(bits: bits, channels: channels, dithers: dithers)
      .convert(input.span, at: frame, into: &span)
    return (output, clipped)
  }

  /// Triangular dither makes mean and power of the error those of any signal: 0 and 1/12 + 2/12 steps squared.
  @Test(arguments: [8, 16, 24, 32], [0.01, 0.25, 0.37, 0.5, 0.75, 10.9])
  func errorHasMeanZeroAndConstantPower(_ bits: Int, _ offset: Double) {
    let count = 200_000
    let error = steps(of: offset / Double(1 << (bits - 1)), bits: bits, count: count).map { $0 - offset }
    let mean = error.reduce(0, +) / Double(count)
    // Five standard deviations of the estimate.
    #expect(abs(mean) < 5 * (0.25 / Double(count)).squareRoot(), "mean \(mean)")
    #expect(abs(meanSquare(error) - 0.25) < 0.005, "power \(meanSquare(error))")
  }

  @Test(arguments: [8, 16, 24, 32]) func exactValuesStay(_ bits: Int) {
    var dice = Dice(seed: bits)
    let full = 1 << (bits - 1)
    let values = [0, 1, -1, full - 1, -full] + (0..<10_000).map { _ in dice.roll(-full...full - 1) }
    let input = ContiguousArray(values.map { Double($0) / Double(full) })
    let output = quantized(input, bits: bits, channels: 1, dithers: true)
    #expect(output.samples.map(\.normalized) == Array(input))
    #expect(output.clipped == 0)
  }

  @Test(arguments: [8, 16, 24, 32]) func withoutDitherTheNearestStepIsTaken(_ bits: Int) {
    var dice = Dice(seed: bits)
    let full = Double(1 << (bits - 1))
    let input = ContiguousArray((0..<10_000).map { _ in dice.swing() * 0.99 })
    let output = quantized(input, bits: bits, channels: 1, dithers: false).samples
    for (value, sample) in zip(input, output) {
      #expect(abs(sample.normalized - value) * full <= 0.5)
    }
  }

  @Test func clippingIsCountedAndSaturates() {
    let output = quantized([1.5, 1, 0.5, -1, -1.00001, -2], bits: 16, channels: 1, dithers: false)
    let full = 32_767.0 / 32_768
    #expect(output.samples.map(\.normalized) == [full, full, 0.5, -1, -1, -1])
    #expect(output.clipped == 3)
  }

  @Test(arguments: [1, 2, 3, 5, 8]) func noiseDependsOnPositionAlone(_ channels: Int) {
    var dice = Dice(seed: channels)
    let frames = 500
    let input = ContiguousArray((0..<frames * channels).map { _ in dice.swing() })
    let whole = quantized(input, bits: 16, channels: channels, dithers: true, at: 1000).samples
    for cut in [1, 7, 250, 499] {
      let first = ContiguousArray(input[..<(cut * channels)])
      let second = ContiguousArray(input[(cut * channels)...])
      let a = quantized(first, bits: 16, channels: channels, dithers: true, at: 1000)
      let b = quantized(second, bits: 16, channels: channels, dithers: true, at: 1000 + cut)
      #expect(a.samples + b.samples == whole, "cut at \(cut)")
    }
  }

  @Test func channelsHaveNoNoiseInCommon() {
    let (frames, channels) = (100_000, 4)
    let input = ContiguousArray(repeating: 0.25 / 32_768, count: frames * channels)
    let output = quantized(input, bits: 16, channels: channels, dithers: true).samples
      .map { $0.normalized * 32_768 - 0.25 }
    for (a, b) in [(0, 1), (0, 2), (1, 2), (2, 3), (1, 3)] {
      let products = (0..<frames).map { output[$0 * channels + a] * output[$0 * channels + b] }
      let correlation = products.reduce(0, +) / Double(frames) / 0.25
      #expect(abs(correlation) < 5 / Double(frames).squareRoot(), "channels \(a) and \(b): \(correlation)")
    }
  }

  @Test func neighboursHaveNoNoiseInCommon() {
    let noise = steps(of: 0.25 / 128, bits: 8, count: 100_000).map { $0 - 0.25 }
    for distance in [1, 2, 3, 64, 4096] {
      let products = zip(noise, noise.dropFirst(distance)).map { $0 * $1 }
      let correlation = products.reduce(0, +) / Double(products.count) / 0.25
      #expect(abs(correlation) < 5 / Double(products.count).squareRoot(), "distance \(distance)")
    }
  }

  @Test func floatingPointIsOnlyConverted() {
    let input: ContiguousArray<Double> = [0, 1.5, -3, 1e-30, 0.1]
    var floats = ContiguousArray<Float>(repeating: 0, count: input.count)
    var span = floats.mutableSpan
    let quantizer = Quantizer(bits: nil, channels: 1, dithers: true)
    #expect(quantizer.convert(input.span, at: 0, into: &span) == 0)
    #expect(Array(floats) == input.map { Float($0) })
  }
}

/// Rounds samples to an integer encoding, or passes them on to a floating-point one.
///
/// A value that the encoding can hold exactly is stored as it is; to any other one dither is added before it is rounded
/// (ties to even). So dither stands exactly where precision is lost, and silence stays silent.
public struct Quantizer: Sendable {
  /// Significant bits of the integer encoding, 8...32; `nil` for floating point, where values are only converted.
  public let bits: Int?
  /// Samples per frame.
  public let channels: Int
  /// Whether to dither.
  public let dithers: Bool
  /// Whether all channels of a frame get the same noise, because they are copies of one.
  public let copies: Bool
  /// Whether to count what is beyond full scale.
  public let counts: Bool
  @usableFromInline let dither = Dither()

  public init(bits: Int?, channels: Int, dithers: Bool, copies: Bool = false, counts: Bool = true) {
    self.bits = bits
    self.channels = channels
    self.dithers = dithers
    self.copies = copies
    self.counts = counts
  }

  /// Converts interleaved samples.
  ///
  /// - Parameters:
  ///   - input: whole frames; 1 is full scale.
  ///   - frame: position of the first one in the output, which decides its dither.
  ///   - output: as many samples as `input`, or nothing is converted; integers get the value left-justified.
  /// - Returns: samples that were beyond full scale and were stored as full scale; 0 where they are not counted.
  @inlinable
  public func convert<Work: WorkSample, Out: Sample>(
    _ input: Span<Work>, at frame: Int, into output: inout MutableSpan<Out>
  ) -> Int {
    guard input.count == output.count else { return 0 }
    guard let bits else {
      for index in input.indices { output[index] = Out(normalized: Double(input[index])) }
      return 0
    }
    // A Float has bits to spare for the dither of 16-bit steps, not for that of finer ones.
    return bits <= 16
      ? quantize(input, at: frame, bits: bits, in: Work.self, into: &output)
      : quantize(input, at: frame, bits: bits, in: Double.self, into: &output)
  }

  @inlinable
  func quantize<Work: WorkSample, Inner: WorkSample, Out: Sample>(
    _ input: Span<Work>, at frame: Int, bits: Int, in inner: Inner.Type, into output: inout MutableSpan<Out>
  ) -> Int {
    let full = Inner(1 << (bits - 1))
    let count = input.count
    // In runs short enough for their noise to stay in the CPU's nearest cache.
    let runFrames = max(Dither.blockSamples / channels, 1)
    for start in stride(from: 0, to: count, by: runFrames * channels) {
      let run = min(runFrames * channels, count - start)
      let noise = noise(at: frame + start / channels, count: run)
      for offset in 0..<min(run, noise.count) {
        let scaled = Inner(input[start + offset]) * full
        let fraction = scaled - ((scaled + Inner.roundingBias) - Inner.roundingBias)
        let dithered = scaled + Inner(noise[offset]).zeroed(when: fraction)
        output[start + offset] = Out(steps: dithered.limited(to: -full, full - 1).roundedToInt32, bits: bits)
      }
    }
    guard counts, peak(input, in: 0..<count) > 1 else { return 0 }
    return (0..<count).reduce(0) { $0 + (abs(input[$1]) > 1 ? 1 : 0) }
  }

  /// The noise of the samples from a frame on, in steps.
  @usableFromInline
  func noise(at frame: Int, count: Int) -> ContiguousArray<Float> {
    guard dithers else { return Dither.silence(count: count) }
    guard copies && channels > 1 else { return dither.noise(from: frame * channels, count: count) }
    let shared = dither.noise(from: frame, count: count / channels)
    return ContiguousArray((0..<count).map { shared[$0 / channels] })
  }
}

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

  public init(bits: Int?, channels: Int, dithers: Bool) {
    self.bits = bits
    self.channels = channels
    self.dithers = dithers
  }

  /// Converts interleaved samples.
  ///
  /// - Parameters:
  ///   - input: interleaved; 1 is full scale.
  ///   - part: the samples to convert, in `input` and `output` alike; whole frames.
  ///   - frame: position of the first one in the output, which decides its dither.
  ///   - output: integers get the value left-justified.
  /// - Returns: samples that were beyond full scale and were stored as full scale.
  @inlinable
  public func convert<Work: WorkSample, Out: Sample>(
    _ input: Span<Work>, part: Range<Int>, at frame: Int, into output: inout MutableSpan<Out>
  ) -> Int {
    guard let bits else {
      for index in part { output[index] = Out(normalized: Double(input[index])) }
      return 0
    }
    // A Float has bits to spare for the dither of 16-bit steps, not for that of finer ones.
    if bits <= 16 {
      return quantize(input, part: part, at: frame, bits: bits, in: Work.self, into: &output)
    }
    return quantize(input, part: part, at: frame, bits: bits, in: Double.self, into: &output)
  }

  @inlinable
  func quantize<Work: WorkSample, Inner: WorkSample, Out: Sample>(
    _ input: Span<Work>, part: Range<Int>, at frame: Int, bits: Int, in inner: Inner.Type,
    into output: inout MutableSpan<Out>
  ) -> Int {
    let full = Inner(1 << (bits - 1))
    let noise = noise(at: frame, count: part.count)
    let first = part.lowerBound
    var clipped: Int32 = 0
    for index in noise.indices {
      let scaled = (Inner(input[first &+ index]) * full).limited(to: -2 * full, 2 * full)
      clipped &+= abs(scaled) > full ? 1 : 0
      let isExact = (scaled + Inner.roundingBias) - Inner.roundingBias == scaled
      let dithered = scaled + (isExact ? 0 : Inner(noise[index]))
      output[first &+ index] = Out(steps: dithered.limited(to: -full, full - 1).roundedToInt32, bits: bits)
    }
    return Int(clipped)
  }

  /// The dither of `count` samples from a frame on, in steps; 0 where none is wanted.
  ///
  /// Made ahead of the loop over the samples, because the hash would keep that one from being vectorised.
  @usableFromInline
  func noise(at frame: Int, count: Int) -> ContiguousArray<Float> {
    var noise = ContiguousArray<Float>(repeating: 0, count: count)
    guard dithers else { return noise }
    for offset in 0..<count / channels {
      let first = offset &* channels
      for channel in stride(from: 0, to: channels, by: 2) {
        let dither = Dither(frame: frame &+ offset, channelPair: channel / 2)
        noise[first &+ channel] = dither.noise(second: false)
        if channel + 1 < channels { noise[first &+ channel &+ 1] = dither.noise(second: true) }
      }
    }
    return noise
  }
}

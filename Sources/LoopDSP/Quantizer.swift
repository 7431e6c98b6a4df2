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
  /// - Returns: samples that were beyond full scale by more than one step and were stored as full scale.
  public func convert<W: Sample & BinaryFloatingPoint, S: Sample>(
    _ input: Span<W>, part: Range<Int>, at frame: Int, into output: inout MutableSpan<S>
  ) -> Int {
    guard let bits else {
      for index in part { output[index] = S(normalized: Double(input[index])) }
      return 0
    }
    var clipped = 0
    var index = part.lowerBound
    for offset in 0..<part.count / channels {
      for pair in 0..<(channels + 1) / 2 {
        let dither = dithers ? Dither(frame: frame + offset, channelPair: pair) : nil
        for side in 0..<min(2, channels - 2 * pair) {
          let noise = dither?.noise(second: side == 1) ?? 0
          output[index] = Self.quantize(input[index], bits: bits, noise: noise, &clipped)
          index += 1
        }
      }
    }
    return clipped
  }

  private static func quantize<W: BinaryFloatingPoint, S: Sample>(
    _ value: W, bits: Int, noise: Float, _ clipped: inout Int
  ) -> S {
    let steps = Double(1 << (bits - 1))
    let scaled = Double(value) * steps
    var rounded = scaled.rounded(.toNearestOrEven)
    if rounded != scaled { rounded = (scaled + Double(noise)).rounded(.toNearestOrEven) }
    if abs(scaled) > steps { clipped += 1 }
    let stored = rounded.clamped(to: -steps...(steps - 1))
    return S(normalized: stored / steps)
  }
}

/// The exact grid of a resampling: output frame `n` lies at input position `(n * inStep + offset) / outStep`.
///
/// Positions are ratios of integers, so a frame a day into the stream is as exact as the first, and no rate
/// is ever rounded: a loop of N frames becomes one of N' frames with the ratio N to N'.
public struct ResampleRatio: Sendable, Equatable {
  /// Input frames per `outStep` output frames; positive.
  public let inStep: Int
  /// Output frames per `inStep` input frames, and the unit of positions: `1 / outStep` of an input frame;
  /// positive.
  public let outStep: Int
  /// Position of output frame 0, in units of `1 / outStep` of an input frame; may be negative.
  public let offset: Int

  /// A ratio in lowest terms (as far as `offset` stays a whole number).
  ///
  /// - Parameters:
  ///   - inputRate: input frames per unit of time, or the input's frame count; at least 1.
  ///   - outputRate: output frames per the same unit, or the output's frame count; at least 1.
  ///   - offset: input position of output frame 0, in units of `1 / outputRate` of an input frame.
  public init(from inputRate: Int, to outputRate: Int, offset: Int = 0) {
    precondition(inputRate > 0 && outputRate > 0, "rates are positive")
    let divisor = greatestCommonDivisor(greatestCommonDivisor(inputRate, outputRate), offset)
    inStep = inputRate / divisor
    outStep = outputRate / divisor
    self.offset = offset / divisor
  }

  /// The input position of output frame `frame`, any integer, without overflow.
  func position(of frame: Int) -> (whole: Int128, numerator: Int) {
    let numerator = Int128(frame) * Int128(inStep) + Int128(offset)
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: Int128(outStep))
    return remainder < 0
      ? (quotient - 1, Int(remainder + Int128(outStep))) : (quotient, Int(remainder))
  }
}

/// The greatest common divisor of a positive number and any other (Euclid, Elements VII.2).
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int(a)
}

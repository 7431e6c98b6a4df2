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

extension ResampleRatio {
  /// The last output frame up to `limit` that lies on an input frame, and that input frame.
  ///
  /// Where no output frame does, because steps and offset have no common grid, it is one that lies less than
  /// `1 / period` of an input frame behind it, the same distance everywhere.
  ///
  /// - Parameter limit: any integer.
  public func alignedFrame(upTo limit: Int) -> (output: Int, input: Int) {
    let divisor = greatestCommonDivisor(outStep, inStep)
    // n * inStep + offset is a multiple of outStep, but for the part of the offset that no n can reach.
    let residue = modulo(offset, divisor)
    let (step, period) = (inStep / divisor, outStep / divisor)
    let phase = Int128(modulo(-((offset - residue) / divisor), period))
    let first = Int(phase * Int128(inverse(of: step, modulo: period)) % Int128(period))
    let output = limit - modulo(limit - first, period)
    let input = (Int128(output) * Int128(inStep) + Int128(offset - residue)) / Int128(outStep)
    return (output, Int(input))
  }
}

/// The remainder in `0..<divisor`, also of negative values.
public func modulo(_ value: Int, _ divisor: Int) -> Int {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}

/// The number in `0..<modulus` whose product with `value` leaves 1, for coprime ones (extended Euclidean algorithm).
private func inverse(of value: Int, modulo modulus: Int) -> Int {
  var (remainder, next) = (modulus, modulo(value, modulus))
  var (coefficient, following) = (0, 1)
  while next != 0 {
    let quotient = remainder / next
    (remainder, next) = (next, remainder - quotient * next)
    (coefficient, following) = (following, coefficient - quotient * following)
  }
  return modulo(coefficient, modulus)
}

/// The greatest common divisor of a positive number and any other (Euclid, Elements VII.2).
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int(a)
}

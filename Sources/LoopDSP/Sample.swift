/// One sample of one channel, in one of the four types that decoders deliver and encoders take.
///
/// Integers are left-justified: an 8-bit sample sits in the top byte of an `Int16`, a 24-bit one in the
/// top three bytes of an `Int32`. Floating-point samples have full scale at 1.
public protocol Sample: BitwiseCopyable, Sendable, Comparable {
  /// The value that stands for full scale: 2^15, 2^31, 1 or 1.
  static var fullScale: Double { get }
  /// Silence.
  static var zero: Self { get }
  /// The sample as a multiple of full scale; exact for all four types.
  var normalized: Double { get }
  /// The nearest sample to `normalized` (ties to even); integers saturate, `Float` rounds once.
  init(normalized: Double)
}

extension Int16: Sample {
  public static var fullScale: Double { 32_768 }
  public var normalized: Double { Double(self) * (1 / 32_768) }
  public init(normalized: Double) {
    self = Int16((normalized * 32_768).rounded(.toNearestOrEven).clamped(to: -32_768...32_767))
  }
}

extension Int32: Sample {
  public static var fullScale: Double { 2_147_483_648 }
  public var normalized: Double { Double(self) * (1 / 2_147_483_648) }
  public init(normalized: Double) {
    let scaled = (normalized * 2_147_483_648).rounded(.toNearestOrEven)
    self = Int32(scaled.clamped(to: -2_147_483_648...2_147_483_647))
  }
}

extension Float: Sample {
  public static var fullScale: Double { 1 }
  public var normalized: Double { Double(self) }
  public init(normalized: Double) { self = Float(normalized) }
}

extension Double: Sample {
  public static var fullScale: Double { 1 }
  public var normalized: Double { self }
  public init(normalized: Double) { self = normalized }
}

extension Double {
  /// The value limited to `range`; the lower bound for NaN.
  func clamped(to range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? (self < range.upperBound ? self : range.upperBound) : range.lowerBound
  }
}

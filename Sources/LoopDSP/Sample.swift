/// One sample of one channel, in one of the four types that decoders deliver and encoders take.
///
/// Integers are left-justified: an 8-bit sample sits in the top byte of an `Int16`, a 24-bit one in the
/// top three bytes of an `Int32`. Floating-point samples have full scale at 1.
///
/// Everything here can be inlined, so that generic loops in other modules become loops over one type.
public protocol Sample: BitwiseCopyable, Sendable, Comparable {
  /// An unsigned integer that grows with a sample's absolute value; comparing it is cheaper than comparing samples.
  associatedtype Order: FixedWidthInteger & UnsignedInteger & Sendable
  /// Silence.
  static var zero: Self { get }
  /// The smallest order that no finite sample has; `nil` where every sample is finite.
  static var nonFiniteOrder: Order? { get }
  /// The absolute value, as a multiple of full scale, that an order stands for.
  static func magnitude(of order: Order) -> Double
  /// Where the sample's absolute value stands; NaN stands above infinity.
  var order: Order { get }
  /// The sample as a multiple of full scale; exact for all four types.
  var normalized: Double { get }
  /// The nearest sample to `normalized` (ties to even); integers saturate, `Float` rounds once.
  init(normalized: Double)
  /// A sample of an integer encoding.
  ///
  /// - Parameters:
  ///   - steps: the value in steps of the encoding, within its range.
  ///   - bits: significant bits of the encoding, at most those of the type.
  init(steps: Int32, bits: Int)
}

extension Int16: Sample {
  @inlinable public static var nonFiniteOrder: UInt16? { nil }
  @inlinable public static func magnitude(of order: UInt16) -> Double { Double(order) * (1 / 32_768) }
  @inlinable public var order: UInt16 { magnitude }
  @inlinable public var normalized: Double { Double(self) * (1 / 32_768) }
  @inlinable public init(normalized: Double) { self.init(steps: normalized.steps(bits: 16), bits: 16) }
  @inlinable public init(steps: Int32, bits: Int) {
    self = Int16(truncatingIfNeeded: steps &<< Int32(16 - bits))
  }
}

extension Int32: Sample {
  @inlinable public static var nonFiniteOrder: UInt32? { nil }
  @inlinable public static func magnitude(of order: UInt32) -> Double { Double(order) * (1 / 2_147_483_648) }
  @inlinable public var order: UInt32 { magnitude }
  @inlinable public var normalized: Double { Double(self) * (1 / 2_147_483_648) }
  @inlinable public init(normalized: Double) { self = normalized.steps(bits: 32) }
  @inlinable public init(steps: Int32, bits: Int) { self = steps &<< Int32(32 - bits) }
}

extension Float: Sample {
  @inlinable public static var nonFiniteOrder: UInt32? { infinity.bitPattern }
  @inlinable public static func magnitude(of order: UInt32) -> Double { Double(Float(bitPattern: order)) }
  // With the sign cleared, IEEE 754 values compare like their bit patterns.
  @inlinable public var order: UInt32 { bitPattern & 0x7FFF_FFFF }
  @inlinable public var normalized: Double { Double(self) }
  @inlinable public init(normalized: Double) { self = Float(normalized) }
  @inlinable public init(steps: Int32, bits: Int) { self = Float(Double(steps) / Double(1 << (bits - 1))) }
}

extension Double: Sample {
  @inlinable public static var nonFiniteOrder: UInt64? { infinity.bitPattern }
  @inlinable public static func magnitude(of order: UInt64) -> Double { Double(bitPattern: order) }
  @inlinable public var order: UInt64 { bitPattern & 0x7FFF_FFFF_FFFF_FFFF }
  @inlinable public var normalized: Double { self }
  @inlinable public init(normalized: Double) { self = normalized }
  @inlinable public init(steps: Int32, bits: Int) { self = Double(steps) / Double(1 << (bits - 1)) }

  /// The value in steps of an integer encoding, saturated.
  @inlinable func steps(bits: Int) -> Int32 {
    let full = Double(1 << (bits - 1))
    return (self * full).limited(to: -full, full - 1).roundedToInt32
  }
}

/// The floating-point types that samples are worked on in.
public protocol WorkSample: Sample, BinaryFloatingPoint {
  /// 1.5 times 2 to the number of stored significand bits. Adding it leaves no room for a fraction, so the sum is rounded
  /// to the nearest whole number (ties to even), whose low 32 bits are then the low bits of the pattern.
  static var roundingBias: Self { get }
  /// The nearest whole number (ties to even), for values within ±2^22 (`Float`) or ±2^31 (`Double`).
  var roundedToInt32: Int32 { get }
  /// The value, or 0 when `condition` is 0; without a branch, so that loops become vectors.
  func zeroed(when condition: Self) -> Self
}

extension Float: WorkSample {
  @inlinable public static var roundingBias: Float { 12_582_912 }
  @inlinable public var roundedToInt32: Int32 {
    // The bias's own pattern is 0x4B400000, of which only the part above bit 21 is not the number.
    Int32(bitPattern: (self + Self.roundingBias).bitPattern &- 0x4B40_0000)
  }
  @inlinable public func zeroed(when condition: Float) -> Float {
    Float(bitPattern: condition.order == 0 ? 0 : bitPattern)
  }
}

extension Double: WorkSample {
  @inlinable public static var roundingBias: Double { 6_755_399_441_055_744 }
  @inlinable public var roundedToInt32: Int32 {
    Int32(truncatingIfNeeded: (self + Self.roundingBias).bitPattern)
  }
  @inlinable public func zeroed(when condition: Double) -> Double {
    Double(bitPattern: condition.order == 0 ? 0 : bitPattern)
  }
}

extension WorkSample {
  /// The value limited to `lowest...highest`.
  @inlinable func limited(to lowest: Self, _ highest: Self) -> Self {
    let upper = self > highest ? highest : self
    return upper < lowest ? lowest : upper
  }
}

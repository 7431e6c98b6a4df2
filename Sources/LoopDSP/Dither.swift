/// Triangular dither whose value depends on position alone.
///
/// The noise of a sample is the sum of two uniform values, so it is triangular in (-1, 1) steps of the target with mean
/// 0: the least noise that makes both mean and power of the rounding error independent of the signal (Lipshitz,
/// Wannamaker and Vanderkooy, "Quantization and Dither: A Theoretical Survey", JAES 40 no. 5, 1992). Values come from a
/// hash of the sample's number, frame times channels plus channel, so block size and threads cannot change them.
@usableFromInline
struct Dither {
  /// Number of the first sample, modulo 2^32: after 4 billion samples the same noise comes again.
  @usableFromInline let first: UInt32

  @inlinable
  init(sample: Int) { first = UInt32(truncatingIfNeeded: sample) }

  /// The noise of a sample, counted from the first one, in steps of the target.
  @inlinable
  subscript(index: Int) -> Float {
    let bits = Self.hash(first &+ UInt32(truncatingIfNeeded: index))
    let sum = Int32(truncatingIfNeeded: bits & 0xFFFF) &+ Int32(truncatingIfNeeded: bits &>> 16) &- 65_535
    return Float(sum) * (1 / 65_536)
  }

  /// A hash of 32 bits without bias worth speaking of: "lowbias32" of Chris Wellons' hash prospector (2018). Its
  /// operations exist for vectors, unlike a 64-bit product.
  @inlinable
  static func hash(_ value: UInt32) -> UInt32 {
    var x = value
    x = (x ^ (x &>> 16)) &* 0x7FEB_352D
    x = (x ^ (x &>> 15)) &* 0x846C_A68B
    return x ^ (x &>> 16)
  }
}

/// Triangular dither whose value depends on position alone.
///
/// The noise of a sample is the sum of two uniform values, so it is triangular in (-1, 1) steps of the target with mean
/// 0: the least noise that makes both mean and power of the rounding error independent of the signal (Lipshitz,
/// Wannamaker and Vanderkooy, "Quantization and Dither: A Theoretical Survey", JAES 40 no. 5, 1992). Values come from a
/// hash of frame and channel, so block size and threads cannot change them.
@usableFromInline
struct Dither {
  /// 64 bits of the hash serve the two channels of one pair in one frame: four uniform values of 16 bits.
  @usableFromInline let bits: UInt64

  @inlinable
  init(frame: Int, channelPair: Int) {
    let seed = UInt64(truncatingIfNeeded: channelPair &+ 1) &* 0xD1B5_4A32_D192_ED03
    bits = Self.hash(UInt64(truncatingIfNeeded: frame) &* 0x9E37_79B9_7F4A_7C15 &+ seed)
  }

  /// The noise for the pair's first or second channel, in steps of the target.
  @inlinable
  func noise(second: Bool) -> Float {
    let half = UInt32(truncatingIfNeeded: second ? bits &>> 32 : bits)
    let sum = Int32(half & 0xFFFF) &+ Int32(half &>> 16) &- 65_535
    return Float(sum) * (1 / 65_536)
  }

  /// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
  @inlinable
  static func hash(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }
}

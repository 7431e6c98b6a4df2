/// Triangular dither whose value depends on position alone.
///
/// The noise of a sample is the sum of two uniform values, so it is triangular in (-1, 1) steps of the target with mean
/// 0: the least noise that makes both mean and power of the rounding error independent of the signal (Lipshitz,
/// Wannamaker and Vanderkooy, "Quantization and Dither: A Theoretical Survey", JAES 40 no. 5, 1992).
///
/// Both values come from tables, read from places that a hash chooses anew for every block of samples, so that no two
/// blocks of a recording have the same noise, and block size and threads of a bake cannot change it. A table is read
/// several times faster than a hash is computed.
@usableFromInline
struct Dither: Sendable {
  /// Samples between two choices of a place, and values of a table.
  @usableFromInline static let blockSamples = 4096

  /// Uniform values in (-1/2, 1/2), each table twice in a row so that reading on needs no wrap.
  private let first: ContiguousArray<Float>
  private let second: ContiguousArray<Float>

  @usableFromInline
  init() {
    first = Self.table(seed: 0x6C6F_6F70)
    second = Self.table(seed: 0x6261_6B65)
  }

  /// The noise of `count` samples, in steps of the target.
  ///
  /// - Parameter start: number of the first one in the output: frame times channels plus channel.
  @usableFromInline
  func noise(from start: Int, count: Int) -> ContiguousArray<Float> {
    var noise = Self.silence(count: count)
    var target = noise.mutableSpan
    var filled = 0
    while filled < count {
      let (block, offset) = (start + filled).quotientAndRemainder(dividingBy: Self.blockSamples)
      let run = min(Self.blockSamples - offset, count - filled)
      let places = Self.hash(UInt32(truncatingIfNeeded: block))
      let place = (Int(places & 0xFFF) + offset) % Self.blockSamples
      let otherPlace = (Int(places &>> 12 & 0xFFF) + offset) % Self.blockSamples
      let addends = first.span.extracting(place..<place + run)
      let others = second.span.extracting(otherPlace..<otherPlace + run)
      for index in 0..<run { target[filled &+ index] = addends[index] + others[index] }
      filled += run
    }
    return noise
  }

  @usableFromInline
  static func silence(count: Int) -> ContiguousArray<Float> { ContiguousArray(repeating: 0, count: count) }

  private static func table(seed: UInt32) -> ContiguousArray<Float> {
    let values = (0..<UInt32(blockSamples)).map { index in
      // The top 24 bits, which a Float holds exactly, centred.
      (Float(hash(hash(index) ^ seed) &>> 8) - 8_388_607.5) / 16_777_216
    }
    return ContiguousArray(values + values)
  }

  /// A hash of 32 bits without bias worth speaking of: "lowbias32" of Chris Wellons' hash prospector (2018).
  private static func hash(_ value: UInt32) -> UInt32 {
    var x = value
    x = (x ^ (x &>> 16)) &* 0x7FEB_352D
    x = (x ^ (x &>> 15)) &* 0x846C_A68B
    return x ^ (x &>> 16)
  }
}

/// Reproducible random choices (SplitMix64: Steele, Lea and Flood, 2014).
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// One of the numbers of `range`.
  public mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A number in -1..<1.
  public mutating func swing() -> Double { Double(Int64(bitPattern: next()) >> 11) * 0x1p-52 }

  /// One of `choices`, of which there is at least one.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[roll(0...choices.count - 1)] }
}

/// How tail and head share each frame of a crossfade.
///
/// At fade frame `i` of `F`, with `u = (i + 0.5) / F`, the head is weighted by `w(u)` and the tail by `w(1 - u)`.
public enum FadeLaw: Sendable, Equatable {
  /// Quarter sine and cosine: squared weights sum to 1, so unrelated sounds keep their level.
  case equalPower
  /// Linear: weights sum to 1, so identical sounds keep their level.
  case equalGain
  /// Raised cosine: weights sum to 1, without corners at the ends.
  case smooth
  /// Both sides at a constant gain (linear) over the whole overlap.
  case hold(gain: Double)

  /// The law's name on the command line and in results: `equal-power`, `hold=0.8`.
  public var name: String {
    switch self {
    case .equalPower: "equal-power"
    case .equalGain: "equal-gain"
    case .smooth: "smooth"
    case .hold(let gain): gain == 1 ? "hold=1" : "hold=\(gain)"
    }
  }

  /// The weight `w(u)` of the side that fades in.
  ///
  /// - Parameter u: position in the fade, 0...1.
  public func weight(at u: Double) -> Double {
    switch self {
    case .equalPower: return quarterSine(u)
    case .equalGain: return u
    case .smooth:
      let sine = quarterSine(u)
      return sine * sine
    case .hold(let gain): return gain
    }
  }
}

/// sin(u π/2) for `u` in 0...1, from + - * alone, so that every platform computes the same bits.
///
/// Taylor series about 0 on the half where it converges fast, cos² + sin² = 1 is never used: for `u` above a half the
/// cosine series of `1 - u` is summed instead. Both stop after the term that is below 2^-55 of the result at u = 1/2.
public func quarterSine(_ u: Double) -> Double {
  u <= 0.5 ? lowerQuarterSine(u) : upperQuarterSine(u)
}

/// The quarter sine for `u` in 0...1/2.
func lowerQuarterSine(_ u: Double) -> Double { sineSeries(u * halfPi) }

/// The quarter sine for `u` in 1/2...1.
func upperQuarterSine(_ u: Double) -> Double { cosineSeries((1 - u) * halfPi) }

private let halfPi = 1.5707963267948966

/// sin x for 0 <= x <= π/4: x - x³/3! + x⁵/5! ... to x¹⁷/17!.
private func sineSeries(_ x: Double) -> Double {
  let y = x * x
  let high = 1.0 / 6_227_020_800 - y * (1.0 / 1_307_674_368_000 - y * (1.0 / 355_687_428_096_000))
  let middle = 1.0 / 5040 - y * (1.0 / 362_880 - y * (1.0 / 39_916_800 - y * high))
  return x * (1 - y * (1.0 / 6 - y * (1.0 / 120 - y * middle)))
}

/// cos x for 0 <= x <= π/4: 1 - x²/2! + x⁴/4! ... to x¹⁶/16!.
private func cosineSeries(_ x: Double) -> Double {
  let y = x * x
  let high = 1.0 / 479_001_600 - y * (1.0 / 87_178_291_200 - y * (1.0 / 20_922_789_888_000))
  let middle = 1.0 / 720 - y * (1.0 / 40_320 - y * (1.0 / 3_628_800 - y * high))
  return 1 - y * (0.5 - y * (1.0 / 24 - y * middle))
}

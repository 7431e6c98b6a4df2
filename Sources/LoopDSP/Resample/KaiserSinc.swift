/// The impulse response of a low-pass filter: an ideal one, sin(πct)/(πt), under a Kaiser window.
///
/// J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", Proc. IEEE Int.
/// Symp. Circuits and Systems, 1974; his formulas that tie window shape, attenuation and width of the
/// transition together also stand in Oppenheim and Schafer, "Discrete-Time Signal Processing" (third
/// edition), section 7.5.3.
///
/// Only + - * / and square roots are used, so every platform computes the same bits.
struct KaiserSinc: Sendable {
  /// Stop band attenuation in dB: about what sums of `Float` products can keep.
  static let attenuation = 140.0
  /// β for an attenuation above 50 dB.
  static let shape = 0.1102 * (attenuation - 8.7)

  /// Half of the window's width in input frames: the response is 0 further out.
  let halfWidth: Double
  /// Centre of the transition (gain 1/2) as a fraction of the input's Nyquist frequency.
  let cutoff: Double

  /// The filter of `taps` taps whose stop band begins at `stopEdge`, a fraction of the input's Nyquist
  /// frequency.
  init(taps: Int, stopEdge: Double) {
    halfWidth = Double(taps / 2)
    let transition = (Self.attenuation - 8) / (2.285 * Double(taps)) / .pi
    cutoff = stopEdge - transition / 2
  }

  /// The response `t` input frames from the centre, not yet scaled to unit gain.
  func callAsFunction(_ t: Double) -> Double {
    let edge = t / halfWidth
    let square = 1 - edge * edge
    return square < 0 ? 0 : besselI0(quarterSquare: Self.shape * Self.shape / 4 * square) * sinc(cutoff * t)
  }
}

/// sin(πx) / (πx).
private func sinc(_ x: Double) -> Double {
  let x = abs(x)
  if x < 1e-9 { return 1 }
  let halfTurns = Int(x)
  let fraction = x - Double(halfTurns)
  let sine = quarterSine(fraction <= 0.5 ? 2 * fraction : 2 - 2 * fraction)
  return (halfTurns.isMultiple(of: 2) ? sine : -sine) / (.pi * x)
}

/// The modified Bessel function I0(x) = Σ (x²/4)^k / (k!)², given `x²/4` (Abramowitz and Stegun 9.6.12).
///
/// 32 terms reach the last bit of a `Double` for x up to 15.
private func besselI0(quarterSquare: Double) -> Double {
  var sum = 1.0
  for k in stride(from: 32, through: 1, by: -1) { sum = 1 + sum * (quarterSquare / Double(k * k)) }
  return sum
}

/// The gain of a look-ahead limiter as a function of position.
///
/// Every frame above full scale needs at least the attenuation `1 - 1 / peak`. The curve takes, at each frame, the
/// largest need within `reach` frames and smooths that by two box filters of `reach + 1` frames each. Their span is
/// `reach` frames either way, so each value is an average of numbers that are all at least the frame's own need: the
/// result never exceeds full scale, and 2 `reach` frames away from any need the gain is exactly 1. Sums are of integers,
/// so that where a block starts cannot change a bit.
public struct LimiterCurve: Sendable {
  /// Frames that one need reaches in either direction before smoothing.
  public let reach: Int

  /// 15 ms: longer than the 10 ms between the peaks of a 50 Hz tone, so that its single waves are not followed.
  public init(sampleRate: Int) { reach = max(1, sampleRate * 15 / 1000) }

  /// Frames that the curve must know on either side of those it is asked for.
  public var context: Int { 2 * reach }

  /// Steps of attenuation in full scale; with the longest reach (768 kHz) the sums stay below 2^58.
  private static let unit = Double(1 << 30)

  /// What a frame needs.
  ///
  /// - Parameter peak: its largest absolute sample; 1 is full scale.
  public static func need(of peak: Double) -> Int64 {
    peak > 1 ? Int64(((1 - 1 / peak) * unit).rounded(.up)) : 0
  }

  /// The gains of the frames that stand `context` frames in from both ends of `needs`.
  public func gains(_ needs: ContiguousArray<Int64>) -> ContiguousArray<Double> {
    let smooth = boxSums(boxSums(slidingMaximum(needs)))
    let whole = Self.unit * Double((reach + 1) * (reach + 1))
    return ContiguousArray(smooth.map { 1 - Double($0) / whole })
  }

  /// The largest value within `reach` on both sides; shorter by 2 `reach`.
  private func slidingMaximum(_ values: ContiguousArray<Int64>) -> ContiguousArray<Int64> {
    let width = 2 * reach + 1
    var result: ContiguousArray<Int64> = []
    // Indices whose values fall, so that the first is always that of the largest.
    var falling: ContiguousArray<Int> = []
    var first = 0
    for index in values.indices {
      while falling.count > first, let last = falling.last, values[last] <= values[index] {
        falling.removeLast()
      }
      falling.append(index)
      if falling[first] <= index - width { first += 1 }
      if index >= width - 1 { result.append(values[falling[first]]) }
    }
    return result
  }

  /// Sums of `reach + 1` neighbours; shorter by `reach`.
  private func boxSums(_ values: ContiguousArray<Int64>) -> ContiguousArray<Int64> {
    var result: ContiguousArray<Int64> = []
    var sum: Int64 = 0
    for index in values.indices {
      sum += values[index]
      if index > reach { sum -= values[index - reach - 1] }
      if index >= reach { result.append(sum) }
    }
    return result
  }
}

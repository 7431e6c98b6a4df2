/// Mixes the tail of a loop into its head, in place.
///
///     head before   |x0 x1 ... x(F-1)|        fades in by  w(u)
///     tail          |t0 t1 ... t(F-1)|        fades out by w(1 - u)
///     head after    |t*w(1-u) + x*w(u)|       u = (i + 0.5) / F at frame i
///
/// Each result is two products and one sum in `Double`, rounded nowhere else, so that every platform gets the same bits.
///
/// - Parameters:
///   - head: F frames, interleaved; holds the mix afterwards.
///   - tail: F frames, interleaved.
///   - channels: samples per frame, at least 1.
public func crossfade(head: inout MutableSpan<Double>, tail: Span<Double>, channels: Int, law: FadeLaw) {
  let frames = min(head.count, tail.count) / channels
  // Frame i and the i-th from the end have each other's weights, so every weight is computed once.
  let half = (frames + 1) / 2
  var weights = HalfFadeWeights(law, frames: frames)
  for start in stride(from: 0, to: half, by: HalfFadeWeights.runFrames) {
    weights.compute(from: start)
    for frame in start..<min(start + HalfFadeWeights.runFrames, half) {
      let mirrored = frames - 1 - frame
      let (rising, opposite) = (weights.rising[frame - start], weights.opposite[frame - start])
      mix(&head, tail, frame, channels, weightIn: rising, weightOut: opposite)
      if mirrored != frame { mix(&head, tail, mirrored, channels, weightIn: opposite, weightOut: rising) }
    }
  }
}

private func mix(
  _ head: inout MutableSpan<Double>, _ tail: Span<Double>, _ frame: Int, _ channels: Int, weightIn: Double,
  weightOut: Double
) {
  for index in frame * channels..<(frame + 1) * channels {
    head[index] = tail[index] * weightOut + head[index] * weightIn
  }
}

/// The weights of the first half of a fade, for a run of frames at a time: loops over arrays become vector loops.
private struct HalfFadeWeights {
  static let runFrames = 512

  private let law: FadeLaw
  private let frames: Int
  /// `w(u)` of each frame of the run.
  private(set) var rising = ContiguousArray<Double>(repeating: 0, count: runFrames)
  /// `w(1 - u)` of each frame of the run.
  private(set) var opposite = ContiguousArray<Double>(repeating: 0, count: runFrames)

  init(_ law: FadeLaw, frames: Int) {
    self.law = law
    self.frames = frames
  }

  /// Computes the run from `start` on. Places behind the half get values without meaning.
  mutating func compute(from start: Int) {
    switch law {
    case .equalPower: fill(from: start, lower: lowerQuarterSine, upper: upperQuarterSine)
    case .equalGain: fill(from: start, lower: { $0 }, upper: { $0 })
    case .smooth:
      fill(
        from: start,
        lower: { (u: Double) in lowerQuarterSine(u) * lowerQuarterSine(u) },
        upper: { (u: Double) in upperQuarterSine(u) * upperQuarterSine(u) })
    case .hold(let gain): fill(from: start, lower: { _ in gain }, upper: { _ in gain })
    }
  }

  /// - Parameters:
  ///   - lower: the law for `u` up to a half.
  ///   - upper: the law for `u` from a half on.
  @inline(__always)
  private mutating func fill(from start: Int, lower: (Double) -> Double, upper: (Double) -> Double) {
    let (first, length) = (Double(start) + 0.5, Double(frames))
    for index in 0..<Self.runFrames {
      // Halves are exact, so these are (i + 0.5) / F and (F - 1 - i + 0.5) / F. A CPU converts 32 bits in vectors.
      let place = first + Double(Int32(truncatingIfNeeded: index))
      rising[index] = lower(place / length)
      opposite[index] = upper((length - place) / length)
    }
  }
}

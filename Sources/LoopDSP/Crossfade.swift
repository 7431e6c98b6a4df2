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
  for frame in 0..<(frames + 1) / 2 {
    let mirrored = frames - 1 - frame
    let weight = law.weight(at: (Double(frame) + 0.5) / Double(frames))
    let opposite = law.weight(at: (Double(mirrored) + 0.5) / Double(frames))
    mix(&head, tail, frame, channels, weightIn: weight, weightOut: opposite)
    if mirrored != frame { mix(&head, tail, mirrored, channels, weightIn: opposite, weightOut: weight) }
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

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
  for frame in 0..<frames {
    let position = (Double(frame) + 0.5) / Double(frames)
    let weightIn = law.weight(at: position)
    let weightOut = law.weight(at: 1 - position)
    for index in frame * channels..<(frame + 1) * channels {
      head[index] = tail[index] * weightOut + head[index] * weightIn
    }
  }
}

/// How loud the middle of a crossfade is, against what tail and head bring to it.
///
/// 1 where the two are unlike, up to 2 where they are alike under an equal-power law, 0 where they cancel out.
///
/// - Parameters:
///   - head: F frames, interleaved, before they are mixed.
///   - tail: F frames, interleaved.
///   - channels: samples per frame, at least 1.
/// - Returns: power of the mix over the sum of its two sides' powers, in the fade's middle half; 1 where that is silent.
public func fadeBalance(head: Span<Double>, tail: Span<Double>, channels: Int, law: FadeLaw) -> Double {
  let frames = min(head.count, tail.count) / channels
  var (mixed, apart) = (0.0, 0.0)
  for frame in frames / 4..<frames - frames / 4 {
    let u = (Double(frame) + 0.5) / Double(frames)
    let (weightIn, weightOut) = (law.weight(at: u), law.weight(at: 1 - u))
    for index in frame * channels..<(frame + 1) * channels {
      let (rising, falling) = (head[index] * weightIn, tail[index] * weightOut)
      mixed += (rising + falling) * (rising + falling)
      apart += rising * rising + falling * falling
    }
  }
  return apart > 0 ? mixed / apart : 1
}

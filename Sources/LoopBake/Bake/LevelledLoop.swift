internal import LoopDSP

/// The baked loop at its final level, in the floating-point type that the rest of the work is done in.
struct LevelledLoop<Base: FrameSource & ~Copyable, Work: WorkSample>: ~Copyable {
  private(set) var loop: BakedLoop<Base>
  /// Linear gain on every frame.
  var gain: Work
  /// Peak that the whole loop was scaled down from; 1 where it was not.
  var scaledPeak = 1.0
  /// `nil`: peaks stay as they are.
  var limiter: LimiterCurve?

  /// The largest sample that the limiter met, after the gain, and the frame of it.
  private(set) var limitedPeak = 1.0
  private(set) var limitedFrame = 0

  /// Frames with their gain applied, from `windowStart` on.
  private var window: ContiguousArray<Work> = []
  private var windowStart = 0
  /// Needs round the loop's two edges, which are one place: see `joinEdges`.
  private var edgeNeeds: ContiguousArray<Int64> = []

  init(_ loop: consuming BakedLoop<Base>, gain: Double) {
    self.loop = loop
    self.gain = Work(gain)
  }

  private var channels: Int { loop.format.channels }

  /// Whether the output frames `range` are the source's own, so that they can be copied in any sample type.
  func isUntouched(_ range: Range<Int>) -> Bool {
    guard loop.plan.bodyIsExact, gain == 1 else { return false }
    let reach = limiter?.context ?? 0
    // What is needed within reach of one edge counts at the other one too.
    let edgeReach = edgeNeeds.isEmpty ? reach : 2 * reach
    let loopStart = loop.plan.loop.startFrame
    let fade = loop.plan.fade
    let end = loop.frameCount
    return !range.overlaps(max(fade.lowerBound - reach, 0)..<min(fade.upperBound + reach, end))
      && (reach == 0 || !range.overlaps(max(loopStart - edgeReach, 0)..<min(loopStart + edgeReach, end)))
      && (reach == 0 || !range.overlaps(max(end - edgeReach, 0)..<end))
  }

  /// Reads untouched frames.
  mutating func copy<S: Sample>(
    at start: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    try loop.read(at: start, into: &samples, part: part)
  }

  /// Reads output frames with gain and limiter applied.
  mutating func read(
    at start: Int, into samples: inout MutableSpan<Work>, part: Range<Int>
  ) throws(BakeError) {
    guard let limiter else {
      try loop.read(at: start, into: &samples, part: part)
      if gain != 1 { for index in part { samples[index] *= gain } }
      return
    }
    let count = part.count / channels
    try fillWindow(from: start - limiter.context, count: count + 2 * limiter.context)
    let first = limiter.context * channels
    for (offset, index) in part.enumerated() { samples[index] = window[first + offset] }
    let needs = needs(from: start - limiter.context, count: count + 2 * limiter.context)
    guard let needs else { return }
    let gains = limiter.gains(needs)
    for frame in 0..<count where gains[frame] != 1 {
      note(
        peak(window.span, in: first + frame * channels..<first + (frame + 1) * channels), at: start + frame)
      let factor = Work(gains[frame])
      for index in frame * channels..<(frame + 1) * channels { samples[part.lowerBound + index] *= factor }
    }
  }

  /// Learns the needs round the loop's edges before anything is read.
  ///
  /// Behind an intro the loop's start is reached from two sides, from the intro and from the loop's end. What either
  /// needs near the edge counts for both, so that the gain has no step on either way. A whole loop has one side only.
  mutating func joinEdges() throws(BakeError) {
    guard let limiter, loop.plan.layout == .intro else { return }
    let reach = limiter.context
    let edges = [loop.plan.loop.startFrame, loop.plan.loop.endFrame]
    var joined = ContiguousArray<Int64>(repeating: 0, count: 2 * reach)
    for edge in edges {
      window = []
      try fillWindow(from: edge - reach, count: 2 * reach)
      guard let needs = needs(from: edge - reach, count: 2 * reach) else { continue }
      for index in joined.indices { joined[index] = max(joined[index], needs[index]) }
    }
    window = []
    edgeNeeds = joined.contains { $0 > 0 } ? joined : []
  }

  private mutating func note(_ peak: Double, at frame: Int) {
    guard peak > limitedPeak else { return }
    limitedPeak = peak
    limitedFrame = frame
  }

  /// Makes `window` the frames from `start` on, keeping what it has of them already.
  private mutating func fillWindow(from start: Int, count: Int) throws(BakeError) {
    let end = windowStart + window.count / channels
    let kept = windowStart...end ~= start ? min(end - start, count) * channels : 0
    let old = (start - windowStart) * channels
    // Taken out of `self` for as long as it changes, so that nothing is copied.
    var next = window
    window = []
    for index in 0..<kept { next[index] = next[old + index] }
    if next.count < count * channels {
      next.append(contentsOf: repeatElement(0, count: count * channels - next.count))
    } else {
      next.removeLast(next.count - count * channels)
    }
    let new = kept..<next.count
    var span = next.mutableSpan
    try loop.read(at: start + kept / channels, into: &span, part: new)
    if gain != 1 { for index in new { span[index] *= gain } }
    window = next
    windowStart = start
  }

  /// What each frame of the window needs; `nil` when none needs anything.
  private func needs(from start: Int, count: Int) -> ContiguousArray<Int64>? {
    let edges = edgeNeeds.isEmpty ? [] : [loop.plan.loop.startFrame, loop.plan.loop.endFrame]
    let reach = edgeNeeds.count / 2
    let isNearEdge = edges.contains { start < $0 + reach && start + count > $0 - reach }
    guard isNearEdge || peak(window.span, in: 0..<window.count) > 1 else { return nil }
    var needs = ContiguousArray<Int64>(repeating: 0, count: count)
    for frame in 0..<count {
      needs[frame] = LimiterCurve.need(of: peak(window.span, in: frame * channels..<(frame + 1) * channels))
      for edge in edges {
        let offset = start + frame - edge + reach
        if edgeNeeds.indices.contains(offset) { needs[frame] = max(needs[frame], edgeNeeds[offset]) }
      }
    }
    return needs
  }
}

internal import LoopDSP

/// The baked loop: a ring of frames over a source at the output's rate and channel count.
///
/// Reading on past the end continues at the loop's start. Before frame 0 stands the end of a whole loop, and silence
/// before an intro. Only the mix of tail and head is held in memory; every other frame is the source's own.
struct BakedLoop<Base: FrameSource & ~Copyable>: ~Copyable, FrameSource {
  let plan: BakePlan
  /// The mixed frames `plan.fade`, interleaved.
  let mix: ContiguousArray<Double>
  /// Power of the mix against that of its two sides: see `fadeBalance`.
  let balance: Double
  private var base: Base

  /// Reads tail and head and mixes them.
  init(_ plan: BakePlan, over base: consuming Base) throws(BakeError) {
    // The tail first: the body then follows on the head without a jump.
    let tail = try base.frames(
      at: plan.sourceLoop.upperBound - plan.fadeFrames, count: plan.fadeFrames, as: Double.self)
    var head = try base.frames(
      at: plan.sourceLoop.lowerBound - plan.fadeFrames, count: plan.fadeFrames, as: Double.self)
    balance = fadeBalance(
      head: head.span, tail: tail.span, channels: plan.format.channels, law: plan.curve)
    var mixed = head.mutableSpan
    crossfade(head: &mixed, tail: tail.span, channels: plan.format.channels, law: plan.curve)
    self.plan = plan
    self.mix = head
    self.base = base
  }

  var format: AudioFormat { plan.format }
  var frameCount: Int { plan.frames }

  mutating func read<S: Sample>(
    at start: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    let channels = format.channels
    var position = start
    var index = part.lowerBound
    while index < part.upperBound {
      let (frame, run) = stretch(at: position)
      let count = min(run, (part.upperBound - index) / channels)
      let target = index..<index + count * channels
      try readStretch(at: frame, into: &samples, part: target)
      position += count
      index = target.upperBound
    }
  }

  /// The output frame behind a ring position (`nil`: silence), and how many frames go on from there in one piece.
  private func stretch(at position: Int) -> (frame: Int?, run: Int) {
    let loop = plan.loop
    if position < 0 && plan.layout == .intro { return (nil, -position) }
    let frame = position < frameCount ? position : loop.startFrame + (position - frameCount) % loop.length
    let wrapped = frame < 0 ? modulo(frame, loop.length) : frame
    let ends = [plan.fade.lowerBound, plan.fade.upperBound, frameCount].filter { $0 > wrapped }
    return (wrapped, (ends.min() ?? frameCount) - wrapped)
  }

  private mutating func readStretch<S: Sample>(
    at frame: Int?, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    guard let frame else { return samples.fill(part, with: .zero) }
    guard plan.fade.contains(frame) else {
      return try base.read(at: plan.origin + frame, into: &samples, part: part)
    }
    let first = (frame - plan.fade.lowerBound) * format.channels
    for index in part { samples[index] = S(normalized: mix[first + index - part.lowerBound]) }
  }
}

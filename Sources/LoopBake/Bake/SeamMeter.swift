internal import LoopDSP

/// Watches a loop while it is written: its peak, the step over its seam, and the sound's own steps near by.
struct SeamMeter<S: Sample> {
  private let loop: LoopRegion
  private let channels: Int
  /// 50 ms, or the whole loop where it is shorter.
  private let edgeFrames: Int
  private var head: ContiguousArray<S> = []
  private var tail: ContiguousArray<S> = []
  private(set) var peak = 0.0

  init(_ plan: BakePlan) {
    loop = plan.loop
    channels = plan.format.channels
    edgeFrames = min(plan.format.sampleRate / 20 + 1, loop.length)
  }

  /// Takes the next written frames, in order: `samples[part]` begin with frame `start`.
  mutating func observe(_ samples: Span<S>, part: Range<Int>, at start: Int) {
    peak = max(peak, LoopDSP.peak(samples, in: part))
    let frames = start..<start + part.count / channels
    keep(samples, frames, loop.startFrame..<loop.startFrame + edgeFrames, in: &head)
    keep(samples, frames, loop.endFrame - edgeFrames..<loop.endFrame, in: &tail)
  }

  private func keep(
    _ samples: Span<S>, _ frames: Range<Int>, _ wanted: Range<Int>, in kept: inout ContiguousArray<S>
  ) {
    let common = frames.clamped(to: wanted)
    for index in (common.lowerBound - frames.lowerBound) * channels..<(common.upperBound - frames.lowerBound)
      * channels
    {
      kept.append(samples[index])
    }
  }

  /// Largest absolute difference between the loop's last frame and its first one.
  var seamStep: Double {
    (0..<channels).reduce(0) { largest, channel in
      max(largest, abs(head[channel].normalized - tail[tail.count - channels + channel].normalized))
    }
  }

  /// Largest absolute difference between neighbours in the loop's first and last 50 ms.
  var ownStep: Double { max(largestStep(head), largestStep(tail)) }

  private func largestStep(_ samples: ContiguousArray<S>) -> Double {
    samples.indices.dropFirst(channels).reduce(0) { largest, index in
      max(largest, abs(samples[index].normalized - samples[index - channels].normalized))
    }
  }
}

internal import LoopDSP

/// A source with another channel count: one channel as the mean of two, or two as copies of one.
struct Remixed<Base: FrameSource & ~Copyable>: ~Copyable, FrameSource {
  let format: AudioFormat
  private var base: Base

  init(_ base: consuming Base, channels: Int) {
    format = AudioFormat(sampleRate: base.format.sampleRate, channels: channels)
    self.base = base
  }

  var frameCount: Int { base.frameCount }

  mutating func read<S: Sample>(
    at position: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    if format.channels == base.format.channels {
      return try base.read(at: position, into: &samples, part: part)
    }
    let source = try base.frames(at: position, count: part.count / format.channels, as: S.self)
    if format.channels == 1 {
      for (frame, index) in part.enumerated() {
        samples[index] = S(normalized: (source[2 * frame].normalized + source[2 * frame + 1].normalized) / 2)
      }
    } else {
      for (offset, index) in part.enumerated() { samples[index] = source[offset / 2] }
    }
  }
}

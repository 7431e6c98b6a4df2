internal import LoopDSP

/// A source that loops already, as a resampler should see it: round the edge stands the loop itself, not silence.
///
/// Without a ring it is the source unchanged.
struct RingInput<Base: FrameSource & ~Copyable>: ~Copyable, FrameSource {
  /// The loop in the base, `[start, end)`, not empty; reading on past its end continues at its start.
  private let ring: Range<Int>?
  /// Whether frames before the ring are those of the ring's end; otherwise they are the base's own.
  private let isClosed: Bool
  private var base: Base

  init(_ base: consuming Base, ring: Range<Int>?, isClosed: Bool) {
    self.ring = ring
    self.isClosed = isClosed
    self.base = base
  }

  var format: AudioFormat { base.format }
  var frameCount: Int { base.frameCount }

  mutating func read<S: Sample>(
    at start: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    guard let ring else { return try base.read(at: start, into: &samples, part: part) }
    let channels = format.channels
    var position = start
    var index = part.lowerBound
    while index < part.upperBound {
      let wanted = (part.upperBound - index) / channels
      let isOutside = position >= ring.upperBound || (isClosed && position < ring.lowerBound)
      let frame = isOutside ? ring.lowerBound + modulo(position - ring.lowerBound, ring.count) : position
      let count = min(wanted, ring.upperBound - frame)
      try base.read(at: frame, into: &samples, part: index..<index + count * channels)
      position += count
      index += count * channels
    }
  }
}

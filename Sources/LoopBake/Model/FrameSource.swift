internal import LoopDSP

/// Frames by position: the one idea that every stage of a bake shares.
///
/// A decoded file, a resampled file and a baked loop are all frame sources, one wrapped round the other. Each says
/// itself what lies outside its frames: a file silence, a ring itself.
protocol FrameSource: ~Copyable {
  var format: AudioFormat { get }

  /// Frames from 0 to the end.
  var frameCount: Int { get }

  /// Fills `samples[part]` with the frames from `position` on.
  ///
  /// - Parameters:
  ///   - position: any frame, also before 0 or past the end.
  ///   - samples: interleaved. Integers of a source that is narrower arrive unchanged, left-justified.
  ///   - part: sample indices; a whole number of frames.
  mutating func read<S: Sample>(
    at position: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError)
}

extension FrameSource where Self: ~Copyable {
  /// `count` frames from `position` on, interleaved.
  mutating func frames<S: Sample>(
    at position: Int, count: Int, as type: S.Type = S.self
  ) throws(BakeError) -> ContiguousArray<S> {
    var samples = ContiguousArray<S>(repeating: .zero, count: count * format.channels)
    var span = samples.mutableSpan
    try read(at: position, into: &span, part: span.indices)
    return samples
  }
}

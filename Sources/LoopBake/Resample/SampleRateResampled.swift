internal import CSampleRate
internal import LoopDSP

/// A source at another rate by one of libsamplerate's converters.
///
/// The converter is a stream, so frames by position are had by starting it where the phase is 0, far enough ahead for
/// its whole filter: from there on it gives the bits of one pass over everything. Reading on costs nothing extra.
struct SampleRateResampled<Base: FrameSource & ~Copyable>: ~Copyable, FrameSource {
  let format: AudioFormat
  let frameCount: Int
  private let ratio: ResampleRatio
  private let converter: SampleRateConverter
  private var base: Base
  /// The next frame that the converter delivers; `nil` before it was started.
  private var position: Int?
  private var inputPosition = 0
  private var input: ContiguousArray<Float> = []
  /// Samples of `input` that the converter has not taken yet.
  private var pending = 0..<0

  private static var blockFrames: Int { 4096 }

  /// - Throws: `BakeError` (`unfit`) for a ratio that libsamplerate does not do.
  init(
    _ base: consuming Base, kind: BakeSettings.Resampler, ratio: ResampleRatio, sampleRate: Int,
    frameCount: Int,
    name: String
  ) throws(BakeError) {
    let channels = base.format.channels
    converter = try SampleRateConverter(kind, ratio: ratio, channels: channels, name: name)
    format = AudioFormat(sampleRate: sampleRate, channels: channels)
    self.frameCount = frameCount
    self.ratio = ratio
    self.base = base
  }

  mutating func read<S: Sample>(
    at start: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    let channels = format.channels
    try move(to: start)
    var made = ContiguousArray<Float>(repeating: 0, count: part.count)
    try produce(into: &made)
    for (offset, index) in part.enumerated() { samples[index] = S(normalized: Double(made[offset])) }
    position = start + part.count / channels
  }

  /// Brings the stream to a frame, by restarting it unless it lies a little ahead.
  private mutating func move(to frame: Int) throws(BakeError) {
    var from = position ?? frame + 1
    if frame < from || frame - from > 16 * Self.blockFrames {
      // Two filter lengths of the best converter are context enough (143 frames on either side, times in / out where
      // the rate falls: libsamplerate's src/high_qual_coeffs.h and src_sinc.c).
      let context = 600 * max(1, ratio.outStep / ratio.inStep) + 600
      (from, inputPosition) = ratio.alignedFrame(upTo: frame - context)
      pending = 0..<0
      converter.reset()
    }
    var skipped = ContiguousArray<Float>(repeating: 0, count: 0)
    while from < frame {
      let count = min(frame - from, Self.blockFrames)
      skipped = ContiguousArray(repeating: 0, count: count * format.channels)
      try produce(into: &skipped)
      from += count
    }
    position = frame
  }

  /// Fills `made` with the converter's next frames.
  private mutating func produce(into made: inout ContiguousArray<Float>) throws(BakeError) {
    var filled = 0
    while filled < made.count {
      if pending.isEmpty {
        input = try base.frames(at: inputPosition, count: Self.blockFrames)
        inputPosition += Self.blockFrames
        pending = 0..<input.count
      }
      let used = converter.process(input, pending, into: &made, filled..<made.count)
      pending = pending.lowerBound + used.input..<pending.upperBound
      filled += used.output
    }
  }
}

/// libsamplerate's state.
private struct SampleRateConverter: ~Copyable {
  private let state: OpaquePointer
  private let factor: Double
  private let channels: Int

  init(_ kind: BakeSettings.Resampler, ratio: ResampleRatio, channels: Int, name: String) throws(BakeError) {
    let converter =
      switch kind {
      case .srcMedium: SRC_SINC_MEDIUM_QUALITY
      case .srcFast: SRC_SINC_FASTEST
      default: SRC_SINC_BEST_QUALITY
      }
    factor = Double(ratio.outStep) / Double(ratio.inStep)
    var code: Int32 = 0
    guard src_is_valid_ratio(factor) != 0, let opened = src_new(Int32(converter), Int32(channels), &code)
    else {
      throw BakeError(
        .unfit, path: name, "cannot resample with \(kind.rawValue)",
        because: code == 0
          ? "libsamplerate converts by a factor of 1/256 to 256" : String(cString: src_strerror(code)),
        wayOut: "use --resampler sinc")
    }
    state = opened
    self.channels = channels
  }

  deinit { src_delete(state) }

  func reset() { src_reset(state) }

  /// Converts what it can; returns the samples that it took and made.
  func process(
    _ input: ContiguousArray<Float>, _ pending: Range<Int>, into made: inout ContiguousArray<Float>,
    _ room: Range<Int>
  ) -> (input: Int, output: Int) {
    input.withUnsafeBufferPointer { source in
      made.withUnsafeMutableBufferPointer { target in
        var data = SRC_DATA()
        data.data_in = source.baseAddress?.advanced(by: pending.lowerBound)
        data.input_frames = pending.count / channels
        data.data_out = target.baseAddress?.advanced(by: room.lowerBound)
        data.output_frames = room.count / channels
        data.src_ratio = factor
        src_process(state, &data)
        return (data.input_frames_used * channels, data.output_frames_gen * channels)
      }
    }
  }
}

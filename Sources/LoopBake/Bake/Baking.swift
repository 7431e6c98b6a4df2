internal import LoopDSP

/// One bake from an open source to a finished description of it, with the sample types chosen on the way.
///
/// Frames go through in blocks. A block that no fade, gain or limiter touches is copied in the output's own sample type;
/// any other one is worked on in floating point and then quantised, which leaves values that the encoding holds as they
/// are. So the body of a bit-exact bake is exact on both ways.
struct Baking {
  let job: BakeJob
  let plan: BakePlan
  let source: SourceDescription
  let spec: OutputSpec
  let cancellation: Cancellation

  /// What the written frames were like.
  struct Measured {
    var peak: Double
    var seamStep: Double
    var ownStep: Double
    var warnings: [String] = []
  }

  /// Bakes to a descriptor.
  func write(_ decoded: consuming DecodedFrames, to descriptor: Int32) throws(BakeError) -> Measured {
    let sourceFrames = decoded.frameCount
    let remixed = Remixed(decoded, channels: plan.format.channels)
    guard plan.resamples else { return try bake(over: remixed, to: descriptor) }
    let grid = try ResampleGrid(plan, sourceFrames: sourceFrames, name: job.input.name)
    let input = RingInput(remixed, ring: grid.ring, isClosed: plan.layout == .whole)
    let rate = plan.format.sampleRate
    if job.settings.resampler == .sinc {
      let resampled = SincResampled(
        input, ratio: grid.ratio, sampleRate: rate, frameCount: plan.used.upperBound,
        threads: job.settings.threads)
      return try bake(over: resampled, to: descriptor)
    }
    let resampled = try SampleRateResampled(
      input, kind: job.settings.resampler, ratio: grid.ratio, sampleRate: rate,
      frameCount: plan.used.upperBound,
      name: job.input.name)
    return try bake(over: resampled, to: descriptor)
  }

  private func bake<Base: FrameSource & ~Copyable>(
    over base: consuming Base, to descriptor: Int32
  ) throws(BakeError) -> Measured {
    let loop = try BakedLoop(plan, over: base)
    let warnings = cancellationWarnings(loop.balance)
    var measured =
      worksInFloat
      ? try level(loop, as: Float.self, to: descriptor) : try level(loop, as: Double.self, to: descriptor)
    measured.warnings = warnings + measured.warnings
    return measured
  }

  /// Whether `Float` is wide enough for what is worked on: a resampler's result, or up to 24 bits on both sides.
  private var worksInFloat: Bool {
    if plan.encoding == .float32 || (plan.resamples && !plan.bodyIsExact) { return true }
    let isNarrow = plan.encoding.isInteger && plan.encoding.bits <= 24
    return !plan.bodyIsExact && isNarrow && SampleEncoding.float32.holds(source.encoding)
  }

  private func level<Base: FrameSource & ~Copyable, Work: WorkSample>(
    _ loop: consuming BakedLoop<Base>, as type: Work.Type, to descriptor: Int32
  ) throws(BakeError) -> Measured {
    let mixPeak = peak(loop.mix.span, in: 0..<loop.mix.count)
    var levelled = LevelledLoop<Base, Work>(loop, gain: linearGain)
    try applyClipPolicy(to: &levelled, mixPeak: mixPeak)
    return switch plan.encoding {
    case .pcm8, .pcm16: try copy(levelled, as: Int16.self, to: descriptor)
    case .pcm24, .pcm32: try copy(levelled, as: Int32.self, to: descriptor)
    case .float32: try copy(levelled, as: Float.self, to: descriptor)
    case .float64: try copy(levelled, as: Double.self, to: descriptor)
    }
  }

  private func copy<Base: FrameSource & ~Copyable, Work: WorkSample, Out: Sample>(
    _ loop: consuming LevelledLoop<Base, Work>, as type: Out.Type, to descriptor: Int32
  ) throws(BakeError) -> Measured {
    var maker = BlockMaker<Base, Work, Out>(self, loop)
    var sink = BlockSink<Out>(plan, into: try AudioWriter(spec, to: descriptor, path: job.output.name))
    var block = try maker.make(at: 0)
    for start in stride(from: 0, to: plan.frames, by: job.settings.blockFrames) {
      if cancellation.isCancelled { throw .interrupted(job.input.name) }
      let current = block
      let next = start + job.settings.blockFrames
      if next >= plan.frames {
        try sink.take(current, at: start)
      } else if overlaps {
        var (taken, made): (Result<Void, BakeError>?, Result<ContiguousArray<Out>, BakeError>?)
        concurrently(
          { taken = Result { () throws(BakeError) in try sink.take(current, at: start) } },
          { made = Result { () throws(BakeError) in try maker.make(at: next) } })
        try taken?.get()
        block = try made?.get() ?? []
      } else {
        try sink.take(current, at: start)
        block = try maker.make(at: next)
      }
    }
    let warnings = maker.warnings(for: self)
    var measured = try sink.finish()
    measured.warnings += warnings
    return measured
  }

  /// Whether the next block is made while the last one is written: where both take time worth a second thread.
  private var overlaps: Bool {
    job.settings.threads > 1 && spec.container == .flac && (source.isCoded || plan.resamples)
  }
}

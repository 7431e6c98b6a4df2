internal import LoopDSP

/// Makes the output block by block, in the sample type that its encoding takes.
struct BlockMaker<Base: FrameSource & ~Copyable, Work: WorkSample, Out: Sample>: ~Copyable {
  private var loop: LevelledLoop<Base, Work>
  private let quantizer: Quantizer
  private let plan: BakePlan
  private let blockFrames: Int
  private var clipped = 0

  init(_ baking: Baking, _ loop: consuming LevelledLoop<Base, Work>) {
    plan = baking.plan
    blockFrames = baking.job.settings.blockFrames
    quantizer = Quantizer(
      bits: plan.encoding.isInteger ? plan.encoding.bits : nil, channels: plan.format.channels,
      dithers: baking.job.settings.dither == .tpdf, copies: plan.sourceFormat.channels == 1,
      counts: baking.job.settings.onClip == .clip)
    self.loop = loop
  }

  /// The frames from `start` on, interleaved: a whole block, or what is left.
  mutating func make(at start: Int) throws(BakeError) -> ContiguousArray<Out> {
    let frames = start..<min(start + blockFrames, plan.frames)
    let part = 0..<frames.count * plan.format.channels
    var out = ContiguousArray<Out>(repeating: .zero, count: part.count)
    var outSpan = out.mutableSpan
    if loop.isUntouched(frames) {
      try loop.copy(at: start, into: &outSpan, part: part)
    } else {
      var work = ContiguousArray<Work>(repeating: 0, count: part.count)
      var workSpan = work.mutableSpan
      try loop.read(at: start, into: &workSpan, part: part)
      clipped += quantizer.convert(workSpan.span, at: start, into: &outSpan)
    }
    return out
  }

  /// What the level stages have to say at the end.
  func warnings(for baking: Baking) -> [String] {
    baking.clipWarnings(
      clipped, limitedPeak: loop.limitedPeak, limitedFrame: loop.limitedFrame, scaledPeak: loop.scaledPeak)
  }
}

/// Where the blocks go, in order: measured, then written.
struct BlockSink<Out: Sample>: ~Copyable {
  private var meter: SeamMeter<Out>
  private var writer: AudioWriter

  init(_ plan: BakePlan, into writer: consuming AudioWriter) {
    meter = SeamMeter(plan)
    self.writer = writer
  }

  mutating func take(_ block: ContiguousArray<Out>, at start: Int) throws(BakeError) {
    meter.observe(block.span, part: 0..<block.count, at: start)
    try writer.write(block.span)
  }

  consuming func finish() throws(BakeError) -> Baking.Measured {
    let measured = Baking.Measured(
      peak: meter.peak, seamStep: meter.seamStep, ownStep: meter.ownStep, warnings: writer.warnings)
    try writer.finish()
    return measured
  }
}

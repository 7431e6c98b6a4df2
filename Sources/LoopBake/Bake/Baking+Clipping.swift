internal import LoopDSP

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Baking {
  /// The gain that was asked for, linear.
  var linearGain: Double { job.settings.gainDB == 0 ? 1 : pow(10, job.settings.gainDB / 20) }

  /// Makes sure that a result above full scale in an integer encoding is treated as the settings say.
  ///
  /// - Parameter mixPeak: largest sample of the mixed frames before the gain.
  func applyClipPolicy<Base: FrameSource & ~Copyable, Work: WorkSample>(
    to loop: inout LevelledLoop<Base, Work>, mixPeak: Double
  ) throws(BakeError) {
    guard plan.encoding.isInteger else { return }
    // The body of a bit-exact bake is in the encoding's range already.
    let canExceed = plan.bodyIsExact ? mixPeak > 1 : true
    guard canExceed else { return }
    switch job.settings.onClip {
    case .clip: return
    case .limit:
      loop.limiter = LimiterCurve(sampleRate: plan.format.sampleRate)
      try loop.joinEdges()
    case .scale:
      let peak = plan.bodyIsExact ? mixPeak : try measurePeak(&loop)
      if peak > 1 {
        loop.gain = Work(Double(loop.gain) / peak)
        loop.scaledPeak = peak
      }
    case .error:
      let peak = plan.bodyIsExact ? mixPeak : try measurePeak(&loop)
      guard peak > 1 else { return }
      throw BakeError(
        .unfit, path: job.input.name, "the loop exceeds full scale",
        because: "its peak is \(decibels(peak)) dBFS",
        wayOut: "use --gain \(fittingGain(peak)), or --on-clip limit or scale")
    }
  }

  func clipWarnings(
    _ clipped: Int, limitedPeak: Double, limitedFrame: Int, scaledPeak: Double
  ) -> [String] {
    var warnings: [String] = []
    if scaledPeak > 1 {
      warnings.append(
        "the loop exceeded full scale and was scaled down as a whole by \(decibels(scaledPeak)) dB")
    }
    if limitedPeak > 1 {
      warnings.append(
        "the loop exceeded full scale and was limited, most at frame \(limitedFrame) by \(decibels(limitedPeak)) dB"
      )
    }
    if clipped > 0 && job.settings.onClip == .clip {
      warnings.append("\(clipped) samples exceeded full scale and were clipped")
    }
    return warnings
  }

  /// What to say where tail and head cancel out so much that it can be heard: by 6 dB and more, in a fade of 20 ms and more.
  func cancellationWarnings(_ balance: Double) -> [String] {
    guard balance < 0.25, plan.fadeFrames * 50 >= plan.format.sampleRate else { return [] }
    let dip = balance > 0 ? "\(decibels(1 / balance.squareRoot())) dB quieter" : "silent"
    return [
      "end and start cancel each other out: the middle of the crossfade is \(dip); move the loop or change the fade"
    ]
  }

  /// Reads the whole ring once for its largest sample.
  private func measurePeak<Base: FrameSource & ~Copyable, Work: WorkSample>(
    _ loop: inout LevelledLoop<Base, Work>
  ) throws(BakeError) -> Double {
    let block = job.settings.blockFrames
    let channels = plan.format.channels
    var work = ContiguousArray<Work>(repeating: 0, count: block * channels)
    var largest = 0.0
    for start in stride(from: 0, to: plan.frames, by: block) {
      if cancellation.isCancelled { throw .interrupted(job.input.name) }
      let part = 0..<(min(start + block, plan.frames) - start) * channels
      var span = work.mutableSpan
      try loop.read(at: start, into: &span, part: part)
      largest = max(largest, peak(span.span, in: part))
    }
    return largest
  }

  /// A ratio in dB with two decimals.
  private func decibels(_ ratio: Double) -> String { String((2000 * log10(ratio)).rounded() / 100) }

  /// The gain in dB that just fits, rounded towards less.
  private func fittingGain(_ peak: Double) -> String {
    String(((job.settings.gainDB - 20 * log10(peak)) * 100).rounded(.down) / 100)
  }
}

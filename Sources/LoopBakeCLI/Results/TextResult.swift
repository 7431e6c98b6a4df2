import LoopBake
import LoopDSP

extension BakeResult {
  /// What was made, in one line; with `verbose` two more about source and file.
  func summary(dryRun: Bool, verbose: Bool) -> String {
    let facts = [
      durationText(frames: frames, sampleRate: format.sampleRate),
      "loop \(loop.startFrame)..\(loop.endFrame) at \(format.sampleRate) Hz",
      fadeFrames == 0 ? "no fade" : "fade \(fadeFrames) frames \(curve.name)",
    ]
    let levels = [
      "peak \(levelText(peak))", "seam step \(levelText(seamStep)) (own \(levelText(ownStep)))",
    ]
    let line = singleLine(
      "\(output): " + (dryRun ? "would be " : "") + (dryRun ? facts : facts + levels).joined(separator: ", "))
    return verbose ? line + "\n" + details : line
  }

  private var details: String {
    let used = source.usedFrames
    let lines = [
      "  from \(input): \(source.description), \(words(source.format)), \(source.frames) frames, "
        + "used \(used.lowerBound)..\(used.upperBound)",
      "  written as \(container) \(encoding), \(words(format)), \(frames) frames",
      loopSource.map { "  loop taken from the source's \($0.rawValue)" },
    ].compactMap { $0 }
    return lines.map(singleLine).joined(separator: "\n")
  }

  private func words(_ format: AudioFormat) -> String {
    "\(format.sampleRate) Hz, \(format.channels) channel" + (format.channels == 1 ? "" : "s")
  }
}

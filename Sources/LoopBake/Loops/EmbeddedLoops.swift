/// Every loop that a file says it has, in every dialect, the most trusted first.
///
/// `smpl` comes first, because it says both ends in frames and readers agree on it; text fields come behind what the format itself
/// has for loops, because tools copy them without scaling; cue points may mean anything. See docs/loop-points.md.
///
/// - Parameters:
///   - fields: the file's text fields.
///   - format: of the decoded sound; `nil` reads no times but frames.
///   - frameCount: of the decoded sound; `nil`: loops are not compared with it.
/// - Returns: at most `EmbeddedLoop.most` of each dialect. A damaged file has the loops before the damage.
/// - Throws: `BakeError` (`unreadable`) only when the system cannot read.
func embeddedLoops(
  _ file: borrowing InputFile, fields: [Tags.Field], format: AudioFormat?, frameCount: Int?
) throws(BakeError) -> [EmbeddedLoop] {
  let bytes = try file.byPosition()
  let start = try leadingTags(bytes).map { $0.offset + $0.size }.max() ?? 0
  let header = try bytes.read(at: start, count: min(12, max(bytes.size - start, 0))) ?? []
  var loops: [EmbeddedLoop] = []
  switch true {
  case ["RIFF", "RF64", "BW64", "RIFX"].contains(where: { header.has($0) }) && header.has("WAVE", at: 8):
    loops = try riffLoops(
      bytes, from: start + 12, order: header.has("RIFX") ? .big : .little, frameCount: frameCount)
  case header.has("FORM") && (header.has("AIFF", at: 8) || header.has("AIFC", at: 8)):
    loops = try instrumentLoops(bytes, from: start + 12)
  case header.has("fLaC"):
    loops = try flacSamplerLoops(bytes, from: start)
  default: break
  }
  loops += fieldLoops(fields, sampleRate: format?.sampleRate, frameCount: frameCount)
  let ordered = EmbeddedLoop.Dialect.allCases.flatMap { dialect in
    loops.filter { $0.dialect == dialect }.prefix(EmbeddedLoop.most)
  }
  return ordered.map { $0.fitted(into: frameCount) }
}

extension EmbeddedLoop {
  /// The loop inside the sound, or with the problem that it is not.
  fileprivate func fitted(into frameCount: Int?) -> EmbeddedLoop {
    guard problem == nil else { return self }
    var loop = self
    if let frameCount, region.startFrame >= frameCount {
      loop.problem = "it begins at frame \(region.startFrame), behind the sound's \(frameCount) frames"
    } else if region.length < 1 {
      loop.problem = "it ends before it begins"
    } else if let frameCount, region.endFrame > frameCount {
      // One frame too many is the mistake of a writer that took an exclusive end for an inclusive one.
      if region.endFrame == frameCount + 1 {
        loop.region.endFrame = frameCount
        loop.correction = "its end was one frame behind the sound and was taken for the end of the sound"
      } else {
        loop.problem = "it ends at frame \(region.endFrame), behind the sound's \(frameCount) frames"
      }
    }
    return loop
  }
}

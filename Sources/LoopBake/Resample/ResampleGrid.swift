internal import LoopDSP

/// Which source position each frame of a resampled source stands for.
///
/// With a fade, the whole file is resampled at the nominal ratio, silence beyond its edges. Without one, the region loops
/// already: the filter looks round the ring, and the ratio is that of the ring's lengths before and after, so that the
/// wrap is a whole number of frames on both sides and no sample is displaced there.
struct ResampleGrid {
  let ratio: ResampleRatio
  /// The loop in source frames, to be read as a ring.
  let ring: Range<Int>?

  /// - Parameter sourceFrames: frames of the source at its own rate.
  init(_ plan: BakePlan, sourceFrames: Int, name: String) throws(BakeError) {
    let (input, output) = (plan.sourceFormat.sampleRate, plan.format.sampleRate)
    guard plan.fadeFrames == 0 else {
      ratio = ResampleRatio(from: input, to: output)
      ring = nil
      return
    }
    let loop = plan.sourceLoop
    let length = try BakePlan.convertedLength(sourceFrames, input, output, name: name)
    // At a lower rate the way back from the file's end may miss it, and not one frame of the loop may be lost.
    func sourceFrame(_ frame: Int) throws(BakeError) -> Int {
      frame == length
        ? sourceFrames : min(try BakePlan.convertedLength(frame, output, input, name: name), sourceFrames)
    }
    let start = min(try sourceFrame(loop.lowerBound), sourceFrames - 1)
    let end = max(try sourceFrame(loop.upperBound), start + 1)
    // Output frame n lies at start + (n - loop.lowerBound) * count / loop.count.
    let (a, overflowA) = start.multipliedReportingOverflow(by: loop.count)
    let (b, overflowB) = loop.lowerBound.multipliedReportingOverflow(by: end - start)
    guard !overflowA, !overflowB else {
      throw BakeError(
        .unfit, path: name, "cannot resample the loop", because: "it is too long for an exact grid",
        wayOut: "use a fade, or bake it at its own rate")
    }
    ratio = ResampleRatio(from: end - start, to: loop.count, offset: a - b)
    ring = start..<end
  }
}

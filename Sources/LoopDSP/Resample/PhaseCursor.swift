/// A position that moves on by the same exact fraction of an input frame with every output frame.
struct PhaseCursor {
  /// Whole input frames, counted from where the cursor started.
  private(set) var frame = 0
  /// What lies beyond `frame`, in units of `1 / phaseCount`.
  private(set) var phase: Int

  private let phaseCount: Int
  private let frameStep: Int
  private let phaseStep: Int

  /// - Parameters:
  ///   - phase: where to start, in 0..<phaseCount.
  ///   - step: how far one output frame moves, in units of `1 / phaseCount`.
  init(phase: Int, phaseCount: Int, step: Int) {
    self.phase = phase
    self.phaseCount = phaseCount
    (frameStep, phaseStep) = step.quotientAndRemainder(dividingBy: phaseCount)
  }

  /// The position, then moves on by one output frame.
  @inline(__always)
  mutating func next() -> (frame: Int, phase: Int) {
    let position = (frame, phase)
    frame &+= frameStep
    // Compared before it is added: phases may be close to Int.max.
    let room = phaseCount &- phaseStep
    if phase >= room {
      phase &-= room
      frame &+= 1
    } else {
      phase &+= phaseStep
    }
    return position
  }

  /// Moves on by whole input frames.
  mutating func skip(frames: Int) { frame &+= frames }
}

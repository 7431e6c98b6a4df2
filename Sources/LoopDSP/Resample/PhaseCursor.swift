/// A position that moves on by the same exact fraction with every output frame.
struct PhaseCursor {
  /// Whole input frames, counted from where the cursor started.
  private(set) var frame = 0
  /// What lies beyond `frame`, in units of `1 / phaseCount`.
  private(set) var phase: Int

  private let phaseCount: Int
  private let frameStep: Int
  private let phaseStep: Int

  /// - Parameters:
  ///   - phase: 0..<phaseCount.
  ///   - step: what one output frame moves the position by, in units of `1 / phaseCount`.
  init(phase: Int, phaseCount: Int, step: Int) {
    self.phase = phase
    self.phaseCount = phaseCount
    (frameStep, phaseStep) = step.quotientAndRemainder(dividingBy: phaseCount)
  }

  /// Moves on by one output frame.
  @inline(__always)
  mutating func advance() {
    frame &+= frameStep
    let room = phaseCount &- phaseStep
    if phase >= room {
      phase &-= room
      frame &+= 1
    } else {
      phase &+= phaseStep
    }
  }

  /// Moves on by whole input frames.
  mutating func skip(frames: Int) { frame &+= frames }
}

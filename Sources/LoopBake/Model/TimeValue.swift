/// A length or position as it was asked for; it becomes frames once a rate and a region are known.
public enum TimeValue: Sendable, Equatable {
  /// Seconds, at least 0.
  case seconds(Double)
  /// Frames at the output rate, at least 0.
  case frames(Int)
  /// Per cent of the used region, for a fade only.
  case percent(Double)

  /// The nearest whole frame (halves away from zero).
  ///
  /// - Parameters:
  ///   - sampleRate: the output rate in Hz.
  ///   - regionFrames: length of the used region in frames, which per cent refers to.
  /// - Returns: frames, at least 0; `Int.max` for what no file can hold.
  public func frames(sampleRate: Int, regionFrames: Int) -> Int {
    switch self {
    case .frames(let count): return count
    case .seconds(let seconds): return Self.wholeFrames(seconds * Double(sampleRate))
    case .percent(let percent): return Self.wholeFrames(percent * Double(regionFrames) / 100)
    }
  }

  private static func wholeFrames(_ value: Double) -> Int {
    Int(exactly: (value + 0.5).rounded(.down)) ?? Int.max
  }
}

/// A part of the source, as it was asked for; a missing side is the source's own edge.
public struct TimeRange: Sendable, Equatable {
  public var start: TimeValue?
  public var end: TimeValue?

  public init(start: TimeValue?, end: TimeValue?) {
    self.start = start
    self.end = end
  }
}

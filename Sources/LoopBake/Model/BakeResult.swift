public import LoopDSP

/// What a bake made.
public struct BakeResult: Sendable, Equatable {
  /// Path of the input as it was given, `-` for standard input.
  public var input: String
  /// Path of the output, `-` for standard output.
  public var output: String
  public var container: Container
  public var encoding: SampleEncoding
  public var format: AudioFormat
  /// Frames in the output.
  public var frames: Int
  public var loop: LoopRegion
  /// Where the source names the loop, when its own was taken.
  public var loopSource: EmbeddedLoop.Dialect?
  /// Length of the crossfade that was used.
  public var fadeFrames: Int
  public var curve: FadeLaw
  /// Largest absolute sample in the output; 1 is full scale.
  public var peak: Double
  /// The step over the seam: largest absolute difference, over the channels, between the loop's last frame
  /// and its first one; 1 is full scale.
  public var seamStep: Double
  /// The sound's own largest step between neighbours in the 50 ms on both sides of the seam; 1 is full scale.
  public var ownStep: Double
  /// What was used of the source, and how it was described there.
  public var source: SourceSummary
  /// What the user should know, one line each.
  public var warnings: [String] = []
}

/// Where a bake came from.
public struct SourceSummary: Sendable, Equatable {
  public var format: AudioFormat
  /// Frames of the source at its own rate, codec delay and padding removed.
  public var frames: Int
  /// Used part of the source `[start, end)` in frames at the output rate.
  public var usedFrames: Range<Int>
  /// The source's format in a few words: "WAV, 16 bit PCM".
  public var description: String
}

/// How a job ended without an error.
public enum BakeOutcome: Sendable, Equatable {
  case baked(BakeResult)
  /// Nothing was written; the reason in a few words.
  case skipped(reason: String)
}

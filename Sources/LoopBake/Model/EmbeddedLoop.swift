/// A loop that a file says it has, in one of the ways that formats and engines have for it.
public struct EmbeddedLoop: Sendable, Equatable {
  /// Where the loop stands in the file.
  public enum Dialect: String, Sendable, CaseIterable {
    /// The `smpl` chunk of a WAV or RF64 file; its end is the last frame played.
    case sampler = "smpl"
    /// A `smpl` chunk in an APPLICATION block `riff` of a FLAC file.
    case flacSampler = "riff-smpl"
    /// Cue points of a WAV file: a region of `LIST adtl`, or a start alone.
    case cue = "cue"
    /// The sustain loop of an AIFF file's `INST` chunk, between two markers of `MARK`.
    case instrument = "inst"
    /// Text fields of the LOOPSTART family, in comments or ID3v2 frames.
    case fields = "fields"
  }

  public var dialect: Dialect
  /// Frames of the decoded sound at its own rate.
  public var region: LoopRegion
  /// How the file's own numbers are read, for people: "17639 is the last frame played".
  public var reading: String

  public init(_ dialect: Dialect, _ region: LoopRegion, reading: String) {
    self.dialect = dialect
    self.region = region
    self.reading = reading
  }
}

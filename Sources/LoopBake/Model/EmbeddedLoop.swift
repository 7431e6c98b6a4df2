/// A loop that a file says it has, in one of the ways that formats and engines have for it.
public struct EmbeddedLoop: Sendable, Equatable {
  /// Where the loop stands in the file, in the order in which they are trusted.
  public enum Dialect: String, Sendable, CaseIterable {
    /// The `smpl` chunk of a WAV or RF64 file; its end is the last frame played.
    case sampler = "smpl"
    /// A `smpl` chunk in an APPLICATION block `riff` of a FLAC file.
    case flacSampler = "riff-smpl"
    /// The sustain loop of an AIFF file's `INST` chunk, between two markers of `MARK`.
    case instrument = "inst"
    /// Text fields of the LOOPSTART family, in Vorbis comments, ID3v2 or APE tags.
    case fields = "fields"
    /// Cue points of a WAV file: a region of `LIST adtl`, or a start alone.
    case cue = "cue"
  }

  public var dialect: Dialect
  /// Frames of the decoded sound at its own rate.
  public var region: LoopRegion
  /// How the file's own numbers are read, for people: "17639 is the last frame played".
  public var reading: String
  /// Why the loop cannot be used; `nil` when it can.
  public var problem: String?

  public init(_ dialect: Dialect, _ region: LoopRegion, reading: String, problem: String? = nil) {
    self.dialect = dialect
    self.region = region
    self.reading = reading
    self.problem = problem
  }
}

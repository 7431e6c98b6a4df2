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
  /// Frames of the decoded sound at its own rate; with a `problem`, whatever the file says, even an end before the start.
  public var region: LoopRegion
  /// How the file's own numbers are read, for people: "17639 is the last frame played".
  public var reading: String
  /// What was taken to be a mistake of the writer and mended; `nil` when nothing was.
  public var correction: String?
  /// Why the loop cannot be used; `nil` when it can.
  public var problem: String?

  public init(_ dialect: Dialect, _ region: LoopRegion, reading: String, problem: String? = nil) {
    self.dialect = dialect
    self.region = region
    self.reading = reading
    self.problem = problem
  }

  /// Whether the loop is used as the file says it.
  var isIntact: Bool { problem == nil && correction == nil }

  /// More loops of one file than this are not looked at; no sensible file has as many.
  static let most = 1024
}

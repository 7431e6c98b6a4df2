public import LoopDSP

/// What is to be done with one recording; the defaults are those of the command line.
public struct BakeSettings: Sendable, Equatable {
  /// What the written file contains.
  public enum Layout: String, Sendable, CaseIterable {
    /// The file is the loop.
    case whole
    /// The file is what comes before the loop, then the loop.
    case intro
  }

  /// Who converts the sample rate.
  public enum Resampler: String, Sendable, CaseIterable {
    /// The position-exact polyphase filter of `LoopDSP`.
    case sinc
    /// libsamplerate's converters.
    case srcBest = "src-best"
    case srcMedium = "src-medium"
    case srcFast = "src-fast"
  }

  /// What happens to a result above full scale in an integer encoding.
  public enum ClipPolicy: String, Sendable, CaseIterable { case limit, scale, clip, error }

  /// What happens when the region is shorter than two fades.
  public enum ShortPolicy: String, Sendable, CaseIterable { case error, shrink, skip }

  /// What is added where precision is lost.
  public enum Dither: String, Sendable, CaseIterable { case tpdf, none }

  /// Where the loop inside the source is.
  public enum LoopChoice: Sendable, Equatable {
    case range(TimeRange)
    /// Where the source itself says it is: see `EmbeddedLoop`.
    case embedded
  }

  public var fade: TimeValue = .seconds(5)
  public var curve: FadeLaw = .equalPower
  /// `nil`: `intro` when `loop` is given, else `whole`.
  public var layout: Layout?
  /// The part of the source to use.
  public var trim = TimeRange(start: nil, end: nil)
  /// The loop inside the source; `nil`: the whole used part of it.
  public var loop: LoopChoice?
  /// Output rate in Hz; `nil`: the source's.
  public var sampleRate: Int?
  public var resampler: Resampler = .sinc
  /// 1 from 2 (mean) or 2 from 1 (copy); `nil`: the source's.
  public var channels: Int?
  /// `nil`: the source's own, `pcm16` from a lossy source.
  public var encoding: SampleEncoding?
  /// `nil`: what the output's extension says; WAV on standard output.
  public var container: Container?
  /// FLAC compression level, 0...8.
  public var compressionLevel: Int = 5
  public var dither: Dither = .tpdf
  /// Gain on the whole output, in dB.
  public var gainDB: Double = 0
  public var onClip: ClipPolicy = .limit
  public var short: ShortPolicy = .error
  /// Whether to write `OUTPUT.loop.json` too.
  public var sidecar = false
  /// Whether an existing output is left alone (the job is then skipped).
  public var noClobber = false
  /// Frames read, processed and written at a time; at least 1. No result depends on it.
  public var blockFrames = 16_384
  /// Threads for one file; at least 1. No result depends on it.
  public var threads = 1

  public init() {}
}

/// A file format that loopbake writes.
public enum Container: String, Sendable, CaseIterable {
  case wav, rf64, w64, aiff, caf, au, flac

  /// The format that a file name's extension stands for, in any case; `nil` when it stands for none.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "wav", "wave", "bwf": self = .wav
    case "rf64": self = .rf64
    case "w64": self = .w64
    case "aiff", "aif", "aifc": self = .aiff
    case "caf": self = .caf
    case "au", "snd": self = .au
    case "flac": self = .flac
    default: return nil
    }
  }

  /// The extension, without dot, that files of this format get in a folder of outputs.
  public var fileExtension: String { self == .rf64 ? "wav" : rawValue }

  /// The encodings that the format can hold and common readers can read.
  ///
  /// FLAC: 32-bit streams exist since format revision 1.4 (RFC 9639), but libsndfile 1.2 and ffmpeg 5 refuse them.
  public var encodings: [SampleEncoding] {
    self == .flac ? [.pcm8, .pcm16, .pcm24] : SampleEncoding.allCases
  }
}

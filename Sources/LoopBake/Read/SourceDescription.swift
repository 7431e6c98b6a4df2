/// What a decoder says of its file before any sound is read.
struct SourceDescription: Sendable, Equatable {
  /// Whether a decoder can go to any frame.
  enum Seeking: Sendable {
    /// Frames after a seek are bit for bit those of reading from the start.
    case exact
    /// Only reading on from the start gives the right frames.
    case forwardOnly
  }

  var format: AudioFormat
  /// Frames that the file claims or that a scan counted; `nil` when only decoding will tell.
  var frameCount: Int?
  /// The narrowest encoding that holds every sample that the decoder delivers.
  var encoding: SampleEncoding
  /// Whether the codec is a lossy one whose decoder computes in floating point.
  var isLossy: Bool
  /// Whether decoding takes time worth speaking of, unlike that of stored samples.
  var isCoded: Bool
  var seeking: Seeking
  /// In a few words: "WAV, signed 16 bit PCM".
  var summary: String
  /// Frames that the encoder put before and behind the sound and that are left out, as the file says them.
  var delayFrames: Int?
  var paddingFrames: Int?
  var warnings: [String] = []
}

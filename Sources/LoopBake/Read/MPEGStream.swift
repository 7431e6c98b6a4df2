/// Where the MPEG frames of a file lie, and which part of their sound is the recording.
struct MPEGStream: Sendable {
  /// Frames that lie one behind the other, or lost ones, which are silence.
  struct Run: Sendable, Equatable {
    /// Number of the first frame in its part.
    var first: Int
    var count: Int
    /// Byte offset of the first frame; `nil` for lost frames.
    var offset: Int?
  }

  /// A stream of its own: files that were joined have several.
  struct Part: Sendable {
    var runs: [Run]
    /// Sound frames of the decoded part that are the recording.
    var sound: Range<Int>
  }

  /// The first frame's header; those of all frames agree in version, layer, rate and channels.
  var header: MPEGFrameHeader
  /// Bytes of a free-format frame without padding.
  var freeFormatBytes: Int?
  /// Byte offset behind the last frame; a frame that reaches further is cut.
  var end: Int
  var parts: [Part]
  /// Whether what was decoded before a frame may be other than its neighbours in the file.
  var isDamaged: Bool
  /// What the encoder put before the first part and behind the last one, as its tag says it.
  var delayFrames: Int?
  var paddingFrames: Int?
  var warnings: [String]

  var soundFrames: Int { parts.reduce(0) { $0 + $1.sound.count } }
}

extension MPEGFrameHeader {
  /// Bytes of the frame in a stream whose free-format frames have `freeFormatBytes` without padding.
  func length(_ freeFormatBytes: Int?) -> Int? {
    frameBytes ?? freeFormatBytes.map { $0 + paddingBytes }
  }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The warning about bytes before or behind the sound.
func somethingElse(_ verb: String, _ bytes: Int) -> String {
  "the file \(verb) with \(counted(bytes, "byte")) of something else than sound"
}

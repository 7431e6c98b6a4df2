/// Short names of what a file is, which stay the same whatever library reads it.
enum SoundNames {
  /// `wav`, `flac`, `ogg` and so on by the first bytes of the file, tags before it passed over; `mpeg` for a bare stream.
  static func container(_ file: borrowing FileBytes) throws(BakeError) -> String {
    let start = try leadingTags(file).map { $0.offset + $0.size }.max() ?? 0
    let bytes = try file.read(at: start, count: min(12, max(file.size - start, 0))) ?? []
    let form = bytes.count == 12 ? String(decoding: bytes[8...], as: UTF8.self) : ""
    switch String(decoding: bytes.prefix(4), as: UTF8.self) {
    case "RIFF", "RIFX": return form == "WAVE" ? "wav" : "riff"
    case "RF64": return "rf64"
    case "riff": return "w64"
    case "FORM": return form == "AIFF" || form == "AIFC" ? "aiff" : "iff"
    case "caff": return "caf"
    case ".snd", "dns.": return "au"
    case "fLaC": return "flac"
    case "OggS": return "ogg"
    default: return "other"
    }
  }

  /// `pcm`, `mp3`, `vorbis` and so on, from a decoder's own description of the file.
  static func codec(_ description: String) -> String {
    let text = description.lowercased()
    return words.first { text.contains($0.0) }?.1 ?? "other"
  }

  /// What descriptions say of codecs, the more special first: ALAC and FLAC hold PCM, and ADPCM is none.
  private static let words = [
    ("flac", "flac"), ("alac", "alac"), ("vorbis", "vorbis"), ("opus", "opus"), ("layer iii", "mp3"),
    ("layer ii", "mp2"), ("layer i", "mp1"), ("layer 3", "mp3"), ("layer 2", "mp2"), ("layer 1", "mp1"),
    ("mpeg", "mpeg"), ("adpcm", "adpcm"), ("a-law", "alaw"), ("u-law", "ulaw"), ("gsm", "gsm"),
    ("dpcm", "dpcm"),
    ("dwvw", "dwvw"), ("vox", "vox"), ("float", "float"), ("pcm", "pcm"), ("bit", "pcm"),
  ]
}

/// Frames at 48 kHz that a decoder of the Ogg Opus stream drops at its start (RFC 7845, section 5.1); `nil` for other files.
func opusPreSkip(_ file: borrowing FileBytes) throws(BakeError) -> Int? {
  let start = try leadingTags(file).map { $0.offset + $0.size }.max() ?? 0
  guard let page = try file.read(at: start, count: 28), page.has("OggS") else { return nil }
  // The page of the header has one segment, so the packet begins behind 28 bytes (RFC 3533, section 6).
  guard let packet = try file.read(at: start + 28, count: 19), packet.has("OpusHead") else { return nil }
  return packet.number(at: 10, width: 2, .little)
}

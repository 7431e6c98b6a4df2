/// Short names of what a file is, which stay the same whatever library reads it.
enum SoundNames {
  /// `wav`, `flac`, `ogg` and so on by the first bytes of the file, tags before it passed over; where these say nothing, because
  /// something else stands before the sound, by the decoder's own description. `mpeg` is a bare stream.
  static func container(_ file: borrowing FileBytes, _ description: String) throws(BakeError) -> String {
    let start = try leadingTags(file).map { $0.offset + $0.size }.max() ?? 0
    let bytes = try file.read(at: start, count: min(12, max(file.size - start, 0))) ?? []
    let form = bytes.count == 12 ? String(decoding: bytes[8...], as: UTF8.self) : ""
    switch String(decoding: bytes.prefix(4), as: UTF8.self) {
    case "RIFF", "RIFX": return form == "WAVE" ? "wav" : "riff"
    case "RF64", "BW64": return "rf64"
    case "riff": return "w64"
    case "FORM": return form == "AIFF" || form == "AIFC" ? "aiff" : "iff"
    case "caff": return "caf"
    case ".snd", "dns.": return "au"
    case "fLaC": return "flac"
    case "OggS": return "ogg"
    default: return ["MPEG", "Ogg", "FLAC"].first(where: description.hasPrefix)?.lowercased() ?? "other"
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

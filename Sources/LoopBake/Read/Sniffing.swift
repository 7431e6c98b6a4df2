/// What a file is by its content, as far as choosing a decoder needs it.
struct Sniffing {
  /// Whether the bytes begin as a container that libsndfile knows by its magic.
  let hasKnownMagic: Bool
  /// Offset of the first of three MPEG audio frames in a row; `nil` when the first MiB of the sound holds none, or when the
  /// magic says what the file is.
  let mpegOffset: Int?
  /// Bytes before that frame, or before the first Ogg page, which are neither tags nor zeros.
  let skippedBytes: Int
  /// Offset of the first Ogg page, where the file begins with one, or with a tag or garbage and then one.
  let oggOffset: Int?
  /// Whether the file begins with an ID3 tag or like an MPEG frame, and with nothing else that is known.
  let mayBeMPEG: Bool
  let isEmpty: Bool

  /// How far to look for sound behind garbage: a picture in a tag of a wrong size is not larger as a rule.
  private static let reach = 1 << 20

  init(_ file: borrowing InputFile) throws(BakeError) {
    var window = try FileWindow(file)
    isEmpty = window.size == 0
    var start = 0
    while let tag = window.id3v2Bytes(at: start), tag <= window.size - start { start += tag }
    let magicBytes = min(window.size - start, 64)
    let magic =
      window.index(of: start, count: magicBytes).map { Array(window.bytes[$0..<$0 + magicBytes]) } ?? []
    let isKnown = Self.magics.contains { magic.starts(with: $0) }
    hasKnownMagic = isKnown
    // Formats that loopbake does not read may well hold MPEG frames.
    guard !isKnown && ForeignFormat.byMagic(magic) == nil else {
      mpegOffset = nil
      skippedBytes = 0
      oggOffset = magic.starts(with: Array("OggS".utf8)) ? start : nil
      mayBeMPEG = false
      return
    }
    mayBeMPEG = start > 0 || window.has("ID3", at: 0) || window.mpegHeader(at: 0) != nil
    // A tag may be longer than the file says; what stands between it and the sound is often zeros.
    let reach = start..<min(start + Self.reach, window.size)
    let filled =
      reach.first { (window.index(of: $0, count: 1).map { window.bytes[$0] } ?? 1) != 0 } ?? reach.upperBound
    let end = window.soundEnd(from: start)
    let found = window.firstMPEGFrame(in: filled..<reach.upperBound, end: end)
    let page = found == nil ? window.firstOggPage(in: filled..<reach.upperBound) : nil
    mpegOffset = found?.offset
    oggOffset = page
    skippedBytes = (found?.offset ?? page).map { $0 - filled } ?? 0
  }

  /// First bytes of the containers (each format's specification; libsndfile's src/sndfile.c `guess_file_type`).
  private static let magics: [[UInt8]] =
    [
      "RIFF", "RIFX", "RF64", "FORM", "fLaC", "OggS", "caff", ".snd", "dns.", "riff", "Creative Voice File",
      "NIST_1A",
      "2BIT", " paf", "fap ", "PVF1", "Extended Instrument:", "MATLAB 5.0 MAT-file",
    ].map { Array($0.utf8) } + [
      [0x64, 0xA3, 0x01, 0x00], [0x64, 0xA3, 0x02, 0x00], [0x00, 0x01, 0xA3, 0x64],
    ]
}

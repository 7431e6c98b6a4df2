/// What a file is by its content, as far as choosing a decoder needs it.
struct Sniffing {
  /// Whether the bytes begin as a container that libsndfile knows by its magic.
  let hasKnownMagic: Bool
  /// Offset of the first of two MPEG audio frames in a row; `nil` when the first 64 KiB of the sound hold none, or when the
  /// magic says what the file is.
  let mpegOffset: Int?
  /// The encoder's delay in frames when the first MPEG frame is a Xing or Info frame that says it (LAME or Lavc tag).
  let encoderDelay: Int?
  /// Frames that the encoder added behind the sound, from the same tag.
  let encoderPadding: Int?
  /// Whether the bytes are an Ogg page that begins a Vorbis stream.
  let isVorbis: Bool
  let isEmpty: Bool

  /// How far to look for MPEG frames; 64 KiB is more than 30 frames of the highest bit rate.
  static let reach = 65_536

  init(_ file: borrowing InputFile) {
    let start = Self.id3v2Size(file.bytes(at: 0, count: 10))
    let first = file.bytes(at: start, count: 36)
    isEmpty = first.isEmpty && start == 0
    // Behind the 28 bytes of a page header with one segment stands the identification header (Vorbis I, section 4.2.1).
    isVorbis =
      start == 0 && first.starts(with: Array("OggS".utf8))
      && first.dropFirst(28).starts(with: [1] + Array("vorbis".utf8))
    hasKnownMagic = Self.magics.contains { first.starts(with: $0) }
    let bytes = hasKnownMagic ? [] : file.bytes(at: start, count: Self.reach)
    let found = Self.firstFrame(bytes)
    mpegOffset = found.map { start + $0 }
    let trim = found.flatMap { Self.encoderTrim(bytes, frameAt: $0) }
    (encoderDelay, encoderPadding) = (trim?.delay, trim?.padding)
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

  /// Bytes of an ID3v2 tag with its header (ID3v2.4.0 section 3.1: 28 bits, seven a byte); 0 without one.
  private static func id3v2Size(_ header: [UInt8]) -> Int {
    guard header.count == 10, header.starts(with: Array("ID3".utf8)), header[6...].allSatisfy({ $0 < 0x80 })
    else {
      return 0
    }
    let size = header[6...].reduce(0) { $0 << 7 | Int($1) }
    let hasFooter = header[5] & 0x10 != 0
    return 10 + size + (hasFooter ? 10 : 0)
  }

  private static func firstFrame(_ bytes: [UInt8]) -> Int? {
    bytes.indices.first { offset in
      guard bytes[offset] == 0xFF, let header = MPEGFrameHeader(bytes, at: offset),
        let length = header.frameBytes
      else {
        return false
      }
      guard let next = MPEGFrameHeader(bytes, at: offset + length) else {
        // A file of one frame ends where the next one would begin.
        return offset == 0 && offset + length == bytes.count
      }
      return next.continues(header)
    }
  }

  /// Xing/Info tag: four flag bits, then up to 116 bytes; the LAME extension at 120 holds delay and padding, 12 bits
  /// each, at its bytes 21-23 (Mp3 Info Tag revision 1 specifications, LAME project).
  private static func encoderTrim(
    _ bytes: [UInt8], frameAt offset: Int
  ) -> (delay: Int, padding: Int)? {
    guard let header = MPEGFrameHeader(bytes, at: offset), header.layer == 3 else { return nil }
    let tag = offset + header.infoTagOffset
    guard tag + 8 <= bytes.count else { return nil }
    let name = bytes[tag..<tag + 4]
    guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) else { return nil }
    let flags = bytes[tag + 7]
    let fields = (flags & 1 != 0 ? 4 : 0) + (flags & 2 != 0 ? 4 : 0) + (flags & 4 != 0 ? 100 : 0)
    let lame = tag + 8 + fields + (flags & 8 != 0 ? 4 : 0)
    guard lame + 24 <= bytes.count else { return nil }
    let encoder = bytes[lame..<lame + 4]
    guard ["LAME", "Lavc", "Lavf"].contains(where: { encoder.elementsEqual($0.utf8) }) else { return nil }
    return bytes.number(at: lame + 21, width: 3, .big).map { ($0 >> 12, $0 & 0xFFF) }
  }
}

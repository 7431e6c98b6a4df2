/// Names files that loopbake does not read, so that an error can say what they are.
enum ForeignFormat {
  /// What the file is, as the end of a sentence; `nil` when it may be anything.
  static func name(of file: borrowing InputFile) -> String? {
    let head = file.bytes(at: 0, count: 512)
    return byMagic(head) ?? text(head)
  }

  /// The same by first bytes alone, which nothing that loopbake reads begins with.
  static func byMagic(_ head: [UInt8]) -> String? {
    if let known = signatures.first(where: { head.has($0.text, at: $0.offset) }) { return known.name }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "a Matroska or WebM file" }
    if head.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "a WMA or ASF file" }
    if head.starts(with: [0x1F, 0x8B]) { return "a compressed file (gzip)" }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "a picture (JPEG)" }
    if head.starts(with: [0x0B, 0x77]) { return "an AC-3 file" }
    if head.starts(with: [0xFF, 0xF1]) || head.starts(with: [0xFF, 0xF9]) { return "an AAC file" }
    return nil
  }

  /// First bytes as the formats' own documents give them.
  private static let signatures: [(text: String, offset: Int, name: String)] = [
    ("ftyp", 4, "an MP4 or M4A file"), ("wvpk", 0, "a WavPack file"),
    ("MThd", 0, "a MIDI file, which holds no sound"),
    ("\u{7F}ELF", 0, "a program"), ("PNG\r\n", 1, "a picture (PNG)"), ("GIF8", 0, "a picture (GIF)"),
    ("%PDF", 0, "a PDF document"), ("PK\u{3}\u{4}", 0, "a ZIP archive"), ("Rar!", 0, "a RAR archive"),
    ("MAC ", 0, "a Monkey's Audio file"), ("TTA1", 0, "a True Audio file"), ("MPCK", 0, "a Musepack file"),
    ("MP+", 0, "a Musepack file"), ("qoaf", 0, "a QOA file"), ("DSD ", 0, "a DSF file"),
    ("FRM8", 0, "a DSDIFF file"),
    ("#!AMR", 0, "an AMR file"), ("ADIF", 0, "an AAC file"), ("FLV\u{1}", 0, "a Flash video"),
    (
      "version https://git-lfs", 0,
      "a Git LFS pointer, not the sound that it stands for; fetch it with git lfs pull"
    ),
  ]

  private static func text(_ head: [UInt8]) -> String? {
    guard !head.isEmpty else { return nil }
    if head.allSatisfy({ $0 == 0 }) { return "empty space: it begins with nothing but zeros" }
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || 0x09...0x0D ~= $0 }
    guard isText, head.count(where: { $0 < 0x80 }) * 2 > head.count else { return nil }
    let start = String(decoding: head, as: UTF8.self).lowercased().drop(while: \.isWhitespace)
    let isPage = start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    return isPage ? "a web page" : start.hasPrefix("<?xml") ? "an XML document" : "text"
  }
}

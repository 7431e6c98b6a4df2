/// Where the sound of a WAV, RF64, Wave64, AIFF, CAF or AU file lies, and a header for it that tells the truth.
///
/// Programs that write to a pipe, over a limit or carelessly leave wrong sizes, and libsndfile believes them. So it gets
/// to read `header`, then `bytes` of the file, and nothing else: see `VirtualFile`.
struct StoredSound {
  let header: [UInt8]
  /// The sound in the file; whole frames where a frame is stored in one piece.
  let bytes: Range<Int>
  /// Frames of the sound; `nil`: as the decoder counts them.
  let frameCount: Int?
  let warnings: [String]

  /// Finds the sound.
  ///
  /// - Returns: `nil` for other formats, and for codecs in AIFF that are not stored sample by sample.
  /// - Throws: `BakeError` (`unreadable`, `notAudio`, `damaged`).
  static func find(in input: borrowing InputFile) throws(BakeError) -> StoredSound? {
    let file = try FileBytes(input.duplicate(), path: input.name)
    let start = try leadingTagBytes(file)
    guard let head = try file.read(at: start, count: 12) else { return nil }
    if let kind = RIFFSound.Kind(head) {
      guard head.has("WAVE", at: 8) else { throw otherType(head, input.name) }
      return try RIFFSound(kind, head, at: start, in: file, name: input.name).stored
    }
    if Wave64Sound.begins(try file.read(at: start, count: 40) ?? []) {
      return try Wave64Sound(at: start, in: file, name: input.name).stored
    }
    if head.has(".snd") { return try AUSound(at: start, in: file)?.stored }
    if head.has("caff") { return try CAFSound(at: start, in: file)?.stored }
    if head.has("FORM"), head.has("AIFF", at: 8) || head.has("AIFC", at: 8) {
      return try AIFFSound(isCompressed: head.has("AIFC", at: 8), at: start, in: file, name: input.name)?
        .stored
    }
    return nil
  }

  private static func otherType(_ head: [UInt8], _ name: String) -> BakeError {
    let type = String(
      decoding: head[8..<12].map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    return BakeError(
      .notAudio, path: name, "cannot read the sound",
      because: "it is a RIFF file of type \"\(type)\", not WAVE")
  }
}

extension BakeError {
  /// The container at `path` contradicts itself or ends too early.
  static func brokenHeader(_ path: String, _ reason: String) -> BakeError {
    BakeError(.damaged, path: path, "cannot read the sound", because: reason)
  }
}

/// Bytes of the ID3v2 tags that stand in front of everything else (ID3v2.4.0 section 3.1: 28 bits, seven a byte).
func leadingTagBytes(_ file: borrowing FileBytes) throws(BakeError) -> Int {
  let (headerBytes, mostTags) = (10, 16)
  var start = 0
  for _ in 0..<mostTags {
    guard let header = try file.read(at: start, count: headerBytes), header.has("ID3"),
      header[6...].allSatisfy({ $0 < 0x80 })
    else { break }
    let hasFooter = header[5] & 0x10 != 0
    start += headerBytes + header[6...].reduce(0) { $0 << 7 | Int($1) } + (hasFooter ? headerBytes : 0)
  }
  return start
}

/// Where in a file a FLAC stream is.
struct FLACPlace {
  /// Bytes of the stream, without the tags that some programs put around it.
  let bounds: Range<Int>
  let isOgg: Bool

  /// - Returns: `nil` when the file begins otherwise.
  init?(_ input: borrowing InputFile) throws(BakeError) {
    let file = try FileBytes(input.duplicate(), path: input.name)
    let start = try leadingTagBytes(file)
    guard let head = try file.read(at: start, count: 4) else { return nil }
    // Behind the 28 bytes of a page header with one segment stands the mapping's signature (RFC 9639, section 10.1).
    let mapping = try file.read(at: start, count: 33) ?? []
    isOgg = mapping.has("OggS") && mapping.has("\u{7F}FLAC", at: 28)
    guard isOgg || head.has("fLaC") else { return nil }
    bounds = start..<max(start, try Self.end(of: file))
  }

  /// The end of the file without an ID3v1 tag (128 bytes) and an APE tag, whose footer says its size (APEv2, "Ape Tags
  /// Header").
  private static func end(of file: borrowing FileBytes) throws(BakeError) -> Int {
    var end = file.size
    if try file.read(at: end - 128, count: 3)?.has("TAG") ?? false { end -= 128 }
    let footerBytes = 32
    guard let footer = try file.read(at: end - footerBytes, count: footerBytes), footer.has("APETAGEX"),
      let size = footer.number(at: 12, width: 4, .little), size >= footerBytes, size <= end
    else { return end }
    let hasHeader = footer[23] & 0x80 != 0
    return max(end - size - (hasHeader ? footerBytes : 0), 0)
  }
}

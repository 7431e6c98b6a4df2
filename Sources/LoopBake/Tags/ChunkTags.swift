/// Reads the tags of a WAV or RF64 file: an ID3v2 tag in a chunk of its own, and `LIST INFO`.
func readRIFFTags(
  _ file: borrowing FileBytes, order: ByteOrder, into collector: inout TagCollector
) throws(BakeError) {
  var texts: [(name: String, value: String)] = []
  var chunks = ChunkWalk(order: order)
  while let chunk = try chunks.next(in: file) {
    switch chunk.id {
    case "ds64":
      // RF64 (EBU Tech 3306): the size of `data`, which says 2^32 - 1 itself, is the second 64-bit field.
      if let body = try file.read(at: chunk.offset, count: 16) { chunks.longDataSize = body.number64(at: 8) }
    case "id3 ", "ID3 ", "LIST":
      let size = min(chunk.size, file.size - chunk.offset)
      if chunk.id != "LIST" {
        try readTag(TagPlace(kind: .id3v2, offset: chunk.offset, size: size), of: file, into: &collector)
      } else if let body = try file.read(at: chunk.offset, count: size, most: TagCollector.mostTextBytes) {
        texts += infoTexts(body, order)
      }
    default: break
    }
  }
  collector.beginTag()
  for text in texts { collector.add(text.name, text.value) }
}

/// The texts of a `LIST INFO` chunk: an id, a length, the text with a NUL, and a pad byte to an even length (Multimedia
/// Programming Interface and Data Specifications 1.0, "LIST Chunk"), which some programs leave out.
private func infoTexts(_ list: [UInt8], _ order: ByteOrder) -> [(name: String, value: String)] {
  guard list.has("INFO") else { return [] }
  var texts: [(String, String)] = []
  var offset = 4
  while texts.count < TagCollector.mostFields, let size = list.number(at: offset + 4, width: 4, order) {
    let id = String(decoding: list[offset..<offset + 4], as: UTF8.self)
    let body = list[(offset + 8)...].prefix(size)
    texts.append((TagNames.name(ofInfo: id), tagText(body)))
    offset = body.endIndex
    if size % 2 == 1, offset < list.count, list[offset] == 0 { offset += 1 }
  }
  return texts
}

/// Reads the tags of an AIFF file: an ID3v2 tag in a chunk of its own, and the text chunks (AIFF 1.3, "Text Chunks").
func readAIFFTags(_ file: borrowing FileBytes, into collector: inout TagCollector) throws(BakeError) {
  var texts: [(name: String, value: String)] = []
  var chunks = ChunkWalk(order: .big)
  while let chunk = try chunks.next(in: file) {
    if chunk.id == "ID3 " || chunk.id == "id3 " {
      let size = min(chunk.size, file.size - chunk.offset)
      try readTag(TagPlace(kind: .id3v2, offset: chunk.offset, size: size), of: file, into: &collector)
    } else if let name = TagNames.name(ofAIFF: chunk.id),
      let body = try file.read(at: chunk.offset, count: chunk.size)
    {
      texts.append((name, tagText(body)))
    }
  }
  collector.beginTag()
  for text in texts { collector.add(text.name, text.value) }
}

/// Reads the `info` chunk of a CAF file: a count, then keys and values, each ending in a NUL (Apple, Core Audio Format
/// Specification 1.0, "Information Chunk"). A chunk header is an id and a size of 64 bits.
func readCAFTags(
  _ file: borrowing FileBytes, from start: Int, into collector: inout TagCollector
) throws(BakeError) {
  collector.beginTag()
  var offset = start + 8
  for _ in 0..<ChunkWalk.most {
    guard let header = try file.read(at: offset, count: 12), let high = header.number(at: 4, width: 4, .big),
      let low = header.number(at: 8, width: 4, .big), high <= Int(Int32.max)
    else { return }
    let size = high << 32 | low
    if header.has("info"),
      let body = try file.read(at: offset + 12, count: size, most: TagCollector.mostTextBytes)
    {
      let texts = body.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false)
      for index in stride(from: 0, to: min(texts.count - 1, 2 * TagCollector.mostFields), by: 2) {
        collector.add(TagNames.name(ofCAF: tagText(texts[index])), tagText(texts[index + 1]))
      }
    }
    guard size <= file.size - offset - 12 else { return }
    offset += 12 + size
  }
}

/// Reads the annotation between the header of an AU file and its sound (Oracle, "au" file format): lines `Name=value` as ffmpeg
/// writes them, else one comment.
func readAUTags(
  _ file: borrowing FileBytes, from start: Int, into collector: inout TagCollector
) throws(BakeError) {
  collector.beginTag()
  guard let header = try file.read(at: start, count: 8), let end = header.number(at: 4, width: 4, .big),
    end > 24,
    let body = try file.read(at: start + 24, count: end - 24)
  else { return }
  let text = tagText(body)
  let lines = text.split(whereSeparator: \.isNewline)
  let pairs = lines.compactMap { line in
    line.firstIndex(of: "=").map { (line[..<$0], line[line.index(after: $0)...]) }
  }
  guard !pairs.isEmpty, pairs.count == lines.count else { return collector.add("COMMENT", text) }
  for (name, value) in pairs { collector.add(TagNames.name(ofCAF: String(name)), String(value)) }
}

/// Where an ID3v2, ID3v1 or APE tag lies in a file.
struct TagPlace: Equatable {
  enum Kind { case id3v2, ape, id3v1 }

  let kind: Kind
  let offset: Int
  /// With headers and footers.
  let size: Int
}

/// Tags of such kinds before or behind the sound; more than any program writes.
private let mostTags = 8

/// The ID3v2 tags that a file begins with, one behind the other.
func leadingTags(_ file: borrowing FileBytes) throws(BakeError) -> [TagPlace] {
  var tags: [TagPlace] = []
  var offset = 0
  while tags.count < mostTags, let header = try file.read(at: offset, count: 10),
    let size = id3v2Size(header, magic: "ID3"), size <= file.size - offset
  {
    tags.append(TagPlace(kind: .id3v2, offset: offset, size: size))
    offset += size
  }
  return tags
}

/// The tags that a file ends with, the last one first; nothing before `start` is looked at.
func trailingTags(_ file: borrowing FileBytes, from start: Int) throws(BakeError) -> [TagPlace] {
  var tags: [TagPlace] = []
  var end = file.size
  while tags.count < mostTags {
    let tail = try file.read(at: max(end - 128, start), count: min(128, max(end - start, 0))) ?? []
    if tail.count == 128, tail.has("TAG") {
      tags.append(TagPlace(kind: .id3v1, offset: end - 128, size: 128))
    } else if let size = apeSize(tail), size.whole <= end - start {
      if size.read > 0 { tags.append(TagPlace(kind: .ape, offset: end - size.read, size: size.read)) }
      end -= size.whole
      continue
    } else if let size = id3v2Size(Array(tail.suffix(10)), magic: "3DI"), size <= end - start {
      tags.append(TagPlace(kind: .id3v2, offset: end - size, size: size))
    } else if let size = lyricsSize(tail), size <= end - start {
      end -= size
      continue
    } else {
      break
    }
    end -= tags.last?.size ?? 0
  }
  return tags
}

/// Bytes of an ID3v2 tag with header and footer, from either of the two (ID3v2.4.0 structure, sections 3.1 and 3.4: the size has
/// 28 bits, seven a byte).
private func id3v2Size(_ header: [UInt8], magic: String) -> Int? {
  guard header.count == 10, header.has(magic), header[6...].allSatisfy({ $0 < 0x80 }) else { return nil }
  let hasFooter = header[5] & 0x10 != 0
  return header[6...].reduce(0) { $0 << 7 | Int($1) } + (hasFooter ? 20 : 10)
}

/// Bytes of an APE tag that ends here: those to read (items and footer; 0 when there are too many items), and all of them.
///
/// The footer holds version, size of items and footer, number of items and flags, 32 bits each, after its magic; the highest flag
/// says that there is a header too (APE Tags Header, Hydrogenaudio wiki).
private func apeSize(_ tail: [UInt8]) -> (read: Int, whole: Int)? {
  let footer = Array(tail.suffix(32))
  guard footer.has("APETAGEX"), let size = footer.number(at: 12, width: 4, .little), size >= 32,
    let items = footer.number(at: 16, width: 4, .little), let flags = footer.number(at: 20, width: 4, .little)
  else { return nil }
  let whole = size + (flags >> 31 == 1 ? 32 : 0)
  return (items <= TagCollector.mostFields ? size : 0, whole)
}

/// Bytes of a Lyrics3 v2 block, which stands before an ID3v1 tag: six digits count what is before them, then `LYRICS200`.
private func lyricsSize(_ tail: [UInt8]) -> Int? {
  let end = Array(tail.suffix(15))
  guard end.has("LYRICS200", at: 6), let size = Int(String(decoding: end.prefix(6), as: UTF8.self)), size >= 0
  else { return nil }
  return size + 15
}

extension TagCollector {
  /// Adds a Vorbis comment block: the vendor, a count, then `NAME=value`, each text after its length (Vorbis I, section 5.2.1).
  ///
  /// Pictures are FLAC picture blocks in base64 (RFC 9639, section 8.8; wiki.xiph.org, VorbisComment); old programs wrote
  /// `COVERART` with the bare image.
  mutating func addVorbisComments(_ block: ArraySlice<UInt8>) {
    var reader = BlockReader(block, order: .little)
    guard let vendor = reader.number(), reader.bytes(vendor) != nil, let count = reader.number() else {
      return
    }
    for _ in 0..<min(count, Self.mostFields) {
      guard let length = reader.number(), let comment = reader.bytes(length) else { return }
      guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: comment[..<equals], as: UTF8.self)
      let value = comment[(equals + 1)...]
      switch name.uppercased() {
      case "METADATA_BLOCK_PICTURE": addPictureBlock(base64Decoded(value)[...])
      case "COVERART":
        add(Tags.Picture(kind: 3, mimeType: "", description: "", data: base64Decoded(value)))
      case "COVERARTMIME": break
      default: add(name, tagText(value))
      }
    }
  }

  /// Adds a FLAC picture block: kind, type and description with their lengths, width, height, depth, colours, the bytes with
  /// their length, all numbers of 32 bits (RFC 9639, section 8.8).
  mutating func addPictureBlock(_ block: ArraySlice<UInt8>) {
    var reader = BlockReader(block, order: .big)
    guard let kind = reader.number(), let typeLength = reader.number(), let type = reader.bytes(typeLength),
      let wordsLength = reader.number(), let words = reader.bytes(wordsLength), reader.bytes(16) != nil,
      let length = reader.number(), length <= pictureBytesLeft, let data = reader.bytes(length)
    else { return }
    add(
      Tags.Picture(
        kind: kind, mimeType: tagText(type), description: tagText(words), data: Array(data)))
  }
}

/// Reads numbers and texts from a block, one after the other; `nil` at its end.
struct BlockReader {
  private var rest: ArraySlice<UInt8>
  private let order: ByteOrder

  init(_ block: ArraySlice<UInt8>, order: ByteOrder) {
    rest = block
    self.order = order
  }

  /// An unsigned number of 32 bits.
  mutating func number() -> Int? {
    bytes(4).flatMap { Array($0).number(at: 0, width: 4, order) }
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// The bytes that base64 stands for (RFC 4648, section 4), up to the first sign that is none of it.
func base64Decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count / 4 * 3 + 3)
  var (bits, count) = (UInt32(0), 0)
  for sign in text {
    let value: UInt8
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = sign - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = sign - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = sign - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): value = 62
    case UInt8(ascii: "/"): value = 63
    case 0x09, 0x0A, 0x0D, 0x20: continue
    default: return bytes
    }
    bits = bits << 6 | UInt32(value)
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  return bytes
}

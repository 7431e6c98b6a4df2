/// Finds the sound of a Sony Wave64 file: the chunks of WAV with GUIDs for names, 64-bit sizes that count the 24 bytes of
/// their own header, and padding to 8 bytes (Sonic Foundry, "Wave-64 file format").
struct Wave64Sound {
  let stored: StoredSound

  private static let riff: [UInt8] =
    Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
  private static let family: [UInt8] =
    [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
  private static let headerBytes = 24

  /// Whether the first 40 bytes are those of such a file.
  static func begins(_ head: [UInt8]) -> Bool {
    head.count == 40 && head.starts(with: riff) && head[24..<40].elementsEqual(guid("wave"))
  }

  init(at start: Int, in file: borrowing FileBytes, name: String) throws(BakeError) {
    var (format, fact): ([UInt8]?, Int?) = (nil, nil)
    var data: (offset: Int, size: Int)?
    var offset = start + 40
    for _ in 0..<ChunkWalk.most where format == nil || data == nil {
      guard let header = try file.read(at: offset, count: Self.headerBytes) else { break }
      let body = offset + Self.headerBytes
      let size = (header.number64(at: 16) ?? Int.max) - Self.headerBytes
      switch true {
      case header.starts(with: Self.guid("fmt ")):
        format = try file.read(at: body, count: min(max(size, 0), 1024))
      case header.starts(with: Self.guid("fact")):
        fact = try file.read(at: body, count: 8)?.number64(at: 0)
      case header.starts(with: Self.guid("data")): data = (body, size)
      default: break
      }
      guard size >= 0, size <= file.size - body else { break }
      offset = body + (size + 7) & ~7
    }
    guard let format else { throw .brokenHeader(name, "it has no format chunk") }
    guard let data else { throw .brokenHeader(name, "it has no data chunk") }
    stored = try Self.stored(
      try WaveFormat(format, .little, name: name), fact: fact, data: data, fileSize: file.size)
  }

  private static func stored(
    _ format: WaveFormat, fact: Int?, data: (offset: Int, size: Int), fileSize: Int
  ) throws(BakeError) -> StoredSound {
    let there = fileSize - data.offset
    // A program that cannot go back leaves nothing or the largest number.
    let isUnknown = data.size <= 0 || data.size >= Int.max - headerBytes
    let size = isUnknown ? there : min(data.size, there)
    let spare = format.framesPerBlock == 1 ? size % format.blockBytes : 0
    let bytes = data.offset..<data.offset + size - spare
    var warnings: [String] = []
    if !isUnknown && data.size > there {
      warnings = ["the file is cut short: \(there) of \(data.size) bytes of its sound are there"]
    } else if spare > 0 && !isUnknown {
      warnings = ["the sound does not end with a whole frame: \(spare) spare bytes are left out"]
    }
    return StoredSound(
      header: header(format.payload, soundBytes: bytes.count), bytes: bytes,
      frameCount: format.frames(inBytes: bytes.count, fact: fact), warnings: warnings)
  }

  private static func header(_ format: [UInt8], soundBytes: Int) -> [UInt8] {
    var chunks = HeaderBytes(.little)
    chunks.append(guid("wave"))
    chunks.append(guid("fmt "))
    chunks.append(headerBytes + format.count, width: 8)
    chunks.append(format)
    chunks.pad(to: 8)
    chunks.append(guid("data"))
    chunks.append(headerBytes + soundBytes, width: 8)
    var header = HeaderBytes(.little)
    header.append(riff)
    header.append(headerBytes + chunks.bytes.count + soundBytes, width: 8)
    header.append(chunks.bytes)
    return header.bytes
  }

  private static func guid(_ text: String) -> [UInt8] { Array(text.utf8) + family }
}

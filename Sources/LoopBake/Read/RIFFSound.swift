/// Finds the sound of a WAV file (Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0") and
/// of its 64-bit forms RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088).
struct RIFFSound {
  enum Kind: String {
    case riff = "RIFF"
    /// Numbers are big-endian.
    case rifx = "RIFX"
    case rf64 = "RF64"
    case bw64 = "BW64"

    init?(_ head: [UInt8]) { self.init(rawValue: String(decoding: head.prefix(4), as: UTF8.self)) }

    var order: ByteOrder { self == .rifx ? .big : .little }
    var isLong: Bool { self == .rf64 || self == .bw64 }
  }

  let stored: StoredSound

  private struct Chunks {
    var format: [UInt8]?
    var data: (offset: Int, size: Int)?
    var fact: Int?
    var container: Int?
    var lacksPad = false
  }

  /// - Parameters:
  ///   - head: the first 12 bytes.
  ///   - start: where they are.
  ///   - name: the file, for errors.
  init(
    _ kind: Kind, _ head: [UInt8], at start: Int, in file: borrowing FileBytes, name: String
  ) throws(BakeError) {
    let chunks = try Self.read(kind, head, at: start, in: file)
    guard let body = chunks.format else {
      throw .brokenHeader(
        name, chunks.data == nil ? "it has no format chunk" : "no format chunk stands before the sound")
    }
    guard let data = chunks.data else { throw .brokenHeader(name, "it has no data chunk") }
    var format = try WaveFormat(body, kind.order, name: name)
    let extent = try SoundExtent.find(
      from: data.offset, claimed: data.size, container: chunks.container, kind.order, in: file)
    var bytes = data.offset..<max(data.offset, extent.end)
    let spare = format.framesPerBlock == 1 ? bytes.count % format.blockBytes : 0
    bytes = bytes.lowerBound..<bytes.upperBound - spare
    bytes = try format.justify(bytes, in: file)
    let frames = format.frames(inBytes: bytes.count, fact: chunks.fact)
    let doubts = [
      extent.warning, chunks.lacksPad ? "the pad byte behind a chunk is missing" : nil,
      spare > 0 ? "the sound does not end with a whole frame: \(spare) spare bytes are left out" : nil,
    ]
    stored = StoredSound(
      header: Self.header(kind, format.payload, soundBytes: bytes.count, frames: frames ?? 0), bytes: bytes,
      frameCount: frames, warnings: Array(doubts.compactMap { $0 }.prefix(1)))
  }

  private static func read(
    _ kind: Kind, _ head: [UInt8], at start: Int, in file: borrowing FileBytes
  ) throws(BakeError) -> Chunks {
    let mostFormatBytes = 1024
    var found = Chunks()
    if let size = head.number(at: 4, width: 4, kind.order), !SoundExtent.isUnknown(size) {
      found.container = start + 8 + size
    }
    var chunks = ChunkWalk(order: kind.order, from: start + 12)
    while found.data == nil, let chunk = try chunks.next(in: file) {
      switch chunk.id {
      case "ds64" where kind.isLong:
        // Sizes of the whole file and of `data`, which say 2^32 - 1 themselves.
        guard let body = try file.read(at: chunk.offset, count: 16) else { continue }
        found.container = body.number64(at: 0).map { start + 8 + min($0, file.size) }
        chunks.longDataSize = body.number64(at: 8)
      case "fmt " where found.format == nil:
        found.format = try file.read(at: chunk.offset, count: min(chunk.size, mostFormatBytes))
      case "fact":
        found.fact = try file.read(at: chunk.offset, count: 4)?.number(at: 0, width: 4, kind.order)
      case "data":
        found.data = (chunk.offset, chunk.size)
      default: break
      }
    }
    found.lacksPad = chunks.lacksPad
    return found
  }

  private static func header(_ kind: Kind, _ format: [UInt8], soundBytes: Int, frames: Int) -> [UInt8] {
    let mostBytes = Int(UInt32.max) - 4096
    let isLong = kind.isLong || (kind == .riff && soundBytes > mostBytes)
    var chunks = HeaderBytes(kind.order)
    chunks.append("WAVE")
    if isLong {
      chunks.append("ds64")
      chunks.append(28, width: 4)
      chunks.append(soundBytes + format.count + 80, width: 8)
      chunks.append(soundBytes, width: 8)
      chunks.append(frames, width: 8)
      chunks.append(0, width: 4)
    }
    chunks.append("fmt ")
    chunks.append(format.count, width: 4)
    chunks.append(format)
    chunks.pad(to: 2)
    chunks.append("data")
    chunks.append(isLong ? Int(UInt32.max) : soundBytes, width: 4)
    var header = HeaderBytes(kind.order)
    header.append(isLong ? "RF64" : kind.rawValue)
    header.append(isLong ? Int(UInt32.max) : chunks.bytes.count + soundBytes, width: 4)
    header.append(chunks.bytes)
    return header.bytes
  }
}

extension WaveFormat {
  /// Finds out how integers of 24 bits or fewer stand in four bytes.
  ///
  /// They belong to the upper end, so that they read as 32 bits. Some programs put them to the lower end, with zeros or the
  /// sign above; reading from one byte before, they stand at the upper end too. Others wrote floats under that name.
  ///
  /// - Returns: the bytes to read.
  fileprivate mutating func justify(
    _ bytes: Range<Int>, in file: borrowing FileBytes
  ) throws(BakeError) -> Range<Int> {
    guard isNarrowInFour,
      let start = try file.read(at: bytes.lowerBound, count: min(bytes.count, 1 << 16) & ~3)
    else { return bytes }
    let (lows, highs) = (stride(from: 0, to: start.count, by: 4), stride(from: 3, to: start.count, by: 4))
    if lows.allSatisfy({ start[$0] == 0 }) { return bytes }
    if highs.allSatisfy({ start[$0] == 0 || start[$0] == 0xFF }) {
      return bytes.lowerBound - 1..<bytes.upperBound - 1
    }
    declareCoolEditFloats()
    return bytes
  }
}

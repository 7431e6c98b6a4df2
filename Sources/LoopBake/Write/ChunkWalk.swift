/// Goes from chunk to chunk behind the 12-byte header of a RIFF or AIFF file.
struct ChunkWalk {
  /// More chunks than any sensible file has; a bound on the work that a hostile one can ask for.
  static let most = 1 << 16

  let order: ByteOrder
  /// What a RIFF `data` chunk of size 2^32 - 1 really holds.
  var longDataSize: Int?
  /// Whether a chunk of odd size was not followed by a pad byte, as it must be, but by the next chunk at once.
  private(set) var lacksPad = false
  private var offset: Int
  private var seen = 0
  /// Whether the chunk at `offset` may have begun a byte earlier.
  private var isPadded = false

  /// - Parameter start: where the first chunk is.
  init(order: ByteOrder, from start: Int = 12) {
    self.order = order
    offset = start
  }

  /// The next chunk and where its payload begins; `nil` at the end of the file.
  mutating func next(in file: borrowing FileBytes) throws(BakeError) -> (id: String, offset: Int, size: Int)?
  {
    if isPadded { try stepBackOverMissingPad(in: file) }
    guard seen < Self.most, let header = try file.read(at: offset, count: 8),
      var size = header.number(at: 4, width: 4, order)
    else { return nil }
    let chunk = offset + 8
    let id = String(decoding: header[..<4], as: UTF8.self)
    if id == "data", size == Int(UInt32.max), let longDataSize { size = longDataSize }
    seen += 1
    // Where the size of the format is wrong, nothing else in the file can be trusted.
    isPadded = size & 1 == 1 && id != "fmt "
    // Compared by subtraction: the size may be anything.
    offset = size <= file.size - chunk ? chunk + size + size & 1 : file.size
    return (id, chunk, size)
  }

  private mutating func stepBackOverMissingPad(in file: borrowing FileBytes) throws(BakeError) {
    guard let header = try file.read(at: offset, count: 8),
      !header.isChunkHeader(order, room: file.size - offset - 8),
      let earlier = try file.read(at: offset - 1, count: 8),
      earlier.isChunkHeader(order, room: file.size - offset - 7)
    else { return }
    offset -= 1
    lacksPad = true
  }
}

extension [UInt8] {
  /// The unsigned 64-bit little-endian number at `offset`; `nil` when it is not inside or above `Int.max`.
  func number64(at offset: Int) -> Int? {
    guard let low = number(at: offset, width: 4, .little),
      let high = number(at: offset + 4, width: 4, .little),
      high <= Int(Int32.max)
    else { return nil }
    return high << 32 | low
  }

  /// Whether these are four printable characters and a size for which there is room.
  func isChunkHeader(_ order: ByteOrder, room: Int) -> Bool {
    guard let size = number(at: 4, width: 4, order) else { return false }
    return self[..<4].allSatisfy { 0x20...0x7E ~= $0 } && size <= room
  }
}

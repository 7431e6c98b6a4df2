/// Goes from chunk to chunk behind the 12-byte header of a RIFF or AIFF file.
struct ChunkWalk {
  /// More chunks than any sensible file has; a bound on the work that a hostile one can ask for.
  static let most = 4096

  let order: ByteOrder
  /// What a RIFF `data` chunk of size 2^32 - 1 really holds.
  var longDataSize: Int?
  private var offset = 12
  private var seen = 0

  init(order: ByteOrder) { self.order = order }

  /// The next chunk and where its payload begins; `nil` at the end of the file.
  mutating func next(in file: borrowing FileBytes) throws(BakeError) -> (id: String, offset: Int, size: Int)?
  {
    guard seen < Self.most, let header = try file.read(at: offset, count: 8),
      var size = header.number(at: 4, width: 4, order)
    else { return nil }
    let chunk = offset + 8
    let id = String(decoding: header[..<4], as: UTF8.self)
    if id == "data", size == Int(UInt32.max), let longDataSize { size = longDataSize }
    seen += 1
    // Compared by subtraction: the size may be anything.
    offset = size <= file.size - chunk ? chunk + size + size & 1 : file.size
    return (id, chunk, size)
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
}

/// Where the sound of a `data` chunk ends, which its size does not always tell.
struct SoundExtent {
  let end: Int
  let warning: String?

  private static let wrap = 1 << 32

  /// - Parameters:
  ///   - start: where the sound begins.
  ///   - claimed: the chunk's size.
  ///   - container: where the whole container says to end; `nil` when it does not know.
  static func find(
    from start: Int, claimed: Int, container: Int?, _ order: ByteOrder, in file: borrowing FileBytes
  ) throws(BakeError) -> SoundExtent {
    let there = file.size - start
    let tail = ChunkTail(order: order, container: container)
    if claimed == 0 {
      // An empty chunk, or one whose size was never filled in.
      let isEmpty = try tail.isChunk(at: start, in: file)
      if isEmpty || there == 0 { return SoundExtent(end: start, warning: nil) }
      let end = try openEnd(file)
      return SoundExtent(
        end: end, warning: "the header says that there is no sound: \(end - start) bytes of it are there")
    }
    if claimed > there {
      if isUnknown(claimed) { return SoundExtent(end: try openEnd(file), warning: nil) }
      if let near = try tail.nearest(to: min(start + claimed, file.size), in: file), near > start {
        return corrected(from: start, to: near, claimed)
      }
      return SoundExtent(
        end: file.size, warning: "the file is cut short: \(there) of \(claimed) bytes of its sound are there")
    }
    return try inside(file, from: start, claimed: claimed, tail: tail)
  }

  /// The end of a chunk whose size the file has room for.
  private static func inside(
    _ file: borrowing FileBytes, from start: Int, claimed: Int, tail: ChunkTail
  ) throws(BakeError) -> SoundExtent {
    let next = start + claimed
    let there = file.size - start
    let isPadded = claimed & 1 == 1
    // 32 bits could not hold the size of a WAV file above 4 GiB, nor that of the whole container.
    let wraps = (there - claimed) / wrap
    if wraps > 0, try !tail.isChunk(at: next, padded: isPadded, in: file) {
      return corrected(from: start, to: next + wraps * wrap, claimed)
    }
    if try tail.follows(next, padded: isPadded, in: file) {
      let isEarly = try tail.isChunk(at: next, in: file)
      return SoundExtent(
        end: next, warning: isEarly && isPadded ? "the pad byte behind the sound is missing" : nil)
    }
    if try tail.isPadding(at: next, in: file) { return SoundExtent(end: next, warning: nil) }
    if let near = try tail.nearest(to: next, in: file), near > start {
      return corrected(from: start, to: near, claimed)
    }
    if let container = tail.container, container > next + 1 {
      return corrected(from: start, to: try min(container, openEnd(file)), claimed)
    }
    return SoundExtent(end: isUnknown(claimed) ? try openEnd(file) : next, warning: nil)
  }

  /// Sizes of programs that cannot go back: 2^32 - 1 (ffmpeg), a little below 2^31 (sox), 2^31, or these less a header.
  static func isUnknown(_ size: Int) -> Bool {
    0x7FFF_0000...0x8000_FFFF ~= size || 0xFFFF_0000...0xFFFF_FFFF ~= size
  }

  private static func corrected(from start: Int, to end: Int, _ claimed: Int) -> SoundExtent {
    SoundExtent(
      end: end, warning: "the header says \(claimed) bytes of sound: \(end - start) are there")
  }
}

/// The end of the file, without an ID3v1 tag (128 bytes, "TAG").
private func openEnd(_ file: borrowing FileBytes) throws(BakeError) -> Int {
  let tagged = try file.read(at: file.size - 128, count: 3)?.has("TAG") ?? false
  return tagged ? file.size - 128 : file.size
}

/// Tells what follows a chunk from sound that its size left out.
private struct ChunkTail {
  let order: ByteOrder
  let container: Int?

  /// Whether a chunk, the end of the container or that of the file follows, with or without a pad byte.
  func follows(_ offset: Int, padded: Bool, in file: borrowing FileBytes) throws(BakeError) -> Bool {
    if offset >= file.size - 1 { return true }
    if let container, container == offset || container == offset + 1 { return true }
    return try isChunk(at: offset, padded: padded, in: file)
  }

  /// Whether a chunk header stands there or behind a pad byte.
  func isChunk(at offset: Int, padded: Bool, in file: borrowing FileBytes) throws(BakeError) -> Bool {
    if padded, try isChunk(at: offset + 1, in: file) { return true }
    return try isChunk(at: offset, in: file)
  }

  /// Whether a chunk header stands there: four printable characters, and a size that fits or a common name.
  func isChunk(at offset: Int, in file: borrowing FileBytes) throws(BakeError) -> Bool {
    guard let header = try file.read(at: offset, count: 8) else { return false }
    if header.isChunkHeader(order, room: file.size - offset - 8) { return true }
    return ["LIST", "smpl", "cue ", "bext", "iXML", "id3 ", "ID3 "].contains { header.has($0) }
  }

  /// Whether only zeros stand there, which are no sound that anybody misses.
  func isPadding(at offset: Int, in file: borrowing FileBytes) throws(BakeError) -> Bool {
    try file.read(at: offset, count: min(64, file.size - offset))?.allSatisfy { $0 == 0 } ?? false
  }

  /// The first place at most 64 bytes off from where chunks go on to the very end of the container or the file.
  func nearest(to offset: Int, in file: borrowing FileBytes) throws(BakeError) -> Int? {
    let reach = 64
    for place in offset - reach...offset + reach where try chain(from: place, in: file) { return place }
    return nil
  }

  private func chain(from start: Int, in file: borrowing FileBytes) throws(BakeError) -> Bool {
    var offset = start
    for _ in 0..<64 {
      guard let header = try file.read(at: offset, count: 8),
        header.isChunkHeader(order, room: file.size - offset - 8),
        let size = header.number(at: 4, width: 4, order)
      else { return false }
      offset += 8 + size
      if offset - 1...offset + 1 ~= file.size { return true }
      if let container, offset - 1...offset + 1 ~= container { return true }
      offset += size & 1
    }
    return false
  }
}

/// Finds the sound of a CAF file (Apple, "Core Audio Format Specification 1.0") whose samples are stored one by one.
///
/// Chunk sizes have 64 bits; that of `data` is -1 when the program could not go back, and libsndfile wants it to be true.
struct CAFSound {
  let stored: StoredSound

  /// - Returns: `nil` for other codecs, and where a chunk is missing, which libsndfile names.
  init?(at start: Int, in file: borrowing FileBytes) throws(BakeError) {
    let (chunkHeaderBytes, editCountBytes) = (12, 4)
    var description: [UInt8]?
    var offset = start + 8
    for _ in 0..<ChunkWalk.most {
      guard let header = try file.read(at: offset, count: chunkHeaderBytes) else { return nil }
      let body = offset + chunkHeaderBytes
      let size = header.bigEndian64(at: 4)
      if header.has("desc") { description = try file.read(at: body, count: 32) }
      if header.has("data") {
        guard let description, let frameBytes = Self.frameBytes(description),
          body + editCountBytes <= file.size
        else { return nil }
        let sound = body + editCountBytes
        stored = Self.stored(
          description, frameBytes: frameBytes, sound: sound,
          claimed: size.map { max($0 - editCountBytes, 0) },
          there: file.size - sound)
        return
      }
      guard let size, size <= file.size - body else { return nil }
      offset = body + size
    }
    return nil
  }

  /// Bytes of a frame; `nil` for codecs that are not stored sample by sample.
  private static func frameBytes(_ description: [UInt8]) -> Int? {
    guard ["lpcm", "ulaw", "alaw"].contains(where: { description.has($0, at: 8) }),
      let bytes = description.number(at: 16, width: 4, .big), bytes > 0
    else { return nil }
    return bytes
  }

  private static func stored(
    _ description: [UInt8], frameBytes: Int, sound: Int, claimed: Int?, there: Int
  ) -> StoredSound {
    let held = min(claimed ?? there, there)
    let count = held - held % frameBytes
    var warnings: [String] = []
    if let claimed, claimed > there {
      warnings = ["the file is cut short: \(there) of \(claimed) bytes of its sound are there"]
    } else if held > count {
      warnings = ["the sound does not end with a whole frame: \(held - count) spare bytes are left out"]
    }
    var header = HeaderBytes(.big)
    header.append("caff")
    header.append(1, width: 2)
    header.append(0, width: 2)
    header.append("desc")
    header.append(description.count, width: 8)
    header.append(description)
    header.append("data")
    header.append(count + 4, width: 8)
    header.append(0, width: 4)
    return StoredSound(
      header: header.bytes, bytes: sound..<sound + count, frameCount: count / frameBytes, warnings: warnings)
  }
}

extension [UInt8] {
  /// The big-endian number of 64 bits at `offset`; `nil` when it is not inside or negative.
  fileprivate func bigEndian64(at offset: Int) -> Int? {
    guard let high = number(at: offset, width: 4, .big), let low = number(at: offset + 4, width: 4, .big),
      high <= Int(Int32.max)
    else { return nil }
    return high << 32 | low
  }
}

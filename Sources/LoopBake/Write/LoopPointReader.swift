/// The loop that a file says it has, in whatever way its format says it.
///
/// Reads `smpl` in WAV and RF64, `MARK` with `INST` in AIFF, comments and `riff` blocks in FLAC. Only the first forward
/// loop counts. The end is not compared with the length of the sound.
///
/// - Returns: the loop with at least one frame, half-open; `nil` when the file names none, is damaged before it does,
///   or is of another format.
/// - Throws: `BakeError` (`unreadable`) only when the file cannot be opened or read.
func readLoopPoints(_ path: String) throws(BakeError) -> LoopRegion? {
  try readLoopPoints(FileBytes(path: path))
}

/// The same of a file that is open already.
func readLoopPoints(_ input: borrowing InputFile) throws(BakeError) -> LoopRegion? {
  try readLoopPoints(FileBytes(input.duplicate(), path: input.name))
}

private func readLoopPoints(_ file: borrowing FileBytes) throws(BakeError) -> LoopRegion? {
  guard let header = try file.read(at: 0, count: 12) else { return nil }
  switch true {
  case header.has("RIFF") && header.has("WAVE", at: 8), header.has("RF64") && header.has("WAVE", at: 8):
    return try riffLoop(file)
  case header.has("FORM") && (header.has("AIFF", at: 8) || header.has("AIFC", at: 8)):
    return try aiffLoop(file)
  case header.has("fLaC"):
    return try flacLoop(file)
  default:
    return nil
  }
}

// MARK: - RIFF

private func riffLoop(_ file: borrowing FileBytes) throws(BakeError) -> LoopRegion? {
  var chunks = ChunkWalk(order: .little)
  while let chunk = try chunks.next(in: file) {
    switch chunk.id {
    case "ds64":
      // RF64 (EBU Tech 3306): the size of `data`, which says 2^32 - 1 itself, is the second 64-bit field.
      if let body = try file.read(at: chunk.offset, count: 16) { chunks.longDataSize = body.number64(at: 8) }
    case "smpl":
      guard let body = try file.read(at: chunk.offset, count: chunk.size) else { continue }
      if let loop = samplerLoop(body) { return loop }
    default: break
    }
  }
  return nil
}

/// The first forward loop in the payload of a `smpl` chunk, whose end is the last frame played.
private func samplerLoop(_ body: [UInt8]) -> LoopRegion? {
  let (headerBytes, loopBytes) = (36, 24)
  guard let count = body.number(at: 28, width: 4, .little) else { return nil }
  for index in 0..<min(count, body.count / loopBytes) {
    let offset = headerBytes + index * loopBytes
    guard let type = body.number(at: offset + 4, width: 4, .little),
      let start = body.number(at: offset + 8, width: 4, .little),
      let last = body.number(at: offset + 12, width: 4, .little)
    else { return nil }
    if type == 0, last >= start { return LoopRegion(startFrame: start, endFrame: last + 1) }
  }
  return nil
}

// MARK: - AIFF

private func aiffLoop(_ file: borrowing FileBytes) throws(BakeError) -> LoopRegion? {
  var chunks = ChunkWalk(order: .big)
  var markers: [Int: Int] = [:]
  var instrument: [UInt8] = []
  while let chunk = try chunks.next(in: file) {
    guard chunk.id == "MARK" || chunk.id == "INST" else { continue }
    guard let body = try file.read(at: chunk.offset, count: chunk.size) else { continue }
    if chunk.id == "INST" { instrument = body } else { markers = markerPositions(body) }
  }
  // Sustain loop: play mode 1 is forward, then the ids of its two markers, which lie between frames (AIFF 1.3).
  guard instrument.number(at: 8, width: 2, .big) == 1,
    let begin = instrument.number(at: 10, width: 2, .big), let start = markers[begin],
    let finish = instrument.number(at: 12, width: 2, .big), let end = markers[finish], start < end
  else { return nil }
  return LoopRegion(startFrame: start, endFrame: end)
}

/// Positions by marker id from the payload of a `MARK` chunk, as far as it goes.
private func markerPositions(_ body: [UInt8]) -> [Int: Int] {
  var positions: [Int: Int] = [:]
  var offset = 2
  for _ in 0..<(body.number(at: 0, width: 2, .big) ?? 0) {
    guard let id = body.number(at: offset, width: 2, .big),
      let position = body.number(at: offset + 2, width: 4, .big),
      let nameLength = body.number(at: offset + 6, width: 1, .big)
    else { break }
    positions[id] = positions[id] ?? position
    offset += 6 + (nameLength + 2) / 2 * 2  // a Pascal string of even length
  }
  return positions
}

// MARK: - FLAC

/// Metadata blocks (RFC 9639, section 8): the comments count, a `smpl` chunk in an APPLICATION block where they are silent.
private func flacLoop(_ file: borrowing FileBytes) throws(BakeError) -> LoopRegion? {
  let (application, comments) = (2, 4)
  var offset = 4
  var fromChunk: LoopRegion?
  for _ in 0..<ChunkWalk.most {
    guard let header = try file.read(at: offset, count: 4), let size = header.number(at: 1, width: 3, .big)
    else { break }
    let type = Int(header[0] & 0x7f)
    if type == application || type == comments, let body = try file.read(at: offset + 4, count: size) {
      if type == comments, let loop = commentLoop(body) { return loop }
      if type == application, body.has("riffsmpl") {
        fromChunk = fromChunk ?? samplerLoop(Array(body.dropFirst(12)))
      }
    }
    if header[0] & 0x80 != 0 { break }  // the last block
    offset += 4 + size
  }
  return fromChunk
}

/// The loop in a Vorbis comment block: a start with a length or an end, in frames, in any case.
private func commentLoop(_ body: [UInt8]) -> LoopRegion? {
  guard let vendor = body.number(at: 0, width: 4, .little) else { return nil }
  var fields: [String: Int] = [:]
  var offset = 8 + vendor
  for _ in 0..<(body.number(at: 4 + vendor, width: 4, .little) ?? 0) {
    guard let length = body.number(at: offset, width: 4, .little), length <= body.count - offset - 4 else {
      break
    }
    if let (name, value) = numberField(body[offset + 4..<offset + 4 + length]) {
      fields[name] = fields[name] ?? value
    }
    offset += 4 + length
  }
  guard let start = fields["LOOPSTART"] else { return nil }
  let (end, overflow) = start.addingReportingOverflow(fields["LOOPLENGTH"] ?? 0)
  guard !overflow, let end = end > start ? end : fields["LOOPEND"], end > start else { return nil }
  return LoopRegion(startFrame: start, endFrame: end)
}

/// A comment `NAME=digits`, its name in upper case without the `_` or `-` that some write in it.
private func numberField(_ comment: ArraySlice<UInt8>) -> (name: String, value: Int)? {
  guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { return nil }
  let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
  let digits = comment[(equals + 1)...]
  guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
    let value = Int(String(decoding: digits, as: UTF8.self))
  else { return nil }
  return (name.filter { $0 != "_" && $0 != "-" }, value)
}

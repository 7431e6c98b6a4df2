/// The loops in the payload of a `smpl` chunk, whose ends are the last frames played.
///
/// Layout: Multimedia Data Standards Update, April 15, 1994 (Microsoft), "Sample chunk".
func samplerLoops(
  _ body: [UInt8], _ dialect: EmbeddedLoop.Dialect, order: ByteOrder = .little
) -> [EmbeddedLoop] {
  let (headerBytes, loopBytes) = (36, 24)
  guard let count = body.number(at: 28, width: 4, order) else { return [] }
  var loops: [EmbeddedLoop] = []
  for index in 0..<min(count, body.count / loopBytes, EmbeddedLoop.most) {
    let offset = headerBytes + index * loopBytes
    guard let type = body.number(at: offset + 4, width: 4, order),
      let start = body.number(at: offset + 8, width: 4, order),
      let last = body.number(at: offset + 12, width: 4, order),
      let passes = body.number(at: offset + 20, width: 4, order)
    else { break }
    let reading = "\(last) is the last frame played" + (passes > 0 ? ", \(passes) times" : "")
    loops.append(
      EmbeddedLoop(
        dialect, LoopRegion(startFrame: start, endFrame: last + 1), reading: reading,
        problem: problem(ofType: type)))
  }
  return loops
}

private func problem(ofType type: Int) -> String? {
  switch type {
  case 0: nil
  case 1: "it plays to and fro (type 1)"
  case 2: "it plays backwards (type 2)"
  default: "its type \(type) is not defined"
  }
}

/// `smpl` and cue points of a WAV or RF64 file, before or behind the sound.
///
/// - Parameters:
///   - start: of the first chunk.
///   - order: of its numbers; those of a RIFX file are big-endian.
func riffLoops(
  _ file: borrowing FileBytes, from start: Int, order: ByteOrder, frameCount: Int?
) throws(BakeError) -> [EmbeddedLoop] {
  var chunks = ChunkWalk(order: order, from: start)
  var loops: [EmbeddedLoop] = []
  var cues = CuePoints(order: order)
  while let chunk = try chunks.next(in: file) {
    switch chunk.id {
    case "ds64":
      // RF64 (EBU Tech 3306): the size of `data`, which says 2^32 - 1 itself, is the second 64-bit field.
      if let body = try file.read(at: chunk.offset, count: 16) { chunks.longDataSize = body.number64(at: 8) }
    case "smpl":
      if loops.count < EmbeddedLoop.most, let body = try file.read(at: chunk.offset, count: chunk.size) {
        loops += samplerLoops(body, .sampler, order: order)
      }
    case "cue ":
      if let body = try file.read(at: chunk.offset, count: chunk.size) { cues.addPoints(body) }
    case "LIST":
      if let body = try file.read(at: chunk.offset, count: chunk.size), body.has("adtl") {
        cues.addLengths(body)
      }
    default: break
    }
  }
  return loops + cues.loops(frameCount: frameCount)
}

/// `smpl` chunks in APPLICATION blocks `riff` of a FLAC stream (RFC 9639, section 8; FLAC's foreign metadata).
func flacSamplerLoops(_ file: borrowing FileBytes, from start: Int) throws(BakeError) -> [EmbeddedLoop] {
  let application = 2
  var loops: [EmbeddedLoop] = []
  var offset = start + 4
  for _ in 0..<ChunkWalk.most {
    guard let header = try file.read(at: offset, count: 4), let size = header.number(at: 1, width: 3, .big)
    else { break }
    if Int(header[0] & 0x7f) == application, loops.count < EmbeddedLoop.most,
      let body = try file.read(at: offset + 4, count: size), body.has("riffsmpl")
    {
      loops += samplerLoops(Array(body.dropFirst(12)), .flacSampler)
    }
    if header[0] & 0x80 != 0 { break }  // the last block
    offset += 4 + size
  }
  return loops
}

/// The sustain and release loops of an AIFF file's `INST` chunk, between markers of `MARK` (AIFF 1.3, Apple 1989).
///
/// A marker lies between frames, so the loop's end is the frame behind its last one.
///
/// - Parameter start: of the first chunk.
func instrumentLoops(_ file: borrowing FileBytes, from start: Int) throws(BakeError) -> [EmbeddedLoop] {
  var chunks = ChunkWalk(order: .big, from: start)
  var markers: [Int: Int] = [:]
  var instrument: [UInt8] = []
  while let chunk = try chunks.next(in: file) {
    guard chunk.id == "MARK" || chunk.id == "INST" else { continue }
    guard let body = try file.read(at: chunk.offset, count: chunk.size) else { continue }
    if chunk.id == "INST" { instrument = body } else { markers = markerPositions(body) }
  }
  return [
    instrumentLoop(instrument, at: 8, "sustain", markers),
    instrumentLoop(instrument, at: 14, "release", markers),
  ]
  .compactMap { $0 }
}

/// The loop whose play mode and ids of two markers stand at `offset` of an `INST` chunk; `nil` when it is not used.
private func instrumentLoop(
  _ instrument: [UInt8], at offset: Int, _ name: String, _ markers: [Int: Int]
) -> EmbeddedLoop? {
  guard let mode = instrument.number(at: offset, width: 2, .big), mode != 0,
    let begin = instrument.number(at: offset + 2, width: 2, .big),
    let finish = instrument.number(at: offset + 4, width: 2, .big)
  else { return nil }
  let (start, end) = (markers[begin], markers[finish])
  var loop = EmbeddedLoop(
    .instrument, LoopRegion(startFrame: start ?? 0, endFrame: end ?? 0),
    reading: "the \(name) loop from marker \(begin) to marker \(finish), before frame \(end ?? 0)")
  if start == nil || end == nil {
    loop.reading = "the \(name) loop from marker \(begin) to marker \(finish)"
    loop.problem = "there is no marker \(start == nil ? begin : finish)"
  } else if mode != 1 {
    loop.problem = mode == 2 ? "it plays to and fro (play mode 2)" : "play mode \(mode) is not defined"
  }
  return loop
}

/// Positions by marker id from the payload of a `MARK` chunk, as far as it goes; the first of equal ids counts.
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

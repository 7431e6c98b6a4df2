/// Says that a file of a format that is read as it is ends before the sound that its header announces; libsndfile then
/// silently takes what there is.
///
/// - Returns: the warning; `nil` when all is there, or when the length is not known.
func cutShortWarning(_ input: borrowing InputFile) throws(BakeError) -> String? {
  let file = try FileBytes(input.duplicate(), path: input.name)
  guard let header = try file.read(at: 0, count: 12) else { return nil }
  let sound: (offset: Int, size: Int)?
  switch true {
  case header.has(".snd"): sound = auSound(header)
  case header.has("caff"): sound = try cafSound(file)
  case header.has("FORM"): sound = try aiffSound(file)
  default: sound = nil
  }
  guard let sound, sound.size > file.size - sound.offset else { return nil }
  return
    "the file is cut short: \(max(file.size - sound.offset, 0)) of \(sound.size) bytes of its sound are there"
}

/// AU (Sun, audio_hdr(4)): where the sound begins, and its size, 2^32 - 1 when it is not known.
private func auSound(_ header: [UInt8]) -> (offset: Int, size: Int)? {
  guard let offset = header.number(at: 4, width: 4, .big), let size = header.number(at: 8, width: 4, .big),
    !SoundExtent.isUnknown(size)
  else { return nil }
  return (offset, size)
}

/// CAF (Apple, "Core Audio Format Specification 1.0"): chunks with 64-bit sizes, -1 in `data` when it is not known.
private func cafSound(_ file: borrowing FileBytes) throws(BakeError) -> (offset: Int, size: Int)? {
  var offset = 8
  for _ in 0..<ChunkWalk.most {
    guard let header = try file.read(at: offset, count: 12), let high = header.number(at: 4, width: 4, .big),
      let low = header.number(at: 8, width: 4, .big), high <= Int(Int32.max)
    else { return nil }
    let (body, size) = (offset + 12, high << 32 | low)
    if header.has("data") { return (body, size) }
    guard size <= file.size - body else { return nil }
    offset = body + size
  }
  return nil
}

private func aiffSound(_ file: borrowing FileBytes) throws(BakeError) -> (offset: Int, size: Int)? {
  var chunks = ChunkWalk(order: .big)
  while let chunk = try chunks.next(in: file) {
    if chunk.id == "SSND" { return SoundExtent.isUnknown(chunk.size) ? nil : (chunk.offset, chunk.size) }
  }
  return nil
}

/// Says that an AIFF-C file of a codec that is read as it is ends before the sound that its header announces; libsndfile
/// then silently takes what there is.
///
/// - Returns: the warning; `nil` when all is there, or when the length is not known.
func cutShortWarning(_ input: borrowing InputFile) throws(BakeError) -> String? {
  let file = try FileBytes(input.duplicate(), path: input.name)
  guard let header = try file.read(at: 0, count: 12), header.has("FORM"), header.has("AIFC", at: 8) else {
    return nil
  }
  var chunks = ChunkWalk(order: .big)
  while let chunk = try chunks.next(in: file) {
    let there = file.size - chunk.offset
    guard chunk.id == "SSND" else { continue }
    if chunk.size <= there || SoundExtent.isUnknown(chunk.size) { return nil }
    return "the file is cut short: \(there) of \(chunk.size) bytes of its sound are there"
  }
  return nil
}

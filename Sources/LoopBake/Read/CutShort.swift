/// Says that a WAV, RF64 or AIFF file ends before the sound that its header announces; libsndfile then silently takes
/// what there is.
///
/// - Returns: the warning; `nil` when all is there, or when the length was never known: programs that write to a pipe
///   leave 2^32 - 1 (ffmpeg) or a little below 2^31 (sox).
func cutShortWarning(_ input: borrowing InputFile) throws(BakeError) -> String? {
  let file = try FileBytes(input.duplicate(), path: input.name)
  guard let header = try file.read(at: 0, count: 12) else { return nil }
  let isRIFF = (header.has("RIFF") || header.has("RF64")) && header.has("WAVE", at: 8)
  let isAIFF = header.has("FORM") && (header.has("AIFF", at: 8) || header.has("AIFC", at: 8))
  guard isRIFF || isAIFF else { return nil }

  var chunks = ChunkWalk(order: isRIFF ? .little : .big)
  while let chunk = try chunks.next(in: file) {
    // RF64 (EBU Tech 3306): the size of `data`, which says 2^32 - 1 itself, is the second 64-bit field.
    if chunk.id == "ds64", let body = try file.read(at: chunk.offset, count: 16) {
      chunks.longDataSize = body.number64(at: 8)
    }
    guard chunk.id == (isRIFF ? "data" : "SSND") else { continue }
    let there = file.size - chunk.offset
    let isUnknown = chunk.size == Int(UInt32.max) || 0x7FFF_0000...0x7FFF_FFFF ~= chunk.size
    if chunk.size <= there || isUnknown { return nil }
    return "the file is cut short: \(there) of \(chunk.size) bytes of its sound are there"
  }
  return nil
}

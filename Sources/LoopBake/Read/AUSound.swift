/// Finds the sound of an AU file (Sun, audio_hdr(4)): six big-endian numbers, then the sound up to the end of the file.
struct AUSound {
  let stored: StoredSound

  /// - Returns: `nil` when the header is not all there or contradicts itself, which libsndfile names.
  init?(at start: Int, in file: borrowing FileBytes) throws(BakeError) {
    let headerBytes = 24
    guard let head = try file.read(at: start, count: headerBytes),
      let gap = head.number(at: 4, width: 4, .big),
      let claimed = head.number(at: 8, width: 4, .big), gap >= headerBytes, gap <= file.size - start
    else { return nil }
    let there = file.size - start - gap
    // A program that cannot go back leaves 2^32 - 1, or nothing.
    let isUnknown = claimed == 0 || SoundExtent.isUnknown(claimed)
    let bytes = start + gap..<start + gap + (isUnknown ? there : min(claimed, there))
    var header = HeaderBytes(.big)
    header.append(".snd")
    header.append(headerBytes, width: 4)
    header.append(bytes.count, width: 4)
    header.append(Array(head[12...]))
    let isCut = !isUnknown && claimed > there
    stored = StoredSound(
      header: header.bytes, bytes: bytes, frameCount: nil,
      warnings: isCut ? ["the file is cut short: \(there) of \(claimed) bytes of its sound are there"] : [])
  }
}

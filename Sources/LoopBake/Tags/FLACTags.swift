/// Reads the first comment block and all picture blocks of a FLAC stream (RFC 9639, section 8) that begins at `start`.
func readFLACTags(
  _ file: borrowing FileBytes, from start: Int, into collector: inout TagCollector
) throws(BakeError) {
  collector.beginTag()
  var offset = start + 4
  var hasComments = false
  for _ in 0..<ChunkWalk.most {
    guard let header = try file.read(at: offset, count: 4), let size = header.number(at: 1, width: 3, .big)
    else { return }
    switch FLACBlock(rawValue: header[0] & 0x7F) {
    case .comments where !hasComments:
      guard let block = try file.read(at: offset + 4, count: size, most: size) else { return }
      collector.addVorbisComments(block[...])
      hasComments = true
    case .picture where size <= collector.pictureBytesLeft:
      guard let block = try file.read(at: offset + 4, count: size, most: size) else { return }
      collector.addPictureBlock(block[...])
    default: break
    }
    if header[0] & 0x80 != 0 { return }  // the last block
    offset += 4 + size
  }
}

/// Types of metadata blocks (RFC 9639, section 8.1).
enum FLACBlock: UInt8 { case comments = 4, picture = 6 }

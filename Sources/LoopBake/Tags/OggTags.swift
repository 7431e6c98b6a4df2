/// Reads the comments of the first Vorbis, Opus, Speex or FLAC stream in an Ogg file.
func readOggTags(
  _ file: borrowing FileBytes, from start: Int, into collector: inout TagCollector
) throws(BakeError) {
  collector.beginTag()
  var packets = OggPackets(at: start)
  var codec: OggCodec?
  // FLAC in Ogg has a packet for each metadata block, the others have one packet of comments.
  for _ in 0..<ChunkWalk.most {
    guard let packet = try packets.next(in: file, accepts: { OggCodec($0) != nil }) else { return }
    guard let known = codec else {
      codec = OggCodec(packet)
      continue
    }
    if known != .flac { return collector.addVorbisComments(packet.dropFirst(known.commentMagic)) }
    guard let type = packet.first else { return }
    switch FLACBlock(rawValue: type & 0x7F) {
    case .comments: collector.addVorbisComments(packet.dropFirst(4))
    case .picture: collector.addPictureBlock(packet.dropFirst(4))
    case nil: break
    }
    if type & 0x80 != 0 { return }
  }
}

private enum OggCodec {
  case vorbis, opus, speex, flac

  /// From a stream's first packet: Vorbis I section 4.2.1, RFC 7845 section 5.1, the Speex manual, RFC 9639 section 10.1.
  init?(_ packet: ArraySlice<UInt8>) {
    switch true {
    case packet.starts(with: [1] + Array("vorbis".utf8)): self = .vorbis
    case packet.starts(with: "OpusHead".utf8): self = .opus
    case packet.starts(with: "Speex   ".utf8): self = .speex
    case packet.starts(with: [0x7F] + Array("FLAC".utf8)): self = .flac
    default: return nil
    }
  }

  /// Bytes before the comment block in its packet.
  var commentMagic: Int {
    switch self {
    case .vorbis: 7
    case .opus: 8
    case .speex, .flac: 0
    }
  }
}

/// The packets of one stream in an Ogg file, from its first page on (RFC 3533).
private struct OggPackets {
  private var offset: Int
  private let start: Int
  /// The stream whose packets are given out.
  private var serial: Int?
  private var packet: [UInt8] = []
  private var ready: [[UInt8]] = []

  /// Comments with pictures lie before the sound: what is behind that much is not looked at.
  private static let reach = 128 << 20

  init(at start: Int) {
    self.start = start
    offset = start
  }

  /// The next packet.
  ///
  /// - Parameter accepts: whether a packet begins a stream that is wanted.
  mutating func next(
    in file: borrowing FileBytes, accepts: (ArraySlice<UInt8>) -> Bool
  ) throws(BakeError) -> ArraySlice<UInt8>? {
    while ready.isEmpty {
      guard offset - start < Self.reach, try takePage(in: file, accepts) else { return nil }
    }
    return ready.removeFirst()[...]
  }

  /// - Returns: whether there was a page.
  private mutating func takePage(
    in file: borrowing FileBytes, _ accepts: (ArraySlice<UInt8>) -> Bool
  ) throws(BakeError) -> Bool {
    guard let header = try file.read(at: offset, count: 27), header.has("OggS"),
      let serial = header.number(at: 14, width: 4, .little),
      let lengths = try file.read(at: offset + 27, count: Int(header[26])),
      let body = try file.read(at: offset + 27 + lengths.count, count: lengths.reduce(0) { $0 + Int($1) })
    else { return false }
    offset += 27 + lengths.count + body.count
    let beginsStream = header[5] & 2 != 0
    if self.serial == nil, beginsStream, accepts(body[...]) { self.serial = serial }
    guard serial == self.serial else { return true }
    var rest = body[...]
    for length in lengths {
      packet += rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
      if length < 255 {
        ready.append(packet)
        packet = []
      }
    }
    return true
  }
}

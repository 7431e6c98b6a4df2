/// The payload of a `fmt ` chunk, checked (Microsoft, "Multiple Channel Audio Data and WAVE Files"; RFC 2361).
struct WaveFormat {
  /// The registered number of the codec, out of the sub-format where the tag says EXTENSIBLE.
  let codec: Int
  let channels: Int
  let sampleRate: Int
  /// Bytes of a frame, or of a block of frames where they are coded together.
  let blockBytes: Int
  /// Significant bits of a sample; 0 where the codec has none.
  let bits: Int
  /// What libsndfile is to see.
  private(set) var payload: [UInt8]
  /// Frames in a block of a block codec; 1 where every frame is stored by itself; `nil`: not known.
  let framesPerBlock: Int?

  private let order: ByteOrder

  private static let (pcm, msADPCM, float, aLaw, muLaw, imaADPCM, gsm, extensible) =
    (1, 2, 3, 6, 7, 0x11, 0x31, 0xFFFE)
  private static let (mpegLayer2, mpegLayer3) = (0x50, 0x55)

  /// - Parameters:
  ///   - body: the chunk's payload, or the first 1024 bytes of it.
  ///   - name: the file, for errors.
  init(_ body: [UInt8], _ order: ByteOrder, name: String) throws(BakeError) {
    guard body.count >= 16, let tag = body.number(at: 0, width: 2, order),
      let channels = body.number(at: 2, width: 2, order), let rate = body.number(at: 4, width: 4, order),
      let align = body.number(at: 12, width: 2, order), let bits = body.number(at: 14, width: 2, order)
    else {
      throw .brokenHeader(name, "its format chunk has only \(body.count) bytes")
    }
    guard 1...1024 ~= channels, 1...Int(Int32.max) ~= rate else {
      throw .brokenHeader(name, "the header says \(channels) channels at \(rate) Hz")
    }
    self.order = order
    self.channels = channels
    sampleRate = rate
    codec = try tag == Self.extensible ? Self.subformat(body, order, name: name) : tag
    guard codec != Self.mpegLayer2 && codec != Self.mpegLayer3 else {
      // libsndfile guesses its length and loses its first frame.
      throw BakeError(
        .notAudio, path: name, "cannot read the sound", because: "it is MPEG audio in a WAV file",
        wayOut: "take it out, as with ffmpeg -i FILE -c copy FILE.mp3")
    }
    if let width = Self.sampleBytes(codec, align: align, channels: channels, bits: bits) {
      blockBytes = width * channels
      let validBits = tag == Self.extensible ? body.number(at: 18, width: 2, order) ?? 0 : bits
      self.bits = 1...8 * width ~= validBits ? validBits : 8 * width
      framesPerBlock = 1
      payload = []
      payload = plainPayload(bits: 8 * width)
    } else {
      guard align > 0, body.count < 18 || (body.number(at: 16, width: 2, order) ?? 0) <= body.count - 18
      else {
        throw .brokenHeader(name, "its format chunk for codec \(codec) is damaged")
      }
      blockBytes = align
      self.bits = 0
      framesPerBlock = Self.framesPerBlock(codec, body, align: align, channels: channels, order)
      payload = body
    }
  }

  /// Whether samples are integers of 24 bits or fewer in four bytes.
  var isNarrowInFour: Bool { codec == Self.pcm && blockBytes == 4 * channels && 17...24 ~= bits }

  /// Declares 24 bits in four bytes, which libsndfile takes for the floats that Cool Edit wrote under that name.
  mutating func declareCoolEditFloats() { payload = plainPayload(bits: 24) }

  /// Frames in so many bytes of sound.
  ///
  /// - Parameter fact: what the `fact` chunk says; for ADPCM it counts where it ends within the last block, which coders
  ///   fill up.
  /// - Returns: `nil` where only the decoder can tell.
  func frames(inBytes bytes: Int, fact: Int?) -> Int? {
    guard let framesPerBlock else { return nil }
    let (blocks, rest) = bytes.quotientAndRemainder(dividingBy: blockBytes)
    let (whole, overflow) = blocks.multipliedReportingOverflow(by: framesPerBlock)
    guard !overflow, framesPerBlock > 1 else { return overflow ? nil : blocks }
    let coded = whole + min(framesInShortBlock(rest), framesPerBlock)
    if codec != Self.gsm, let fact, fact <= coded, fact > coded - framesPerBlock, fact > 0 { return fact }
    return coded
  }

  private func framesInShortBlock(_ bytes: Int) -> Int {
    switch codec {
    // A header of 4 bytes a channel with one frame, then words of 4 bytes with 8 samples.
    case Self.imaADPCM where bytes >= 4 * channels: (bytes / channels - 4) / 4 * 8 + 1
    // A header of 7 bytes a channel with two frames, then two samples a byte.
    case Self.msADPCM where bytes >= 7 * channels: (bytes / channels - 7) * 2 + 2
    default: 0
    }
  }

  /// PCM and float formats only differ by this in what matters for reading; odd extras are left out.
  private func plainPayload(bits: Int) -> [UInt8] {
    var fields = HeaderBytes(order)
    fields.append(codec, width: 2)
    fields.append(channels, width: 2)
    fields.append(sampleRate, width: 4)
    fields.append(sampleRate * blockBytes, width: 4)
    fields.append(blockBytes, width: 2)
    fields.append(bits, width: 2)
    if codec != Self.pcm { fields.append(0, width: 2) }
    return fields.bytes
  }

  /// Bytes of a stored sample; `nil` for codecs that do not store samples one by one, and for widths that nobody reads.
  private static func sampleBytes(_ codec: Int, align: Int, channels: Int, bits: Int) -> Int? {
    // The block size decides, unless it cannot be: 12 bits may stand in 2 bytes, 24 in 4.
    let told = align % channels == 0 ? align / channels : 0
    switch codec {
    case pcm where 1...32 ~= bits:
      let least = (bits + 7) / 8
      return told >= least && told <= 4 ? told : least
    case float where bits == 32 || bits == 64: return bits / 8
    case aLaw, muLaw: return 1
    default: return nil
    }
  }

  /// The codec that an extensible format names: a tag in a GUID of Microsoft's, or of the Ambisonic B-Format's.
  private static func subformat(_ body: [UInt8], _ order: ByteOrder, name: String) throws(BakeError) -> Int {
    guard body.count >= 40, (body.number(at: 16, width: 2, order) ?? 0) >= 22 else {
      throw .brokenHeader(name, "its extensible format chunk is cut short")
    }
    let families: [[UInt8]] = [
      [0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71],
      [0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0x00, 0x00, 0x00],
    ]
    let tail = Array(body[30..<40])
    let isKnown = order == .big || families.contains(tail)
    guard isKnown, let codec = body.number(at: 24, width: 2, order) else {
      throw BakeError(
        .notAudio, path: name, "cannot read the sound",
        because: "the codec that its format chunk names is unknown")
    }
    return codec
  }

  /// What the codecs' own rules and the field in the chunk agree on (RFC 2361, sections A.4 and A.13).
  private static func framesPerBlock(
    _ codec: Int, _ body: [UInt8], align: Int, channels: Int, _ order: ByteOrder
  ) -> Int? {
    let frames: Int
    switch codec {
    case imaADPCM: frames = (align / channels - 4) * 2 + 1
    case msADPCM: frames = (align / channels - 7) * 2 + 2
    case gsm: frames = 320
    default: return nil
    }
    return frames > 1 && body.number(at: 18, width: 2, order) == frames ? frames : nil
  }
}

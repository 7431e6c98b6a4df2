internal import CMPG123
internal import LoopDSP

/// Decodes MPEG audio to float, gapless where the stream has a LAME or Lavc tag.
///
/// Our own scan finds the frames, and libmpg123 gets them one by one, so that it never meets a tag, garbage or a frame
/// that it cannot decode. Without a tag the encoder's delay is unknown: every decoded frame is kept and a warning says so.
struct MPG123Decoder: ~Copyable {
  let description: SourceDescription
  private let sound: MPEGSound

  /// - Parameters:
  ///   - offset: of the first MPEG frame.
  ///   - skipped: bytes before it that are neither tags nor zeros.
  init(_ file: borrowing InputFile, at offset: Int, skipped: Int) throws(BakeError) {
    let stream = try MPEGScanner(file, from: offset).scan(from: offset, skipped: skipped)
    sound = try MPEGSound(file, stream)
    description = SourceDescription(
      format: AudioFormat(sampleRate: stream.header.sampleRate, channels: stream.header.channels),
      frameCount: stream.soundFrames, encoding: .float32, isLossy: true, isCoded: true,
      seeking: stream.isDamaged ? .forwardOnly : .exact, summary: "MPEG audio, layer \(stream.header.layer)",
      delayFrames: stream.delayFrames, paddingFrames: stream.paddingFrames, warnings: stream.warnings)
  }

  /// Goes to a frame, and says whether it did.
  func seek(to frame: Int) -> Bool { sound.seek(to: frame) }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(into samples: inout MutableSpan<S>, part: Range<Int>) throws(BakeError) -> Int {
    try sound.read(into: &samples, part: part)
  }
}

/// The decoded sound of an MPEG stream and the place that it is read at.
private final class MPEGSound {
  private let handle: OpaquePointer
  private var reader: MPEGFrameReader
  private let stream: MPEGStream
  /// For messages.
  private let name: String
  private let channels: Int
  /// Interleaved samples of the MPEG frame decoded last, and the first one of them that has not been read.
  private var block: ContiguousArray<Float>
  private var next: Int
  private var part = 0
  /// Sound frames of the part that have not been read.
  private var left = 0

  init(_ file: borrowing InputFile, _ stream: MPEGStream) throws(BakeError) {
    let name = file.name
    let reader = try MPEGFrameReader(file, stream)
    guard let handle = mpg123_new(Self.decoderName, nil) ?? mpg123_new("generic", nil) else {
      throw BakeError(.unreadable, path: name, "cannot read the sound", because: "libmpg123 does not start")
    }
    let flags = [MPG123_FORCE_FLOAT, MPG123_QUIET, MPG123_NO_READAHEAD, MPG123_IGNORE_INFOFRAME].reduce(0) {
      $0 | Int($1.rawValue)
    }
    mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), flags, 0)
    let unwanted = Int(MPG123_AUTO_RESAMPLE.rawValue) | Int(MPG123_GAPLESS.rawValue)
    mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), unwanted, 0)
    // libmpg123 counts without the four bytes of the header.
    mpg123_param2(
      handle, Int32(MPG123_FREEFORMAT_SIZE.rawValue), stream.freeFormatBytes.map { $0 - 4 } ?? -1, 0)
    self.handle = handle
    self.reader = reader
    self.stream = stream
    self.name = name
    channels = stream.header.channels
    block = ContiguousArray(repeating: 0, count: stream.header.soundFrames * stream.header.channels)
    next = block.count
    try start(part: 0, at: 0)
  }

  deinit { mpg123_delete(handle) }

  /// Pinned, so that the features of a CPU cannot change a bit; each is part of its architecture's baseline.
  private static let decoderName: String = {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "NEON64"
    #else
      "generic"
    #endif
  }()

  /// MPEG frames decoded in advance after a seek, so that bit reservoir and filter history are those of reading from the
  /// start. The reservoir reaches back 511 bytes, or 255 in MPEG-2 (ISO/IEC 11172-3 and 13818-3, section 2.4.3.4.1), which
  /// is less than 24 frames even at 8 kbit/s.
  private static let preframes = 32

  func seek(to frame: Int) -> Bool {
    var (part, rest) = (0, frame)
    while part < stream.parts.count - 1, rest >= stream.parts[part].sound.count {
      rest -= stream.parts[part].sound.count
      part += 1
    }
    guard 0...stream.parts[part].sound.count ~= rest else { return false }
    do throws(BakeError) {
      try start(part: part, at: rest)
      return true
    } catch {
      return false
    }
  }

  func read<S: Sample>(into samples: inout MutableSpan<S>, part range: Range<Int>) throws(BakeError) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if left == 0 {
        guard part + 1 < stream.parts.count else { break }
        try start(part: part + 1, at: 0)
        continue
      }
      if next == block.count { try decode() }
      let count = min(block.count - next, left * channels, range.upperBound - index)
      block.put(next, count: count, into: &samples, at: index)
      next += count
      index += count
      left -= count / channels
    }
    return (index - range.lowerBound) / channels
  }

  /// Begins to decode anew, so that sound frame `frame` of a part comes next.
  ///
  /// The synthesis window turns while libmpg123 decodes, and its place decides in which order products are added up: the
  /// last bit of every third sample depends on it (measured with 1.31). A frame turns it by 36 of 16 places, one of MPEG-2
  /// Layer III by 18 and one of Layer I by 12: after 8 of any kind it is back. So decoding begins at a multiple of 8.
  private func start(part: Int, at frame: Int) throws(BakeError) {
    let sound = stream.parts[part].sound
    let decoded = sound.lowerBound + frame
    let target = decoded / stream.header.soundFrames
    let first = max(target - Self.preframes, 0) & ~7
    guard mpg123_open_feed(handle) == MPG123_OK.rawValue else { throw failure }
    try reader.move(toPart: part, frame: first)
    for _ in first...target { try decode() }
    self.part = part
    left = sound.count - frame
    next = (decoded - target * stream.header.soundFrames) * channels
  }

  /// Decodes the next MPEG frame to `block`; what libmpg123 cannot decode after all is silence.
  private func decode() throws(BakeError) {
    let frame = try reader.next()
    var filled = 0
    var status = pull(frame, &filled)
    if status == MPG123_NEW_FORMAT.rawValue {
      var (rate, channels, encoding) = (0, Int32(0), Int32(0))
      mpg123_getformat(handle, &rate, &channels, &encoding)
      guard encoding == MPG123_ENC_FLOAT_32.rawValue, Int(channels) == self.channels else {
        throw BakeError(
          .unreadable, path: name, "cannot read the sound",
          because: "this libmpg123 does not decode to float")
      }
      status = pull([], &filled)
    }
    guard status == MPG123_OK.rawValue || status == MPG123_NEED_MORE.rawValue else { throw failure }
    let samples = filled / MemoryLayout<Float>.stride
    if samples < block.count {
      for index in samples..<block.count { block[index] = 0 }
      guard mpg123_open_feed(handle) == MPG123_OK.rawValue else { throw failure }
    }
    next = 0
  }

  private func pull(_ frame: [UInt8], _ filled: inout Int) -> Int32 {
    frame.withUnsafeBufferPointer { input in
      block.withUnsafeMutableBytes { output in
        mpg123_decode(handle, input.baseAddress, input.count, output.baseAddress, output.count, &filled)
      }
    }
  }

  private var failure: BakeError {
    let text = String(cString: mpg123_strerror(handle))
    return BakeError(
      .damaged, path: name, "cannot read on",
      because: text.prefix(1).lowercased() + text.dropFirst().prefix { $0 != "\n" })
  }
}

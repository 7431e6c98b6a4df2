internal import CMPG123
internal import LoopDSP

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Decodes MPEG audio to float, gapless where the stream has a LAME or Lavc tag.
///
/// Without such a tag the encoder's delay is unknown: every decoded frame is kept and a warning says so.
///
/// libmpg123's synthesis window turns while it decodes, and its place decides in which order products are added up: after
/// a seek to just anywhere the last bit of every third sample moves (measured with 1.31). See `seek`.
struct MPG123Decoder: ~Copyable {
  let description: SourceDescription
  private let handle: OpaquePointer
  /// What the handle reads from; on the heap, because the library keeps its address.
  private let input: UnsafeMutablePointer<ReadAhead>
  /// For messages.
  private let name: String
  /// Frames that libmpg123 drops at the start: the encoder's delay and the decoder's own of 529 (GAPLESS_DELAY in its
  /// src/libmpg123/frame.c).
  private let delay: Int

  init(_ file: borrowing InputFile, sniffing: Sniffing) throws(BakeError) {
    let name = file.name
    let ahead = ReadAhead(try file.duplicate())
    guard let handle = mpg123_new(Self.decoderName, nil) ?? mpg123_new("generic", nil) else {
      throw BakeError(.unreadable, path: name, "cannot read the sound", because: "libmpg123 does not start")
    }
    let input = UnsafeMutablePointer<ReadAhead>.allocate(capacity: 1)
    input.initialize(to: ahead)
    do throws(BakeError) {
      description = try Self.open(handle, input, sniffing: sniffing, name: name)
    } catch {
      Self.close(handle, input)
      throw error
    }
    self.handle = handle
    self.input = input
    self.name = name
    delay = sniffing.encoderDelay.map { $0 + 529 } ?? 0
  }

  deinit { Self.close(handle, input) }

  private static func close(_ handle: OpaquePointer, _ input: UnsafeMutablePointer<ReadAhead>) {
    mpg123_delete(handle)
    input.deinitialize(count: 1)
    input.deallocate()
  }

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

  /// Frames decoded in advance after a seek, so that bit reservoir and filter history are those of reading from the
  /// start. The reservoir reaches back 511 bytes, or 255 in MPEG-2 (ISO/IEC 11172-3 and 13818-3, section 2.4.3.4.1), which
  /// is less than 24 frames even at 8 kbit/s.
  private static let preframes = 32

  /// Bytes to skip in search of the next frame in a damaged stream.
  private static let resyncLimit = Sniffing.reach

  private static func open(
    _ handle: OpaquePointer, _ input: UnsafeMutablePointer<ReadAhead>, sniffing: Sniffing, name: String
  ) throws(BakeError) -> SourceDescription {
    let flags = [MPG123_FORCE_FLOAT, MPG123_GAPLESS, MPG123_QUIET, MPG123_SKIP_ID3V2].reduce(0) {
      $0 | Int($1.rawValue)
    }
    mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), flags, 0)
    mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), Int(MPG123_AUTO_RESAMPLE.rawValue), 0)
    mpg123_param2(handle, Int32(MPG123_PREFRAMES.rawValue), preframes, 0)
    mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), resyncLimit, 0)
    mpg123_param2(handle, Int32(MPG123_INDEX_SIZE.rawValue), -100, 0)
    mpg123_replace_reader_handle(
      handle,
      { input, target, count in
        guard let input, let target else { return -1 }
        return input.assumingMemoryBound(to: ReadAhead.self).pointee.read(into: target, count: count)
      },
      { input, offset, whence in
        guard let input else { return -1 }
        return off_t(
          input.assumingMemoryBound(to: ReadAhead.self).pointee.seek(to: Int(offset), from: whence))
      }, nil)
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    guard mpg123_open_handle(handle, input) == MPG123_OK.rawValue,
      mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue,
      mpg123_scan(handle) == MPG123_OK.rawValue
    else {
      throw BakeError(.notAudio, path: name, "cannot read the sound", because: words(of: handle))
    }
    guard encoding == MPG123_ENC_FLOAT_32.rawValue, channels > 0, rate > 0 else {
      throw BakeError(
        .unreadable, path: name, "cannot read the sound", because: "this libmpg123 does not decode to float")
    }
    let length = Int(mpg123_length(handle))
    var info = mpg123_frameinfo2()
    mpg123_info2(handle, &info)
    return SourceDescription(
      format: AudioFormat(sampleRate: rate, channels: Int(channels)), frameCount: length >= 0 ? length : nil,
      encoding: .float32, isLossy: true, isCoded: true,
      seeking: sniffing.encoderDelay == nil ? .forwardOnly : .exact,
      summary: "MPEG audio, layer \(info.layer)",
      delayFrames: sniffing.encoderDelay, paddingFrames: sniffing.encoderPadding,
      warnings: sniffing.encoderDelay != nil
        ? [] : ["no LAME or Lavc tag: the encoder's delay is unknown, so every decoded frame is kept"])
  }

  /// Goes to a sound frame, and says whether it did.
  ///
  /// The window keeps its place in a seek. So the frame where decoding begins anew must differ from the number of frames
  /// decoded so far by a multiple of 8: then the window stands as it does in reading from the start. Near the start there
  /// may be no such frame; a new decoder is the way then. A stream without tag is not sought in at all: it may begin with
  /// frames that cannot be decoded, which do not turn the window.
  ///
  /// - Parameter position: the sound frame that would be read next.
  func seek(to frame: Int, from position: Int) -> Bool {
    let framesPerMPEGFrame = Int(max(mpg123_spf(handle), 1))
    let decoded = position == 0 ? 0 : (position + delay + framesPerMPEGFrame - 1) / framesPerMPEGFrame
    let target = (frame + delay) / framesPerMPEGFrame
    // An MPEG frame of MPEG-1 turns the window by 36 of 16 places, one of MPEG-2 by 18: after 8 of either it is back.
    let ahead = Self.preframes + (target - Self.preframes - decoded) & 7
    guard ahead <= target else { return false }
    mpg123_param2(handle, Int32(MPG123_PREFRAMES.rawValue), ahead, 0)
    return mpg123_seek(handle, off_t(frame), SEEK_SET) == off_t(frame)
      && Int(mpg123_tellframe(handle)) == target
  }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(
    into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) -> Int {
    let channels = description.format.channels
    if S.self == Float.self {
      let got = try samples.withUnsafeMutableBufferPointer { buffer throws(BakeError) -> Int in
        try decode(into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[part])))
      }
      return got / channels
    }
    var floats = ContiguousArray<Float>(repeating: 0, count: part.count)
    var span = floats.mutableSpan
    let got = try span.withUnsafeMutableBufferPointer { buffer throws(BakeError) -> Int in
      try decode(into: UnsafeMutableRawBufferPointer(buffer))
    }
    for index in 0..<got { samples[part.lowerBound + index] = S(normalized: Double(floats[index])) }
    return got / channels
  }

  /// Decodes float samples; returns how many.
  private func decode(into bytes: UnsafeMutableRawBufferPointer) throws(BakeError) -> Int {
    var filled = 0
    while filled < bytes.count {
      var got = 0
      let status = mpg123_read(handle, bytes.baseAddress?.advanced(by: filled), bytes.count - filled, &got)
      filled += got
      if status == MPG123_DONE.rawValue { break }
      if status == MPG123_NEW_FORMAT.rawValue {
        throw BakeError(
          .damaged, path: name, "cannot read on",
          because: "the stream changes its sample rate or channel count",
          wayOut: "split the file there")
      }
      guard status == MPG123_OK.rawValue else {
        throw BakeError(.damaged, path: name, "cannot read on", because: Self.words(of: handle))
      }
    }
    return filled / MemoryLayout<Float>.stride
  }

  private static func words(of handle: OpaquePointer) -> String {
    let text = String(cString: mpg123_strerror(handle))
    return text.prefix(1).lowercased() + text.dropFirst().prefix { $0 != "\n" }
  }
}

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
/// It only reads on: after a seek libmpg123 1.31 adds up its synthesis window in another order, which moves the last bit
/// of every third sample (measured for MPEG-1, 2 and 2.5 at all bit rates).
struct MPG123Decoder: ~Copyable {
  let description: SourceDescription
  private let handle: OpaquePointer
  /// Read by the handle, which does not close it.
  private let descriptor: OwnedDescriptor
  /// For messages.
  private let name: String

  init(_ file: borrowing InputFile, sniffing: Sniffing) throws(BakeError) {
    let name = file.name
    let descriptor = try file.duplicate()
    guard let handle = mpg123_new(Self.decoderName, nil) ?? mpg123_new("generic", nil) else {
      throw BakeError(.unreadable, path: name, "cannot read the sound", because: "libmpg123 does not start")
    }
    do throws(BakeError) {
      description = try Self.open(handle, descriptor.number, sniffing: sniffing, name: name)
    } catch {
      mpg123_delete(handle)
      throw error
    }
    self.handle = handle
    self.descriptor = descriptor
    self.name = name
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

  /// Bytes to skip in search of the next frame in a damaged stream.
  private static let resyncLimit = Sniffing.reach

  private static func open(
    _ handle: OpaquePointer, _ descriptor: Int32, sniffing: Sniffing, name: String
  ) throws(BakeError) -> SourceDescription {
    let flags = [MPG123_FORCE_FLOAT, MPG123_GAPLESS, MPG123_QUIET, MPG123_SKIP_ID3V2].reduce(0) {
      $0 | Int($1.rawValue)
    }
    mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), flags, 0)
    mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), Int(MPG123_AUTO_RESAMPLE.rawValue), 0)
    mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), resyncLimit, 0)
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    guard mpg123_open_fd(handle, descriptor) == MPG123_OK.rawValue,
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
    return SourceDescription(
      format: AudioFormat(sampleRate: rate, channels: Int(channels)), frameCount: length >= 0 ? length : nil,
      encoding: .float32, isLossy: true, seeking: .forwardOnly, summary: "MPEG audio",
      warnings: sniffing.hasGaplessTag
        ? [] : ["no LAME or Lavc tag: the encoder's delay is unknown, so every decoded frame is kept"])
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

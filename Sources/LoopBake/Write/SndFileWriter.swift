internal import CSndFile
import LoopDSP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes WAV, RF64, W64, AIFF, CAF and AU with libsndfile.
struct SndFileWriter: ~Copyable {
  private let handle: OpaquePointer
  private let descriptor: OwnedDescriptor
  private var isOpen = true
  private let channels: Int
  /// Bytes of sound that the file will hold.
  private let soundBytes: Int
  /// The chunks' contents, which libsndfile wants to find in place until the file is closed.
  private let chunkBytes: UnsafeMutableRawBufferPointer

  /// Writes the header.
  ///
  /// libsndfile gets a duplicate of the descriptor to close: it closes one that it was told to leave open when it cannot
  /// open the file.
  static func open(
    _ spec: OutputSpec, on descriptor: consuming OwnedDescriptor
  ) throws(LibraryFailure) -> SndFileWriter {
    guard var info = soundInfo(spec.format, spec.storedContainer, spec.encoding) else {
      throw LibraryFailure(reason: "the format is out of range")
    }
    guard let theirs = OwnedDescriptor(duplicating: descriptor.number)?.release() else {
      throw LibraryFailure(reason: systemText(errno))
    }
    guard let handle = sf_open_fd(theirs, Int32(SFM_WRITE), &info, Int32(SF_TRUE)) else {
      throw LibraryFailure(reason: text(of: nil))
    }
    let chunks = chunks(for: spec)
    let chunkBytes = chunks.map(\.payload.count).reduce(0, +)
    let writer = SndFileWriter(
      handle, descriptor: descriptor, channels: spec.format.channels,
      soundBytes: spec.frames * spec.format.channels * spec.encoding.bits / 8, chunkBytes: chunkBytes)
    // A PEAK chunk carries the time of day: equal sounds must be equal bytes. RF64 keeps it; see `finish`.
    sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    try writer.add(chunks)
    return writer
  }

  private init(
    _ handle: OpaquePointer, descriptor: consuming OwnedDescriptor, channels: Int, soundBytes: Int,
    chunkBytes: Int
  ) {
    self.handle = handle
    self.descriptor = descriptor
    self.channels = channels
    self.soundBytes = soundBytes
    self.chunkBytes = .allocate(byteCount: chunkBytes, alignment: 16)
  }

  deinit {
    if isOpen { sf_close(handle) }
    chunkBytes.deallocate()
  }

  /// Appends interleaved frames of the type that the encoding passes through.
  func write<S: Sample>(_ samples: Span<S>) throws(LibraryFailure) {
    let written = samples.withUnsafeBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      let frames = sf_count_t(samples.count / channels)
      // Never a converting pair of types: libsndfile scales by 32767, wraps and floors (float to short).
      let done =
        switch S.self {
        case is Int16.Type: sf_writef_short(handle, start.assumingMemoryBound(to: Int16.self), frames)
        case is Int32.Type: sf_writef_int(handle, start.assumingMemoryBound(to: Int32.self), frames)
        case is Float.Type: sf_writef_float(handle, start.assumingMemoryBound(to: Float.self), frames)
        default: sf_writef_double(handle, start.assumingMemoryBound(to: Double.self), frames)
        }
      return Int(done) * channels
    }
    guard written == samples.count else { throw LibraryFailure(reason: text(of: handle)) }
  }

  /// Completes the header; closing alone would not tell of an error.
  consuming func finish() throws(LibraryFailure) {
    sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    guard sf_error(handle) == SF_ERR_NO_ERROR else { throw LibraryFailure(reason: text(of: handle)) }
    isOpen = false
    let code = sf_close(handle)
    guard code == 0 else { throw LibraryFailure(reason: String(cString: sf_error_number(code))) }
    try clearPeakTime(of: descriptor)
    if soundBytes % 2 == 1 { try correctOddSound(of: descriptor, bytes: soundBytes) }
  }

  private static func chunks(for spec: OutputSpec) -> [Chunk] {
    switch spec.container {
    case .wav, .rf64:
      LoopChunks.riff(spec.loop, sampleRate: spec.format.sampleRate, software: spec.software)
    case .aiff: LoopChunks.aiff(spec.loop)
    case .w64, .caf, .au, .flac: []
    }
  }

  private func add(_ chunks: [Chunk]) throws(LibraryFailure) {
    var offset = 0
    for chunk in chunks {
      let place = UnsafeMutableRawBufferPointer(rebasing: chunkBytes[offset..<offset + chunk.payload.count])
      place.copyBytes(from: chunk.payload)
      offset += chunk.payload.count
      var info = SF_CHUNK_INFO()
      withUnsafeMutableBytes(of: &info.id) { $0.copyBytes(from: chunk.id.utf8) }
      info.id_size = UInt32(chunk.id.utf8.count)
      info.datalen = UInt32(place.count)
      info.data = place.baseAddress
      guard sf_set_chunk(handle, &info) == SF_ERR_NO_ERROR else {
        throw LibraryFailure(reason: text(of: handle))
      }
    }
  }

  /// Why libsndfile cannot write such a file; `nil` when it can.
  static func limit(on format: AudioFormat, container: Container, encoding: SampleEncoding) -> String? {
    if var info = soundInfo(format, container, encoding), sf_format_check(&info) == SF_TRUE { return nil }
    return "it does not hold \(format.channels) channels of \(encoding.rawValue) at \(format.sampleRate) Hz"
  }
}

/// Sets the time in a PEAK chunk to 0; libsndfile cannot be told to write an RF64 file of floats without one.
private func clearPeakTime(of descriptor: borrowing OwnedDescriptor) throws(LibraryFailure) {
  guard let own = OwnedDescriptor(duplicating: descriptor.number) else {
    throw LibraryFailure(reason: systemText(errno))
  }
  do throws(BakeError) {
    let file = try FileBytes(own, path: "-")
    guard let header = try file.read(at: 0, count: 4), header.has("RF64") else { return }
    var chunks = ChunkWalk(order: .little)
    while let chunk = try chunks.next(in: file), chunk.id != "data" {
      guard chunk.id == "PEAK" else { continue }
      // Version, then seconds since 1970.
      guard pwrite(descriptor.number, [UInt8](repeating: 0, count: 4), 4, off_t(chunk.offset + 4)) == 4 else {
        throw cannotWrite("-", errno)
      }
    }
  } catch {
    throw LibraryFailure(reason: error.reason)
  }
}

/// Takes the pad byte out of the size of an AIFF file's sound: libsndfile 1.2.0 counts it as sound, so that an 8-bit mono
/// file reads back one frame longer. SSND holds offset and block size, four bytes each, then the sound; the pad byte behind
/// a chunk of odd length is not counted (Apple, AIFF 1.3, "Sound Data Chunk" and "Chunks").
private func correctOddSound(of descriptor: borrowing OwnedDescriptor, bytes: Int) throws(LibraryFailure) {
  guard let own = OwnedDescriptor(duplicating: descriptor.number) else {
    throw LibraryFailure(reason: systemText(errno))
  }
  do throws(BakeError) {
    let file = try FileBytes(own, path: "-")
    guard let header = try file.read(at: 0, count: 4), header.has("FORM") else { return }
    var chunks = ChunkWalk(order: .big)
    while let chunk = try chunks.next(in: file) {
      guard chunk.id == "SSND", chunk.size == bytes + 8 + 1, let size = UInt32(exactly: bytes + 8) else {
        continue
      }
      let field = withUnsafeBytes(of: size.bigEndian) { [UInt8]($0) }
      guard pwrite(descriptor.number, field, 4, off_t(chunk.offset - 4)) == 4 else {
        throw cannotWrite("-", errno)
      }
    }
  } catch {
    throw LibraryFailure(reason: error.reason)
  }
}

/// What libsndfile says about its last error, in the system's words where the system failed.
private func text(of handle: OpaquePointer?) -> String {
  let words = String(cString: sf_strerror(handle))
  let prefix = "System error : "
  guard words.hasPrefix(prefix) else { return words }
  let system = words.dropFirst(prefix.count)
  return String(system.hasSuffix(".") ? system.dropLast() : system)
}

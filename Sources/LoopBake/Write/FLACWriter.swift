internal import CFLAC
import LoopDSP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes FLAC (RFC 9639) with libFLAC, because libsndfile cannot write its tags.
struct FLACWriter: ~Copyable {
  private let encoder: UnsafeMutablePointer<FLAC__StreamEncoder>
  private let metadata: FLACMetadata
  private let descriptor: OwnedDescriptor
  private let sink: UnsafeMutablePointer<Sink>
  /// Samples on their way to the encoder, right-justified.
  private let block: UnsafeMutableBufferPointer<Int32>
  private let channels: Int
  /// How far left-justified samples are shifted down.
  private let shift: Int32

  /// Where the bytes go, and what the system said when they did not.
  private struct Sink {
    let descriptor: Int32
    var code: Int32 = 0
  }

  private static let blockFrames = 4096

  /// Writes the header.
  static func open(
    _ spec: OutputSpec, on descriptor: consuming OwnedDescriptor
  ) throws(LibraryFailure) -> FLACWriter {
    let metadata = try FLACMetadata(spec)
    guard let encoder = FLAC__stream_encoder_new() else {
      throw LibraryFailure(reason: "no memory for the encoder")
    }
    let writer = FLACWriter(spec, encoder: encoder, metadata: metadata, descriptor: descriptor)
    try writer.start(spec)
    return writer
  }

  private init(
    _ spec: OutputSpec, encoder: UnsafeMutablePointer<FLAC__StreamEncoder>, metadata: consuming FLACMetadata,
    descriptor: consuming OwnedDescriptor
  ) {
    channels = spec.format.channels
    shift = Int32((spec.encoding.bits == 24 ? 32 : 16) - spec.encoding.bits)
    block = .allocate(capacity: Self.blockFrames * spec.format.channels)
    sink = .allocate(capacity: 1)
    sink.initialize(to: Sink(descriptor: descriptor.number))
    self.descriptor = descriptor
    self.encoder = encoder
    self.metadata = metadata
  }

  deinit {
    FLAC__stream_encoder_delete(encoder)
    sink.deallocate()
    block.deallocate()
  }

  /// Appends interleaved left-justified frames: `Int16` for 8 and 16 bit, `Int32` for 24.
  func write<S: Sample>(_ samples: Span<S>) throws(LibraryFailure) {
    try samples.withUnsafeBytes { bytes throws(LibraryFailure) in
      if S.self == Int32.self {
        try encode(bytes.assumingMemoryBound(to: Int32.self))
      } else {
        try encode(bytes.assumingMemoryBound(to: Int16.self))
      }
    }
  }

  /// Encodes what is left and completes STREAMINFO and the seek table.
  consuming func finish() throws(LibraryFailure) {
    guard FLAC__stream_encoder_finish(encoder) != 0 else { throw failure() }
  }

  private func encode<Integer: FixedWidthInteger>(
    _ samples: UnsafeBufferPointer<Integer>
  ) throws(LibraryFailure) {
    var rest = samples[...]
    while !rest.isEmpty {
      let part = rest.prefix(block.count)
      for (index, sample) in zip(block.indices, part) { block[index] = Int32(sample) &>> shift }
      let frames = UInt32(part.count / channels)
      guard FLAC__stream_encoder_process_interleaved(encoder, block.baseAddress, frames) != 0 else {
        throw failure()
      }
      rest = rest.dropFirst(part.count)
    }
  }

  private func start(_ spec: OutputSpec) throws(LibraryFailure) {
    FLAC__stream_encoder_set_channels(encoder, UInt32(channels))
    FLAC__stream_encoder_set_bits_per_sample(encoder, UInt32(spec.encoding.bits))
    FLAC__stream_encoder_set_sample_rate(encoder, UInt32(clamping: spec.format.sampleRate))
    FLAC__stream_encoder_set_compression_level(encoder, UInt32(clamping: spec.compressionLevel))
    FLAC__stream_encoder_set_total_samples_estimate(encoder, FLAC__uint64(spec.frames))
    let isStreamable = Self.isStreamable(sampleRate: spec.format.sampleRate)
    FLAC__stream_encoder_set_streamable_subset(encoder, isStreamable ? 1 : 0)
    FLAC__stream_encoder_set_metadata(encoder, metadata.blocks.baseAddress, UInt32(metadata.count))
    let status = FLAC__stream_encoder_init_stream(encoder, writeBytes, seek, tell, nil, sink)
    guard status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else { throw failure() }
  }

  /// The system's words when a write failed, else libFLAC's.
  private func failure() -> LibraryFailure {
    guard sink.pointee.code == 0 else { return LibraryFailure(reason: systemText(sink.pointee.code)) }
    return LibraryFailure(reason: String(cString: FLAC__stream_encoder_get_resolved_state_string(encoder)))
  }

  /// Whether a rate can be told by every frame on its own (RFC 9639, section 7).
  static func isStreamable(sampleRate: Int) -> Bool {
    FLAC__format_sample_rate_is_subset(UInt32(clamping: sampleRate)) != 0
  }

  /// Why FLAC cannot hold such sound; `nil` when it can.
  ///
  /// RFC 9639 allows rates up to 1048575 Hz, but decoders before libFLAC 1.4 stop at 655350 Hz.
  static func limit(on format: AudioFormat) -> String? {
    guard 1...Int(FLAC__MAX_CHANNELS) ~= format.channels else {
      return "it holds 1 to \(FLAC__MAX_CHANNELS) channels, not \(format.channels)"
    }
    guard 1...655_350 ~= format.sampleRate else {
      return "it holds rates of 1 to 655350 Hz, not \(format.sampleRate)"
    }
    return nil
  }

  // What libFLAC calls; C functions, so the sink comes as a pointer.

  private static func sink(_ client: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Sink>? {
    client?.assumingMemoryBound(to: Sink.self)
  }

  private var writeBytes: FLAC__StreamEncoderWriteCallback {
    { _, bytes, count, _, _, client in
      guard let sink = FLACWriter.sink(client) else { return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR }
      let code = writeFully(UnsafeRawBufferPointer(start: bytes, count: count), to: sink.pointee.descriptor)
      guard code == 0 else {
        sink.pointee.code = code
        return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR
      }
      return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
    }
  }

  private var seek: FLAC__StreamEncoderSeekCallback {
    { _, offset, client in
      guard let sink = FLACWriter.sink(client) else { return FLAC__STREAM_ENCODER_SEEK_STATUS_ERROR }
      guard lseek(sink.pointee.descriptor, off_t(clamping: offset), SEEK_SET) >= 0 else {
        sink.pointee.code = errno
        return FLAC__STREAM_ENCODER_SEEK_STATUS_ERROR
      }
      return FLAC__STREAM_ENCODER_SEEK_STATUS_OK
    }
  }

  private var tell: FLAC__StreamEncoderTellCallback {
    { _, offset, client in
      guard let sink = FLACWriter.sink(client) else { return FLAC__STREAM_ENCODER_TELL_STATUS_ERROR }
      let position = lseek(sink.pointee.descriptor, 0, SEEK_CUR)
      guard position >= 0 else {
        sink.pointee.code = errno
        return FLAC__STREAM_ENCODER_TELL_STATUS_ERROR
      }
      offset?.pointee = FLAC__uint64(position)
      return FLAC__STREAM_ENCODER_TELL_STATUS_OK
    }
  }
}

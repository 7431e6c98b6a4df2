internal import CXiph
internal import LoopDSP

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Decodes Ogg Opus to float at 48 kHz, in the channel order of WAV, with pre-skip and end cut away and the header's gain
/// applied (RFC 7845, sections 4.2 to 4.5 and 5.1).
///
/// After a seek, libopusfile decodes 80 ms in advance (RFC 7845, section 4.6), which is close but not the same: samples
/// differed by up to 0.03, over up to 5 seconds (measured with libopusfile 0.12 and libopus 1.3.1). So this one only reads
/// on. libopus picks the code for its CPU when it runs, and last bits may differ from one kind of CPU to another; on one
/// machine the result is always the same.
struct OpusDecoder: ~Copyable {
  let description: SourceDescription
  private let sound: OggSound

  init(_ file: borrowing InputFile, streams: OggStreams) throws(BakeError) {
    let library = try OpusLibrary(ReadAhead(try file.duplicate()), name: file.name)
    let total = library.frameCount
    description = SourceDescription(
      format: AudioFormat(sampleRate: 48_000, channels: library.channels), frameCount: total,
      encoding: .float32,
      isLossy: true, isCoded: true, seeking: .forwardOnly, summary: "Ogg, Opus",
      delayFrames: library.preSkip, warnings: streams.warnings)
    sound = OggSound(library, channels: library.channels, frameCount: total, name: file.name)
  }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(into samples: inout MutableSpan<S>, part: Range<Int>) throws(BakeError) -> Int {
    try sound.read(into: &samples, part: part)
  }
}

/// libopusfile's state and what it reads from; on the heap, because the library keeps its address.
private final class OpusLibrary: OggLibrary {
  let channels: Int
  private let handle: OpaquePointer
  private let input: UnsafeMutablePointer<ReadAhead>
  private let places: [Int]
  /// One packet of the longest kind, 120 ms.
  private var packet: ContiguousArray<Float>

  init(_ ahead: consuming ReadAhead, name: String) throws(BakeError) {
    let input = UnsafeMutablePointer<ReadAhead>.allocate(capacity: 1)
    input.initialize(to: ahead)
    do throws(BakeError) {
      (handle, channels) = try Self.open(input, name: name)
    } catch {
      input.deinitialize(count: 1)
      input.deallocate()
      throw error
    }
    self.input = input
    places = xiphPlaces(channels: channels)
    packet = ContiguousArray(repeating: 0, count: 5760 * channels)
  }

  deinit {
    op_free(handle)
    input.deinitialize(count: 1)
    input.deallocate()
  }

  var frameCount: Int? {
    let frames = op_pcm_total(handle, -1)
    return frames >= 0 ? Int(frames) : nil
  }

  /// Frames that are cut away before the first one of the first link.
  var preSkip: Int? { op_head(handle, 0).map { Int($0.pointee.pre_skip) } }

  var position: Int { Int(op_pcm_tell(handle)) }

  /// It counts back from the end of each page.
  var knowsPositionBehindHole: Bool { true }

  func seek(to frame: Int) -> Bool { op_pcm_seek(handle, ogg_int64_t(frame)) == 0 }

  func decode(_ block: inout ContiguousArray<Float>) -> OggStep {
    block.removeAll(keepingCapacity: true)
    var link: Int32 = 0
    let got = packet.withUnsafeMutableBufferPointer {
      Int(op_read_float(handle, $0.baseAddress, Int32($0.count), &link))
    }
    if got == 0 { return .end }
    if got == Int(OP_HOLE) { return .hole }
    guard got > 0 else { return .failed(Self.words(Int32(got))) }
    block.append(contentsOf: repeatElement(0, count: got * channels))
    for place in 0..<channels {
      let from = places[place]
      for frame in 0..<got { block[frame * channels + place] = packet[frame * channels + from] }
    }
    return .frames
  }

  private static func open(
    _ input: UnsafeMutablePointer<ReadAhead>, name: String
  ) throws(BakeError) -> (OpaquePointer, channels: Int) {
    var callbacks = callbacks
    var code: Int32 = 0
    guard let handle = op_open_callbacks(input, &callbacks, nil, 0, &code) else {
      throw OggStreams.error(name, .notAudio, words(code))
    }
    let counts = (0..<op_link_count(handle)).map { Int(op_channel_count(handle, $0)) }
    guard let first = counts.first, first > 0, counts.allSatisfy({ $0 == first }) else {
      op_free(handle)
      throw OggStreams.error(
        name, .unfit, "the file chains Opus streams of different channel counts", wayOut: "split it")
    }
    return (handle, first)
  }

  /// libopusfile has numbers only.
  private static func words(_ code: Int32) -> String {
    switch code {
    case OP_EIMPL: "the Opus stream maps its channels in a way that is not for playing"
    case OP_EVERSION: "the Opus stream is of a version that libopusfile does not know"
    case OP_ENOTFORMAT, OP_EBADHEADER: "the Opus headers are damaged"
    case OP_EBADTIMESTAMP: "the Opus stream has impossible time stamps"
    case OP_EBADPACKET, OP_EBADLINK: "the Opus stream is damaged"
    default: "libopusfile cannot read it (error \(code))"
    }
  }

  private static var callbacks: OpusFileCallbacks {
    OpusFileCallbacks(
      read: { input, target, count in
        guard let input, let target else { return -1 }
        return Int32(
          clamping: input.assumingMemoryBound(to: ReadAhead.self).pointee.read(
            into: target, count: Int(count)))
      },
      seek: { input, offset, whence in
        guard let input else { return -1 }
        return input.assumingMemoryBound(to: ReadAhead.self).pointee.seek(to: Int(offset), from: whence) < 0
          ? -1 : 0
      },
      tell: { input in
        guard let input else { return -1 }
        return opus_int64(input.assumingMemoryBound(to: ReadAhead.self).pointee.seek(to: 0, from: SEEK_CUR))
      },
      close: nil)
  }
}

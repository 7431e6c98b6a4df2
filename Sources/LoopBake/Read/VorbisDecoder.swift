internal import CXiph
internal import LoopDSP

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Decodes Ogg Vorbis to float, in the channel order of WAV.
///
/// libsndfile decodes the same samples but lands on other frames after a seek (measured with 1.2.0).
struct VorbisDecoder: ~Copyable {
  let description: SourceDescription
  private let sound: OggSound

  init(_ file: borrowing InputFile, streams: OggStreams) throws(BakeError) {
    let library = try VorbisLibrary(ReadAhead(try file.duplicate()), name: file.name)
    let total = library.frameCount
    description = SourceDescription(
      format: library.format, frameCount: total, encoding: .float32, isLossy: true, isCoded: true,
      seeking: streams.isDamaged ? .forwardOnly : .exact, summary: "Ogg, Vorbis", warnings: streams.warnings)
    sound = OggSound(library, channels: library.format.channels, frameCount: total, name: file.name)
  }

  /// Goes to a frame, and says whether it did.
  func seek(to frame: Int) -> Bool { sound.seek(to: frame) }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(into samples: inout MutableSpan<S>, part: Range<Int>) throws(BakeError) -> Int {
    try sound.read(into: &samples, part: part)
  }
}

/// libvorbisfile's state and what it reads from; both on the heap, because the library keeps their addresses.
private final class VorbisLibrary: OggLibrary {
  let format: AudioFormat
  private let handle: UnsafeMutablePointer<OggVorbis_File>
  private let input: UnsafeMutablePointer<ReadAhead>
  private let places: [Int]

  init(_ ahead: consuming ReadAhead, name: String) throws(BakeError) {
    let input = UnsafeMutablePointer<ReadAhead>.allocate(capacity: 1)
    input.initialize(to: ahead)
    let handle = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    handle.initialize(to: OggVorbis_File())
    do throws(BakeError) {
      guard ov_open_callbacks(input, handle, nil, 0, Self.callbacks) == 0 else {
        throw OggStreams.error(name, .notAudio, "the Vorbis headers are damaged")
      }
      format = try Self.format(of: handle, name: name)
    } catch {
      Self.close(handle, input)
      throw error
    }
    places = xiphPlaces(channels: format.channels)
    self.handle = handle
    self.input = input
  }

  deinit { Self.close(handle, input) }

  /// A stream that could not be opened is clean; clearing it once more does no harm.
  private static func close(
    _ handle: UnsafeMutablePointer<OggVorbis_File>, _ input: UnsafeMutablePointer<ReadAhead>
  ) {
    ov_clear(handle)
    handle.deinitialize(count: 1)
    handle.deallocate()
    input.deinitialize(count: 1)
    input.deallocate()
  }

  var frameCount: Int? {
    let frames = ov_pcm_total(handle, -1)
    return frames >= 0 ? Int(frames) : nil
  }

  var position: Int { Int(ov_pcm_tell(handle)) }

  /// It goes on counting until the next page says where it ends.
  var knowsPositionBehindHole: Bool { false }

  func seek(to frame: Int) -> Bool { ov_pcm_seek(handle, ogg_int64_t(frame)) == 0 }

  func decode(_ block: inout ContiguousArray<Float>) -> OggStep {
    var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    var link: Int32 = 0
    let got = ov_read_float(handle, &planes, 4096, &link)
    block.removeAll(keepingCapacity: true)
    if got == 0 { return .end }
    if got == Int(OV_HOLE) { return .hole }
    guard got > 0, let planes else { return .failed("the Vorbis stream is damaged") }
    let channels = format.channels
    block.append(contentsOf: repeatElement(0, count: got * channels))
    for place in 0..<channels {
      guard let plane = planes[places[place]] else { continue }
      for frame in 0..<got { block[frame * channels + place] = plane[frame] }
    }
    return .frames
  }

  /// The format of all links of the file, which must be one.
  private static func format(
    of handle: UnsafeMutablePointer<OggVorbis_File>, name: String
  ) throws(BakeError) -> AudioFormat {
    var formats: [AudioFormat] = []
    for link in 0..<Int32(clamping: ov_streams(handle)) {
      guard let info = ov_info(handle, link)?.pointee, info.channels > 0, info.rate > 0 else { continue }
      formats.append(AudioFormat(sampleRate: Int(info.rate), channels: Int(info.channels)))
    }
    guard let first = formats.first else {
      throw OggStreams.error(name, .damaged, "the Vorbis stream has no header")
    }
    if let other = formats.first(where: { $0 != first }) {
      throw OggStreams.error(
        name, .unfit,
        "the file chains Vorbis streams of different formats: \(first.words) and \(other.words)",
        wayOut: "split it")
    }
    return first
  }

  private static var callbacks: ov_callbacks {
    ov_callbacks(
      read_func: { target, size, count, input in
        guard let target, let input else { return 0 }
        return max(
          input.assumingMemoryBound(to: ReadAhead.self).pointee.read(into: target, count: size * count), 0)
      },
      seek_func: { input, offset, whence in
        guard let input else { return -1 }
        return input.assumingMemoryBound(to: ReadAhead.self).pointee.seek(to: Int(offset), from: whence) < 0
          ? -1 : 0
      },
      close_func: nil,
      tell_func: { input in
        guard let input else { return -1 }
        return input.assumingMemoryBound(to: ReadAhead.self).pointee.seek(to: 0, from: SEEK_CUR)
      })
  }
}

extension AudioFormat {
  /// "2 channels at 44100 Hz".
  var words: String { "\(channels) \(channels == 1 ? "channel" : "channels") at \(sampleRate) Hz" }
}

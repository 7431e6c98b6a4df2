internal import CVorbisFile
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
  private let stream: VorbisStream
  /// Which Vorbis channel stands at each place of the output.
  private let order: [Int]
  /// For messages.
  private let name: String

  init(_ file: borrowing InputFile) throws(BakeError) {
    let name = file.name
    let stream = try VorbisStream(ReadAhead(try file.duplicate()), name: name)
    let format = try Self.format(of: stream, name: name)
    let frames = ov_pcm_total(stream.handle, -1)
    description = SourceDescription(
      format: format, frameCount: frames >= 0 ? Int(frames) : nil, encoding: .float32, isLossy: true,
      isCoded: true,
      seeking: .exact, summary: "Ogg, Vorbis")
    order = Self.waveOrder(channels: format.channels)
    self.stream = stream
    self.name = name
  }

  /// Goes to a frame, and says whether it did.
  func seek(to frame: Int) -> Bool { ov_pcm_seek(stream.handle, ogg_int64_t(frame)) == 0 }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(into samples: inout MutableSpan<S>, part: Range<Int>) throws(BakeError) -> Int {
    let channels = description.format.channels
    var index = part.lowerBound
    while index < part.upperBound {
      var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
      var link: Int32 = 0
      let got = ov_read_float(
        stream.handle, &planes, Int32(clamping: (part.upperBound - index) / channels), &link)
      if got == 0 { break }
      // A hole: damaged pages were passed over, what follows is sound again (libvorbisfile, ov_read_float).
      if got == Int(OV_HOLE) { continue }
      guard got > 0, let planes else {
        throw BakeError(.damaged, path: name, "cannot read on", because: "the Vorbis stream is damaged")
      }
      for place in 0..<channels {
        guard let plane = planes[order[place]] else { continue }
        for frame in 0..<got {
          samples[index + frame * channels + place] = S(normalized: Double(plane[frame]))
        }
      }
      index += got * channels
    }
    return (index - part.lowerBound) / channels
  }

  /// The format of all links of the file, which must be one.
  private static func format(of stream: borrowing VorbisStream, name: String) throws(BakeError) -> AudioFormat
  {
    var formats: [AudioFormat] = []
    for link in 0..<Int32(clamping: ov_streams(stream.handle)) {
      guard let info = ov_info(stream.handle, link)?.pointee, info.channels > 0, info.rate > 0 else {
        continue
      }
      formats.append(AudioFormat(sampleRate: Int(info.rate), channels: Int(info.channels)))
    }
    guard let first = formats.first else {
      throw BakeError(
        .damaged, path: name, "cannot read the sound", because: "the Vorbis stream has no header")
    }
    guard formats.allSatisfy({ $0 == first }) else {
      throw BakeError(
        .unfit, path: name, "cannot read the sound",
        because: "the file chains Vorbis streams of different rates or channel counts", wayOut: "split it")
    }
    return first
  }

  /// Vorbis channel for each place in WAV order (Vorbis I, section 4.3.9; WAVEFORMATEXTENSIBLE's dwChannelMask).
  private static func waveOrder(channels: Int) -> [Int] {
    switch channels {
    case 3: [0, 2, 1]
    case 5: [0, 2, 1, 3, 4]
    case 6: [0, 2, 1, 5, 3, 4]
    case 7: [0, 2, 1, 6, 5, 3, 4]
    case 8: [0, 2, 1, 7, 5, 6, 3, 4]
    default: Array(0..<channels)
    }
  }
}

/// libvorbisfile's state and what it reads from; both on the heap, because the library keeps their addresses.
private struct VorbisStream: ~Copyable {
  let handle: UnsafeMutablePointer<OggVorbis_File>
  private let input: UnsafeMutablePointer<ReadAhead>

  init(_ ahead: consuming ReadAhead, name: String) throws(BakeError) {
    let input = UnsafeMutablePointer<ReadAhead>.allocate(capacity: 1)
    input.initialize(to: ahead)
    let handle = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    handle.initialize(to: OggVorbis_File())
    let code = ov_open_callbacks(input, handle, nil, 0, Self.callbacks)
    self.handle = handle
    self.input = input
    // A stream that could not be opened is clean; clearing it once more does no harm.
    guard code == 0 else {
      throw BakeError(
        .notAudio, path: name, "cannot read the sound", because: "the Vorbis headers are damaged")
    }
  }

  deinit {
    ov_clear(handle)
    handle.deinitialize(count: 1)
    handle.deallocate()
    input.deinitialize(count: 1)
    input.deallocate()
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

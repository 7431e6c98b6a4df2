internal import CFLAC
internal import LoopDSP

/// Decodes FLAC (RFC 9639), by itself or in Ogg.
///
/// Not through libsndfile, which gives up at the first damaged frame and does not read FLAC in Ogg with a seek table or of
/// 32 bits.
struct FLACDecoder: ~Copyable {
  let description: SourceDescription
  private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
  private let stream: UnsafeMutablePointer<FLACStream>
  /// Whether damage is passed over and only told at the end; else it is an error.
  private let isTolerant: Bool
  /// For messages.
  private let name: String

  /// Opens the stream and reads its header.
  ///
  /// - Parameters:
  ///   - place: where the stream is, and what it comes in.
  ///   - isTolerant: damage is passed over. The description then has no frame count, and seeking is never exact:
  ///     decoding to the end tells.
  init(_ file: borrowing InputFile, at place: FLACPlace, isTolerant: Bool = false) throws(BakeError) {
    let name = file.name
    guard let decoder = FLAC__stream_decoder_new() else {
      throw BakeError(.unreadable, path: name, "cannot read the sound", because: "no memory for the decoder")
    }
    let stream = UnsafeMutablePointer<FLACStream>.allocate(capacity: 1)
    do throws(BakeError) {
      stream.initialize(to: FLACStream(try file.duplicate(), bounds: place.bounds))
    } catch {
      FLAC__stream_decoder_delete(decoder)
      stream.deallocate()
      throw error
    }
    let isOpen = Self.open(decoder, stream, isOgg: place.isOgg)
    guard isOpen, let info = stream.pointee.info, info.format.sampleRate > 0 else {
      FLAC__stream_decoder_delete(decoder)
      stream.deinitialize(count: 1)
      stream.deallocate()
      throw BakeError(
        .damaged, path: name, "cannot read the sound", because: "the FLAC stream has no usable header")
    }
    description = Self.describe(info, isOgg: place.isOgg, isTolerant: isTolerant)
    self.decoder = decoder
    self.stream = stream
    self.isTolerant = isTolerant
    self.name = name
  }

  deinit {
    FLAC__stream_decoder_delete(decoder)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// What was wrong with the stream as far as it was read, in one line; `nil` when nothing was.
  ///
  /// - Parameter frames: how many frames there were up to the end.
  func finding(frames: Int) -> String? {
    let (damage, claimed) = (stream.pointee.damage, stream.pointee.info?.frames ?? 0)
    var text: [String] = []
    if damage.lostFrames > 0 {
      text.append(
        "\(damage.lostFrames) of \(max(claimed, frames)) frames are damaged and silent, the first is \(damage.firstLost)"
      )
    }
    if claimed > frames { text.append("the sound ends at frame \(frames), the file claims \(claimed)") }
    if text.isEmpty && damage.isPresent {
      text.append("bytes between the frames are damaged, no sound is lost")
    }
    return text.isEmpty ? nil : text.joined(separator: "; ")
  }

  /// Goes to a frame, and says whether it did.
  func seek(to frame: Int) -> Bool {
    // The first frame tells where the stream's own count begins.
    if stream.pointee.origin == nil { _ = FLAC__stream_decoder_process_single(decoder) }
    let target = frame + (stream.pointee.origin ?? 0)
    stream.pointee.restart(at: target)
    return FLAC__stream_decoder_seek_absolute(decoder, FLAC__uint64(target)) != 0
  }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(into samples: inout MutableSpan<S>, part: Range<Int>) throws(BakeError) -> Int {
    let channels = description.format.channels
    var index = part.lowerBound
    while index < part.upperBound {
      if stream.pointee.isEmpty, try !decodeOn() { break }
      let wanted = part.upperBound - index
      let silent = min(stream.pointee.silence * channels, wanted)
      if silent > 0 {
        samples.fill(index..<index + silent, with: .zero)
        stream.pointee.takeSilence(silent / channels)
        index += silent
      } else {
        index += copy(into: &samples, index..<part.upperBound)
      }
    }
    return (index - part.lowerBound) / channels
  }

  private func copy<S: Sample>(into samples: inout MutableSpan<S>, _ part: Range<Int>) -> Int {
    let taken = stream.pointee.taken
    let count = min(stream.pointee.block.count - taken, part.count)
    let block = stream.pointee.block.span
    if S.self == Int16.self {
      for offset in 0..<count {
        samples[part.lowerBound + offset] = S(steps: block[taken + offset] &>> 16, bits: 16)
      }
    } else {
      for offset in 0..<count {
        samples[part.lowerBound + offset] = S(steps: block[taken + offset], bits: 32)
      }
    }
    stream.pointee.take(count)
    return count
  }

  /// Decodes until there are frames to take; `false` at the end.
  private func decodeOn() throws(BakeError) -> Bool {
    while stream.pointee.isEmpty {
      stream.pointee.prepare()
      let state = FLAC__stream_decoder_get_state(decoder)
      let isOver =
        state == FLAC__STREAM_DECODER_END_OF_STREAM || FLAC__stream_decoder_process_single(decoder) == 0
      if stream.pointee.errorCode != 0 { throw .unreadable(name, stream.pointee.errorCode) }
      if !isTolerant && stream.pointee.damage.isPresent { throw .damagedStream(name) }
      if isOver { return !stream.pointee.isEmpty }
    }
    return true
  }

  private static func open(
    _ decoder: UnsafeMutablePointer<FLAC__StreamDecoder>, _ stream: UnsafeMutablePointer<FLACStream>,
    isOgg: Bool
  ) -> Bool {
    let open = isOgg ? FLAC__stream_decoder_init_ogg_stream : FLAC__stream_decoder_init_stream
    let status = open(
      decoder, FLACCallbacks.read, FLACCallbacks.seek, FLACCallbacks.tell, FLACCallbacks.length,
      FLACCallbacks.isAtEnd,
      FLACCallbacks.write, FLACCallbacks.metadata, FLACCallbacks.error, stream)
    return status == FLAC__STREAM_DECODER_INIT_STATUS_OK
      && FLAC__stream_decoder_process_until_end_of_metadata(decoder) != 0
  }

  private static func describe(_ info: FLACStream.Info, isOgg: Bool, isTolerant: Bool) -> SourceDescription {
    let encodings: [SampleEncoding] = [.pcm8, .pcm16, .pcm24, .pcm32]
    return SourceDescription(
      format: info.format, frameCount: info.frames > 0 && !isTolerant ? info.frames : nil,
      encoding: encodings[min(max(info.bits + 7, 8) / 8, 4) - 1], isLossy: false, isCoded: true,
      seeking: isTolerant ? .forwardOnly : .exact,
      summary: "\(isOgg ? "Ogg, " : "")FLAC (Free Lossless Audio Codec), Signed \(info.bits) bit PCM")
  }
}

extension BakeError {
  /// Something in the middle of the sound makes no sense; another pass can tell what is lost.
  static func damagedStream(_ path: String) -> BakeError {
    var error = BakeError(.damaged, path: path, "cannot read on", because: "the sound is damaged")
    error.needsScan = true
    return error
  }
}

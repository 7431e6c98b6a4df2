internal import LoopDSP

/// The decoder that fits a file's content.
enum AudioDecoder: ~Copyable {
  case sndFile(SndFileDecoder)
  case mpg123(MPG123Decoder)
  case vorbis(VorbisDecoder)
  case opus(OpusDecoder)
  case flac(FLACDecoder)

  /// Opens the decoder: content decides, never the name.
  ///
  /// - Parameter isDamaged: a former pass found damage that the decoder can pass over.
  init(_ file: borrowing InputFile, isDamaged: Bool = false) throws(BakeError) {
    let sniffing = try Sniffing(file)
    if sniffing.isEmpty { throw Self.notAudio(file.name, "the file is empty") }
    if let place = try FLACPlace(file) {
      self = .flac(try FLACDecoder(file, at: place, isTolerant: isDamaged))
    } else if let offset = sniffing.mpegOffset {
      self = .mpg123(try MPG123Decoder(file, at: offset, skipped: sniffing.skippedBytes))
    } else if let offset = sniffing.oggOffset {
      let streams = try OggStreams(file, from: offset, skipped: sniffing.skippedBytes)
      switch streams.codec {
      case .vorbis: self = .vorbis(try VorbisDecoder(file, streams: streams))
      case .opus: self = .opus(try OpusDecoder(file, streams: streams))
      default: self = .sndFile(try SndFileDecoder(file))
      }
    } else if sniffing.mayBeMPEG {
      // libsndfile would ask libmpg123 by itself, which writes to standard error.
      throw Self.notAudio(file.name, "it begins like an MP3, but holds no row of MPEG frames")
    } else {
      self = .sndFile(try SndFileDecoder(file))
    }
  }

  private static func notAudio(_ name: String, _ reason: String) -> BakeError {
    BakeError(.notAudio, path: name, "cannot read the sound", because: reason)
  }

  var description: SourceDescription {
    switch self {
    case .sndFile(let decoder): decoder.description
    case .mpg123(let decoder): decoder.description
    case .vorbis(let decoder): decoder.description
    case .opus(let decoder): decoder.description
    case .flac(let decoder): decoder.description
    }
  }

  /// What decoding up to the end found wrong with the file; `nil` where nothing is, or where the description says it.
  ///
  /// - Parameter frames: how many frames there were.
  func finding(frames: Int) -> String? {
    switch self {
    case .flac(let decoder): decoder.finding(frames: frames)
    default: nil
    }
  }

  /// Goes to a frame; only where the description says that seeking is exact.
  ///
  /// - Returns: whether it did; where it did not, what is read next is undefined.
  func seek(to frame: Int) -> Bool {
    switch self {
    case .sndFile(let decoder): decoder.seek(to: frame)
    case .mpg123(let decoder): decoder.seek(to: frame)
    case .vorbis(let decoder): decoder.seek(to: frame)
    case .opus: false
    case .flac(let decoder): decoder.seek(to: frame)
    }
  }

  /// Reads the next frames, interleaved, into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(
    into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) -> Int {
    switch self {
    case .sndFile(let decoder): try decoder.read(into: &samples, part: part)
    case .mpg123(let decoder): try decoder.read(into: &samples, part: part)
    case .vorbis(let decoder): try decoder.read(into: &samples, part: part)
    case .opus(let decoder): try decoder.read(into: &samples, part: part)
    case .flac(let decoder): try decoder.read(into: &samples, part: part)
    }
  }
}

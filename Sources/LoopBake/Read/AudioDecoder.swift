internal import LoopDSP

/// The decoder that fits a file's content.
enum AudioDecoder: ~Copyable {
  case sndFile(SndFileDecoder)
  case mpg123(MPG123Decoder)
  case vorbis(VorbisDecoder)
  case flac(FLACDecoder)

  /// Opens the decoder: content decides, never the name.
  ///
  /// - Parameter isDamaged: a former pass found damage that the decoder can pass over.
  init(_ file: borrowing InputFile, isDamaged: Bool = false) throws(BakeError) {
    let sniffing = Sniffing(file)
    if sniffing.isEmpty {
      throw BakeError(.notAudio, path: file.name, "cannot read the sound", because: "the file is empty")
    }
    if let place = try FLACPlace(file) {
      self = .flac(try FLACDecoder(file, at: place, isTolerant: isDamaged))
    } else if sniffing.isVorbis {
      self = .vorbis(try VorbisDecoder(file))
    } else if let offset = sniffing.mpegOffset,
      offset == 0 || ForeignFormat.byMagic(file.bytes(at: 0, count: 64)) == nil
    {
      self = .mpg123(try MPG123Decoder(file, sniffing: sniffing))
    } else {
      self = .sndFile(try SndFileDecoder(file))
    }
  }

  var description: SourceDescription {
    switch self {
    case .sndFile(let decoder): decoder.description
    case .mpg123(let decoder): decoder.description
    case .vorbis(let decoder): decoder.description
    case .flac(let decoder): decoder.description
    }
  }

  /// What decoding up to the end found wrong with the file; `nil` where nothing is, or where the description says it.
  ///
  /// - Parameter frames: how many frames there were.
  func finding(frames: Int) -> String? {
    switch self {
    case .flac(let decoder): decoder.finding(frames: frames)
    case .sndFile: nil
    case .mpg123: nil
    case .vorbis: nil
    }
  }

  /// Goes to a frame; only where the description says that seeking is exact.
  ///
  /// - Parameter position: the frame that would be read next.
  /// - Returns: whether it did; where it did not, what is read next is undefined.
  func seek(to frame: Int, from position: Int) -> Bool {
    switch self {
    case .sndFile(let decoder): decoder.seek(to: frame)
    case .mpg123(let decoder): decoder.seek(to: frame, from: position)
    case .vorbis(let decoder): decoder.seek(to: frame)
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
    case .flac(let decoder): try decoder.read(into: &samples, part: part)
    }
  }
}

internal import CSndFile
internal import LoopDSP

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Decodes every format of libsndfile.
struct SndFileDecoder: ~Copyable {
  let description: SourceDescription
  private let handle: OpaquePointer
  /// For messages.
  private let name: String

  /// What libsndfile reads from where the file's own header is not to be trusted.
  private let virtualFile: UnsafeMutablePointer<VirtualFile>?

  init(_ file: borrowing InputFile) throws(BakeError) {
    let name = file.name
    var info = SF_INFO()
    let stored = try StoredSound.find(in: file)
    let warnings: [String]
    let opened: OpaquePointer?
    var place: UnsafeMutablePointer<VirtualFile>?
    if let stored {
      warnings = stored.warnings
      place = Self.heap(VirtualFile(stored, in: try file.duplicate()))
      var callbacks = VirtualFile.callbacks
      opened = sf_open_virtual(&callbacks, Int32(SFM_READ), &info, place)
    } else {
      warnings = try [cutShortWarning(file)].compactMap { $0 }
      // libsndfile closes what it gets, also when it cannot open it (measured with 1.2.0).
      opened = sf_open_fd(try file.duplicate().release(), Int32(SFM_READ), &info, 1)
    }
    guard let opened else {
      let reason = String(cString: sf_strerror(nil))
      Self.release(place)
      throw BakeError(
        .notAudio, path: name, "cannot read the sound",
        because: ForeignFormat.name(of: file).map { "it is \($0)" } ?? Self.firstSentence(reason))
    }
    guard info.channels > 0, info.channels <= Self.mostChannels, info.samplerate > 0 else {
      sf_close(opened)
      Self.release(place)
      throw .brokenHeader(name, "the header says \(info.channels) channels at \(info.samplerate) Hz")
    }
    if let frames = stored?.frameCount { info.frames = sf_count_t(frames) }
    description = Self.describe(info, warnings: warnings)
    handle = opened
    virtualFile = place
    self.name = name
  }

  deinit {
    sf_close(handle)
    Self.release(virtualFile)
  }

  /// Puts the value where its address stays the same.
  private static func heap(_ file: consuming VirtualFile) -> UnsafeMutablePointer<VirtualFile> {
    let place = UnsafeMutablePointer<VirtualFile>.allocate(capacity: 1)
    place.initialize(to: file)
    return place
  }

  private static func release(_ file: UnsafeMutablePointer<VirtualFile>?) {
    file?.deinitialize(count: 1)
    file?.deallocate()
  }

  /// libsndfile's own limit (SF_MAX_CHANNELS in its src/common.h).
  private static let mostChannels: Int32 = 1024

  /// Goes to a frame, and says whether it did; only after a description that says `.exact`.
  func seek(to frame: Int) -> Bool {
    sf_seek(handle, sf_count_t(frame), Int32(SEEK_SET)) == sf_count_t(frame)
  }

  /// Reads the next frames into `samples[part]`; returns how many there were, less than asked for only at the end.
  func read<S: Sample>(
    into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) -> Int {
    let channels = description.format.channels
    let count = sf_count_t(part.count / channels)
    let got = samples.withUnsafeMutableBufferPointer { buffer in
      let raw = UnsafeMutableRawPointer(buffer.baseAddress?.advanced(by: part.lowerBound))
      return switch S.self {
      case is Int16.Type: sf_readf_short(handle, raw?.assumingMemoryBound(to: Int16.self), count)
      case is Int32.Type: sf_readf_int(handle, raw?.assumingMemoryBound(to: Int32.self), count)
      case is Float.Type: sf_readf_float(handle, raw?.assumingMemoryBound(to: Float.self), count)
      default: sf_readf_double(handle, raw?.assumingMemoryBound(to: Double.self), count)
      }
    }
    return Int(max(got, 0))
  }

  /// libsndfile's texts end with a full stop and sometimes go on with advice of its own.
  private static func firstSentence(_ text: String) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? text
    let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  private static func describe(_ info: SF_INFO, warnings: [String]) -> SourceDescription {
    let container = Int(info.format) & Int(SF_FORMAT_TYPEMASK)
    let codec = Int(info.format) & Int(SF_FORMAT_SUBMASK)
    let isMPEG = [SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III].contains {
      Int($0) == codec
    }
    let isLossy = isMPEG || [SF_FORMAT_VORBIS, SF_FORMAT_OPUS].contains { Int($0) == codec }
    // A stream of unknown length says 2^63 - 1 (libsndfile's SF_COUNT_MAX), and for MPEG in a WAV file it guesses.
    let isCounted = info.frames >= 0 && info.frames < sf_count_t.max / 2 && !isMPEG
    return SourceDescription(
      format: AudioFormat(sampleRate: Int(info.samplerate), channels: Int(info.channels)),
      frameCount: isCounted ? Int(info.frames) : nil,
      encoding: encoding(codec), isLossy: isLossy,
      isCoded: isLossy || container == Int(SF_FORMAT_FLAC),
      seeking: seeksExactly(container: container, codec: codec) ? .exact : .forwardOnly,
      summary: formatName(container, SFC_GET_FORMAT_MAJOR) + ", " + formatName(codec, SFC_GET_FORMAT_SUBTYPE),
      warnings: warnings)
  }

  /// The narrowest type that holds what the decoder delivers: companded and ADPCM codecs decode to 16 bits.
  private static func encoding(_ codec: Int) -> SampleEncoding {
    switch codec {
    case Int(SF_FORMAT_PCM_S8), Int(SF_FORMAT_PCM_U8): .pcm8
    case Int(SF_FORMAT_PCM_24), Int(SF_FORMAT_ALAC_20), Int(SF_FORMAT_ALAC_24), Int(SF_FORMAT_DWVW_24): .pcm24
    case Int(SF_FORMAT_PCM_32), Int(SF_FORMAT_ALAC_32), Int(SF_FORMAT_DWVW_N): .pcm32
    case Int(SF_FORMAT_DOUBLE): .float64
    case Int(SF_FORMAT_FLOAT), Int(SF_FORMAT_VORBIS), Int(SF_FORMAT_OPUS), Int(SF_FORMAT_MPEG_LAYER_I),
      Int(SF_FORMAT_MPEG_LAYER_II), Int(SF_FORMAT_MPEG_LAYER_III):
      .float32
    default: .pcm16
    }
  }

  /// Measured by decoding from 0 and after seeks and comparing every bit: see the tests of this type.
  ///
  /// libsndfile 1.2.0 lands elsewhere in Vorbis and DWVW, decodes Opus and the end of 20-bit ALAC to other values, and
  /// does not seek in GSM, G.721, G.723, NMS ADPCM and XI.
  private static func seeksExactly(container: Int, codec: Int) -> Bool {
    guard container != Int(SF_FORMAT_XI) else { return false }
    return [
      SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
      SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW, SF_FORMAT_ALAW, SF_FORMAT_IMA_ADPCM,
      SF_FORMAT_MS_ADPCM, SF_FORMAT_ALAC_16, SF_FORMAT_ALAC_24, SF_FORMAT_ALAC_32,
    ].contains { Int($0) == codec }
  }

  private static func formatName(_ format: Int, _ command: Int) -> String {
    var count: Int32 = 0
    let counting = command == SFC_GET_FORMAT_MAJOR ? SFC_GET_FORMAT_MAJOR_COUNT : SFC_GET_FORMAT_SUBTYPE_COUNT
    sf_command(nil, Int32(counting), &count, Int32(MemoryLayout<Int32>.size))
    for index in 0..<max(count, 0) {
      var entry = SF_FORMAT_INFO()
      entry.format = index
      sf_command(nil, Int32(command), &entry, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
      if Int(entry.format) == format, let text = entry.name { return String(cString: text) }
    }
    return "unknown"
  }
}

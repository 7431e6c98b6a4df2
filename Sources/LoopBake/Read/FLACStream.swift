internal import CFLAC

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What libFLAC reads from and decodes into; on the heap, because the library keeps its address.
///
/// Every frame says where it belongs, so that lost ones leave silence of their length.
struct FLACStream: ~Copyable {
  /// The header of the stream (RFC 9639, section 8.2).
  struct Info {
    let format: AudioFormat
    let bits: Int
    /// 0 when not known.
    let frames: Int
  }

  /// What was wrong with the stream so far.
  struct Damage: Equatable {
    /// Frames that were lost and are silent, and the first of them.
    var lostFrames = 0
    var firstLost = 0
    /// Whether there were bytes that make no sense.
    var isPresent = false
  }

  /// `nil` before the header was read, and when there is a second one, which no stream may have.
  private(set) var info: Info?
  private var headers = 0
  private(set) var damage = Damage()
  /// Number of the system's error when reading failed.
  private(set) var errorCode: Int32 = 0

  private var input: ReadAhead
  /// Where in the file the stream begins and ends: tags may stand around it.
  private let bounds: Range<Int>
  private var position: Int

  /// Decoded frames that wait to be taken, interleaved and left-justified.
  private(set) var block: ContiguousArray<Int32> = []
  /// The first sample of `block` that was not taken.
  private(set) var taken = 0
  /// Frames of silence that stand before `block`.
  private(set) var silence = 0
  /// The number of the first frame: a stream that was cut out of a longer one does not count from 0.
  private(set) var origin: Int?
  /// The frame behind `block`, as the stream counts them.
  private var next = 0
  /// Whether libFLAC complained since the last frame that could be used.
  private var isAfterError = false
  /// How things stood when libFLAC was last called, and how many frames it has given since.
  private var before: (next: Int, damage: Damage) = (0, Damage())
  private var framesSince = 0

  /// A longer stretch that is missing is no hole: the number of the frame behind it is wrong.
  private static let longestHole = 60  // seconds

  init(_ descriptor: consuming OwnedDescriptor, bounds: Range<Int>) {
    input = ReadAhead(descriptor)
    self.bounds = bounds
    position = bounds.lowerBound
  }

  // MARK: - What the decoder takes

  var isEmpty: Bool { silence == 0 && taken == block.count }

  mutating func takeSilence(_ frames: Int) { silence -= frames }

  mutating func take(_ samples: Int) { taken += samples }

  /// Forgets what was decoded, because the stream goes on at another frame.
  ///
  /// - Parameter frame: as the stream counts them.
  mutating func restart(at frame: Int) {
    (next, isAfterError) = (frame, false)
    prepare()
  }

  /// Makes ready for a call of libFLAC, when everything that it gave has been taken.
  mutating func prepare() {
    clear()
    before = (next, damage)
    framesSince = 0
  }

  private mutating func clear() {
    (taken, silence) = (0, 0)
    block.removeAll(keepingCapacity: true)
  }

  // MARK: - What libFLAC calls

  mutating func read(into target: UnsafeMutablePointer<FLAC__byte>, count: Int) -> Int {
    let wanted = min(count, bounds.upperBound - position)
    guard wanted > 0 else { return 0 }
    _ = input.seek(to: position, from: SEEK_SET)
    let got = input.read(into: target, count: wanted)
    if got < 0 { errorCode = errno }
    position += max(got, 0)
    return got
  }

  /// Where it reads next, counted from the start of the stream.
  var offset: Int { position - bounds.lowerBound }

  var length: Int { bounds.count }

  mutating func seek(to offset: UInt64) -> Bool {
    guard offset <= UInt64(bounds.count) else { return false }
    position = bounds.lowerBound + Int(offset)
    return true
  }

  mutating func describe(_ header: FLAC__StreamMetadata_StreamInfo) {
    let isFirst = headers == 0
    headers += 1
    guard isFirst else { return info = nil }
    info = Info(
      format: AudioFormat(sampleRate: Int(header.sample_rate), channels: Int(header.channels)),
      bits: Int(header.bits_per_sample), frames: Int(clamping: header.total_samples))
  }

  mutating func complain() {
    damage.isPresent = true
    isAfterError = true
  }

  /// Takes a decoded frame; `planes` holds one pointer to samples a channel.
  mutating func accept(
    _ header: FLAC__FrameHeader, _ planes: UnsafePointer<UnsafePointer<Int32>?>
  ) {
    guard let info, Int(header.channels) == info.format.channels, Int(header.bits_per_sample) == info.bits
    else {
      return complain()
    }
    let start = Int(clamping: header.number.sample_number)
    let frames = Int(header.blocksize)
    if origin == nil { begin(at: start, info) }
    framesSince += 1
    // What it gave in the same call before was filled in for lost frames (libFLAC 1.4).
    if framesSince > 1 { (next, damage) = before; clear() }
    let gap = start - next
    guard gap > -frames, gap <= Self.longestHole * info.format.sampleRate else { return complain() }
    // A frame with a wrong checksum comes as silence, and so does one behind a hole (libFLAC 1.4.2): both are lost.
    let isDoubtful = isAfterError || gap != 0
    if isDoubtful && Self.isSilent(planes, frames: frames, channels: info.format.channels) {
      return complain()
    }
    if gap > 0 { lose(gap, before: start) }
    append(planes, skipping: max(-gap, 0), frames: frames, info)
    next = start + frames
    isAfterError = false
  }

  /// Learns where the stream's count begins.
  private mutating func begin(at start: Int, _ info: Info) {
    let isCutOut = info.frames == 0 ? !damage.isPresent : start > Self.longestHole * info.format.sampleRate
    origin = isCutOut ? start : 0
    next = origin ?? 0
  }

  private static func isSilent(
    _ planes: UnsafePointer<UnsafePointer<Int32>?>, frames: Int, channels: Int
  ) -> Bool {
    (0..<channels).allSatisfy { channel in
      UnsafeBufferPointer(start: planes[channel], count: frames).allSatisfy { $0 == 0 }
    }
  }

  private mutating func lose(_ frames: Int, before start: Int) {
    if damage.lostFrames == 0 { damage.firstLost = start - frames - (origin ?? 0) }
    damage.lostFrames += frames
    damage.isPresent = true
    silence += frames
  }

  private mutating func append(
    _ planes: UnsafePointer<UnsafePointer<Int32>?>, skipping skipped: Int, frames: Int, _ info: Info
  ) {
    let channels = info.format.channels
    let shift = Int32(32 - info.bits)
    block.append(contentsOf: repeatElement(0, count: (frames - skipped) * channels))
    block.withUnsafeMutableBufferPointer { target in
      for channel in 0..<channels {
        guard let plane = planes[channel] else { continue }
        for frame in skipped..<frames {
          target[(frame - skipped) * channels + channel] = plane[frame] &<< shift
        }
      }
    }
  }
}

internal import LoopDSP

/// A library that decodes the sound of an Ogg file.
protocol OggLibrary: AnyObject {
  /// Decodes the next frames to `block`, interleaved in the channel order of WAV.
  func decode(_ block: inout ContiguousArray<Float>) -> OggStep
  /// The frame that comes next, as far as the library knows.
  var position: Int { get }
  /// Whether `position` is right at once behind a hole, and not only behind the page after it.
  var knowsPositionBehindHole: Bool { get }
  func seek(to frame: Int) -> Bool
}

enum OggStep {
  case frames
  /// Pages are damaged or missing here.
  case hole
  case end
  case failed(String)
}

/// Reads an Ogg file's sound on, with silence where pages are missing, so that everything else stays in its place.
final class OggSound {
  private let library: any OggLibrary
  private let channels: Int
  /// Frames of the whole file, if known.
  private let frameCount: Int?
  /// For messages.
  private let name: String
  /// Samples to deliver after `silence` more frames without sound.
  private var block: ContiguousArray<Float> = []
  private var next = 0
  private var silence = 0
  /// Frames that may still be missing.
  private var mayBeSilent = OggSound.mostSilence
  /// Frame behind all that has been fetched.
  private var fetched = 0

  /// Frames that may wait until it is known where they belong; one page does not hold more as a rule.
  private static let mostWaiting = 1 << 20

  /// Frames that may be missing in all places together; a position further on is none to believe.
  private static let mostSilence = 1 << 26

  init(_ library: any OggLibrary, channels: Int, frameCount: Int?, name: String) {
    self.library = library
    self.channels = channels
    self.frameCount = frameCount
    self.name = name
  }

  func seek(to frame: Int) -> Bool {
    (block, next, silence, fetched) = ([], 0, 0, frame)
    return library.seek(to: frame)
  }

  func read<S: Sample>(into samples: inout MutableSpan<S>, part: Range<Int>) throws(BakeError) -> Int {
    var index = part.lowerBound
    while index < part.upperBound {
      let wanted = part.upperBound - index
      if silence > 0 {
        let count = min(silence, wanted / channels)
        samples.fill(index..<index + count * channels, with: .zero)
        silence -= count
        index += count * channels
      } else if next < block.count {
        let count = min(block.count - next, wanted)
        block.put(next, count: count, into: &samples, at: index)
        next += count
        index += count
      } else if !(try fetch()) {
        break
      }
    }
    return (index - part.lowerBound) / channels
  }

  /// Fetches what comes next; returns `false` at the end.
  private func fetch() throws(BakeError) -> Bool {
    next = 0
    var isBehindHole = false
    var waiting = ContiguousArray<Float>()
    while true {
      switch library.decode(&block) {
      case .hole:
        isBehindHole = true
      case .failed(let reason):
        throw BakeError(.damaged, path: name, "cannot read on", because: reason)
      case .end:
        guard isBehindHole, let frameCount else { return false }
        block = waiting
        return place(at: frameCount - waiting.count / channels)
      case .frames where !isBehindHole:
        fetched += block.count / channels
        return true
      case .frames:
        let start = library.position - (block.count + waiting.count) / channels
        waiting += block
        // A position that has not moved may only not be known yet.
        if start <= fetched, !library.knowsPositionBehindHole, waiting.count / channels < Self.mostWaiting {
          continue
        }
        block = waiting
        return place(at: start)
      }
    }
  }

  /// Puts silence before `block`, so that it begins at `frame`; returns whether there is anything to deliver.
  private func place(at frame: Int) -> Bool {
    silence = 0...mayBeSilent ~= frame - fetched ? frame - fetched : 0
    mayBeSilent -= silence
    fetched += silence + block.count / channels
    return silence > 0 || !block.isEmpty
  }
}

/// Place in a Vorbis or Opus frame of the sample at each place of WAV order (Vorbis I, section 4.3.9, which RFC 7845,
/// section 5.1.1.2 takes over; WAVEFORMATEXTENSIBLE's dwChannelMask).
func xiphPlaces(channels: Int) -> [Int] {
  switch channels {
  case 3: [0, 2, 1]
  case 5: [0, 2, 1, 3, 4]
  case 6: [0, 2, 1, 5, 3, 4]
  case 7: [0, 2, 1, 6, 5, 3, 4]
  case 8: [0, 2, 1, 7, 5, 6, 3, 4]
  default: Array(0..<channels)
  }
}

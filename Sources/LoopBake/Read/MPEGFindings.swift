/// What a scan of an MPEG file finds, in the order of the file.
struct MPEGFindings {
  /// A stream with a tag of its own, or what stands before the first tag.
  struct Part {
    var tag: MPEGInfoTag?
    var pieces: [Piece] = []
    /// Byte offsets of the first frame and behind the last one.
    var bytes: Range<Int>
    /// Frames of sound.
    var frames = 0
    var frameBytes = 0
    /// Bit rate of all frames, 0 when it varies or is free.
    var kilobits: Int?
    /// Frames at the start whose sound lies before the start.
    var headless = 0
    /// Other frames that cannot be decoded.
    var broken = 0
  }

  enum Piece {
    case run(offset: Int, count: Int)
    case gap(Gap)
  }

  /// Bytes that are no frames.
  struct Gap {
    var bytes: Range<Int>
    /// Whether a frame that had been counted was found to reach into it.
    var tookFrame: Bool
    /// Frames behind it whose sound begins before it: they can be decoded only when nothing is missing.
    var dependents = 0
  }

  private(set) var parts: [Part] = []
  private(set) var gapCount = 0
  /// Bytes of main data before the next frame, and those of them that stand behind the last gap.
  private var reservoir = 0
  private var sureReservoir = 0
  /// Bytes of the last frame that are there, when it is cut.
  var cutBytes: Int?
  /// Bytes behind the last frame that are no tag.
  var junkBehind = 0

  /// Frames of one run at most, so that finding one in the middle does not take long.
  private static let longestRun = 256

  /// Begins a part with the tag that the frame at `offset` holds.
  mutating func begin(_ tag: MPEGInfoTag, at offset: Int) {
    parts.append(Part(tag: tag, bytes: offset..<offset))
    (reservoir, sureReservoir) = (0, 0)
  }

  /// - Parameter side: of a Layer III frame.
  mutating func add(
    _ header: MPEGFrameHeader, at offset: Int, length: Int, mainBytes: Int, side: MPEGSideInfo?
  ) {
    var part = parts.popLast() ?? Part(bytes: offset..<offset)
    defer { parts.append(part) }
    if case .run(let start, let count) = part.pieces.last, offset == part.bytes.upperBound,
      count < Self.longestRun
    {
      part.pieces[part.pieces.count - 1] = .run(offset: start, count: count + 1)
    } else {
      part.pieces.append(.run(offset: offset, count: 1))
    }
    part.kilobits = part.kilobits ?? header.kilobits == header.kilobits ? header.kilobits : 0
    part.frameBytes += length
    part.bytes = part.bytes.lowerBound..<offset + length
    if let side, !side.isDecodable(reservoir: reservoir, mainBytes: mainBytes) {
      if part.headless == part.frames { part.headless += 1 } else { part.broken += 1 }
    } else if let side, !side.isDecodable(reservoir: sureReservoir, mainBytes: mainBytes) {
      part.addDependent()
    }
    part.frames += 1
    reservoir += mainBytes
    sureReservoir += mainBytes
  }

  /// - Parameter tookFrame: whether the bytes begin with the last frame, which is none then.
  mutating func addGap(_ bytes: Range<Int>, tookFrame: Bool) {
    gapCount += 1
    guard var part = parts.popLast() else { return }
    defer { parts.append(part) }
    if tookFrame, part.frames > 0, case .run(let start, let count) = part.pieces.removeLast() {
      if count > 1 { part.pieces.append(.run(offset: start, count: count - 1)) }
      part.frames -= 1
      part.frameBytes -= part.bytes.upperBound - bytes.lowerBound
    }
    part.pieces.append(.gap(Gap(bytes: bytes, tookFrame: tookFrame)))
    sureReservoir = 0
  }
}

extension MPEGFindings.Part {
  fileprivate mutating func addDependent() {
    guard let index = pieces.lastIndex(where: { if case .gap = $0 { true } else { false } }),
      case .gap(var gap) = pieces[index]
    else {
      return
    }
    gap.dependents += 1
    pieces[index] = .gap(gap)
  }
}

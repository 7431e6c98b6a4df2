internal import LoopDSP

/// The frames of a file by position, silence outside.
///
/// Reading on is free; going elsewhere is a seek, or, where the decoder cannot seek exactly, reading on from the start.
struct DecodedFrames: ~Copyable, FrameSource {
  let description: SourceDescription
  let frameCount: Int
  private let file: InputFile
  private let cancellation: Cancellation
  private var decoder: AudioDecoder
  /// The frame that the decoder delivers next.
  private var position: Int

  private let isDamaged: Bool

  /// - Parameters:
  ///   - limit: frames to use when a former pass found that the file holds less than it claims.
  ///   - isDamaged: whether a former pass found damage in the sound.
  init(
    _ input: borrowing InputFile, limit: Int? = nil, isDamaged: Bool = false, cancellation: Cancellation
  ) throws(BakeError) {
    let file = try InputFile(sharing: input)
    let decoder = try AudioDecoder(file, isDamaged: isDamaged)
    let claimed = limit ?? decoder.description.frameCount
    let counted = claimed == nil ? try Self.countFrames(decoder, name: file.name, cancellation) : 0
    var description = decoder.description
    if claimed == nil, let finding = decoder.finding(frames: counted) { description.warnings.append(finding) }
    self.description = description
    self.isDamaged = isDamaged
    frameCount = claimed ?? counted
    position = counted
    self.file = file
    self.cancellation = cancellation
    self.decoder = decoder
  }

  var format: AudioFormat { description.format }

  mutating func read<S: Sample>(
    at start: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    let channels = format.channels
    let count = part.count / channels
    let silentBefore = min(max(-start, 0), count)
    let sounding = min(max(frameCount - max(start, 0), 0), count - silentBefore)
    let sound =
      part.lowerBound + silentBefore * channels..<part.lowerBound + (silentBefore + sounding) * channels
    samples.fill(part.lowerBound..<sound.lowerBound, with: .zero)
    samples.fill(sound.upperBound..<part.upperBound, with: .zero)
    guard !sound.isEmpty else { return }
    try move(to: max(start, 0), S.self)
    try decode(into: &samples, part: sound)
  }

  /// Brings the decoder to a frame.
  private mutating func move<S: Sample>(to frame: Int, _ type: S.Type) throws(BakeError) {
    if frame == position { return }
    let mayBeSought = description.seeking == .exact
    if mayBeSought && decoder.seek(to: frame) {
      position = frame
      return
    }
    // A damaged file may refuse a seek: reading on from the start then tells where its sound ends.
    if mayBeSought || frame < position {
      decoder = try AudioDecoder(file, isDamaged: isDamaged)
      position = 0
    }
    let channels = format.channels
    var skipped = ContiguousArray<S>(
      repeating: .zero, count: min(frame - position, Self.blockFrames) * channels)
    while position < frame {
      var span = skipped.mutableSpan
      try decode(into: &span, part: 0..<min(frame - position, Self.blockFrames) * channels)
    }
  }

  /// Decodes in blocks, so that a long crossfade can be interrupted while it is read.
  private mutating func decode<S: Sample>(
    into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    var start = part.lowerBound
    while start < part.upperBound {
      if cancellation.isCancelled { throw .interrupted(file.name) }
      let end = min(start + Self.blockFrames * format.channels, part.upperBound)
      try decodeBlock(into: &samples, part: start..<end)
      start = end
    }
  }

  private mutating func decodeBlock<S: Sample>(
    into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    let count = part.count / format.channels
    let got = try decoder.read(into: &samples, part: part)
    guard got == count else {
      throw .earlyEnd(file.name, at: position + got, claimed: frameCount)
    }
    if hasRawFloats, let bad = firstNonFinite(samples.span, in: part) {
      throw BakeError(
        .damaged, path: file.name, "cannot use the sound",
        because: "frame \(position + (bad - part.lowerBound) / format.channels) is not a finite number",
        wayOut: "repair the file or leave that frame out with --trim")
    }
    position += count
  }

  /// Whether samples are floats as somebody stored them, which may be anything.
  private var hasRawFloats: Bool { !description.encoding.isInteger && !description.isLossy }

  /// Frames decoded at a time.
  private static let blockFrames = 16_384

  private static func countFrames(
    _ decoder: borrowing AudioDecoder, name: String, _ cancellation: Cancellation
  ) throws(BakeError) -> Int {
    var block = ContiguousArray<Float>(repeating: 0, count: blockFrames * decoder.description.format.channels)
    var count = 0
    while true {
      if cancellation.isCancelled { throw .interrupted(name) }
      var span = block.mutableSpan
      let got = try decoder.read(into: &span, part: span.indices)
      count += got
      if got < blockFrames { return count }
    }
  }
}

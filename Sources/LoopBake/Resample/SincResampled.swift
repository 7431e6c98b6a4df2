internal import Dispatch
internal import LoopDSP

/// A source at another rate by `LoopDSP`'s polyphase filter: any frame, in any order, always the same bits.
struct SincResampled<Base: FrameSource & ~Copyable>: ~Copyable, FrameSource {
  let format: AudioFormat
  let frameCount: Int
  private let filter: PolyphaseFilter
  private let threads: Int
  private var base: Base
  /// The last block that was made, and where it lies; reading on mostly meets it.
  private var block: ContiguousArray<Float> = []
  private var blockRange = 0..<0

  /// - Parameters:
  ///   - frameCount: frames of the result.
  ///   - threads: that one block is spread over, at least 1.
  init(
    _ base: consuming Base, ratio: ResampleRatio, sampleRate: Int, frameCount: Int, threads: Int
  ) {
    format = AudioFormat(sampleRate: sampleRate, channels: base.format.channels)
    self.frameCount = frameCount
    filter = PolyphaseFilter(ratio)
    self.threads = threads
    self.base = base
  }

  mutating func read<S: Sample>(
    at start: Int, into samples: inout MutableSpan<S>, part: Range<Int>
  ) throws(BakeError) {
    let channels = format.channels
    var position = start
    var index = part.lowerBound
    while index < part.upperBound {
      if !blockRange.contains(position) { try makeBlock(at: position) }
      let first = (position - blockRange.lowerBound) * channels
      let count = min(part.upperBound - index, block.count - first)
      for offset in 0..<count { samples[index + offset] = S(normalized: Double(block[first + offset])) }
      position += count / channels
      index += count
    }
  }

  /// Frames of a block: near 8192 a thread, and a multiple of what the filter takes at a time where that is small.
  private var blockFrames: Int {
    let group = 4 * filter.ratio.outStep
    return max(8192 / group, 1) * (group <= 32_768 ? group : 8192) * threads
  }

  private mutating func makeBlock(at position: Int) throws(BakeError) {
    let output = position..<position + blockFrames
    let needed = filter.inputRange(for: output)
    let input = try base.frames(at: needed.lowerBound, count: needed.count, as: Float.self)
    let channels = format.channels
    var made = ContiguousArray<Float>(repeating: 0, count: output.count * channels)
    let filter = filter
    let pieces = threads
    made.withUnsafeMutableBufferPointer { buffer in
      // Each piece writes frames of its own, so no two of them touch one sample.
      nonisolated(unsafe) let buffer = buffer
      let inputStart = needed.lowerBound
      let makePiece: @Sendable (Int) -> Void = { piece in
        let range = output.piece(piece, of: pieces)
        filter.resample(
          interleaved: input, from: inputStart, channels: channels, output: range,
          into: UnsafeMutableBufferPointer(
            rebasing: buffer[
              (range.lowerBound - output.lowerBound) * channels..<(range.upperBound - output.lowerBound)
                * channels]))
      }
      if pieces == 1 {
        makePiece(0)
      } else {
        DispatchQueue.concurrentPerform(iterations: pieces, execute: makePiece)
      }
    }
    block = made
    blockRange = output
  }
}

extension Range<Int> {
  /// One of `count` parts of nearly equal length.
  fileprivate func piece(_ index: Int, of count: Int) -> Range<Int> {
    lowerBound + self.count * index / count..<lowerBound + self.count * (index + 1) / count
  }
}

extension PolyphaseFilter {
  /// Resamples all channels of interleaved input, of which the first frame lies at `inputStart`.
  fileprivate func resample(
    interleaved input: ContiguousArray<Float>, from inputStart: Int, channels: Int, output: Range<Int>,
    into result: UnsafeMutableBufferPointer<Float>
  ) {
    let needed = inputRange(for: output)
    let first = needed.lowerBound - inputStart
    var planar = ContiguousArray<Float>(repeating: 0, count: needed.count)
    var resampled = ContiguousArray<Float>(repeating: 0, count: output.count)
    for channel in 0..<channels {
      for index in planar.indices { planar[index] = input[(first + index) * channels + channel] }
      var span = resampled.mutableSpan
      resample(planar.span, output: output, into: &span)
      for index in resampled.indices { result[index * channels + channel] = resampled[index] }
    }
  }
}

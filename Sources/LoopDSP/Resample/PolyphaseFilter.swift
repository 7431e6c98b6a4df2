/// A resampling filter that answers by position: each output frame is a dot product of a row of taps with
/// the input round its position, and nothing is carried from frame to frame.
///
/// Any split of the output into blocks, on any number of threads and any CPU, gives the same bits. The
/// phase is linear and the delay zero: output frame `n` is the sound at its position in `ratio`, neither
/// earlier nor later.
///
/// The pass band reaches 0.918 of the lower of the two Nyquist frequencies (20.2 kHz for 44.1 kHz); the
/// stop band begins at the lower Nyquist frequency and is 137 dB down or more. Where the rate falls to less
/// than a 1024th, it begins at a 1024th of the input's Nyquist frequency instead, and what lies between
/// folds back into the result. Equal rates are filtered like others: let such a stream pass unchanged.
///
/// Up to about 2000 phases (nearly all pairs of usual sample rates) each has its own row of taps. Other ratios
/// take four times as long: they interpolate between rows.
public struct PolyphaseFilter: Sendable {
  /// The grid of output frames over input frames.
  public let ratio: ResampleRatio
  private let table: TapTable

  /// Designs the filter: milliseconds of work and at most 5 MB, to be done once per process and ratio.
  public init(_ ratio: ResampleRatio) {
    self.ratio = ratio
    table = TapTable(ratio)
  }

  /// The input frames that `output` is made of; those before 0 lie before the input's start.
  ///
  /// For an empty `output` it is empty. Positions beyond ±2^61 frames count as that.
  public func inputRange(for output: Range<Int>) -> Range<Int> {
    let limit = Int128(1) << 61
    let first = min(max(ratio.position(of: output.lowerBound).whole, -limit), limit)
    let lower = Int(first) - table.tapCount / 2 + 1
    return lower..<lower + inputCount(for: output)
  }

  /// Resamples one channel.
  ///
  /// - Parameters:
  ///   - input: the channel's samples in `inputRange(for: output)`.
  ///   - output: the output frames to make. A multiple of four times `ratio.outStep` costs least.
  ///   - result: receives them, one sample for each.
  public func resample(_ input: Span<Float>, output: Range<Int>, into result: inout MutableSpan<Float>) {
    // All loads of the dot products stay within these counts.
    precondition(input.count == inputCount(for: output), "the input is inputRange(for: output)")
    precondition(result.count == output.count, "the result has room for the output frames")
    let phase = ratio.position(of: output.lowerBound).numerator
    switch table.layout {
    case .everyPhase(let rows, let phaseStep):
      let step = ratio.inStep / phaseStep
      let cursor = PhaseCursor(phase: phase / phaseStep, phaseCount: rows, step: step)
      resampleOnRows(input, from: cursor, rows: rows, period: step, into: &result)
    case .interpolated(let rowsPerFrame):
      let cursor = PhaseCursor(phase: phase, phaseCount: ratio.outStep, step: ratio.inStep)
      resampleBetweenRows(input, from: cursor, rowsPerFrame: rowsPerFrame, into: &result)
    }
  }

  /// Every phase has its row. Frames `rows` apart share one and take input `period` frames apart: four of
  /// them are made at a time for as long as the output reaches that far, then four neighbours at a time.
  private func resampleOnRows(
    _ input: Span<Float>, from start: PhaseCursor, rows: Int, period: Int,
    into result: inout MutableSpan<Float>
  ) {
    let taps = table.taps.span
    let count = table.tapCount
    var cursor = start
    var n = 0
    while rows <= (result.count - n) / 4 {
      for _ in 0..<rows {
        let (frame, row) = cursor.next()
        let tap = row &* count
        let sums = dotProducts(
          taps, from: (tap, tap, tap, tap),
          input, from: (frame, frame &+ period, frame &+ 2 &* period, frame &+ 3 &* period), count: count)
        for j in 0..<4 { result[n + j * rows] = sums[j] }
        n += 1
      }
      n += 3 * rows
      cursor.skip(frames: 3 * period)
    }
    while result.count - n >= 4 {
      let (a, b, c, d) = (cursor.next(), cursor.next(), cursor.next(), cursor.next())
      let sums = dotProducts(
        taps, from: (a.phase &* count, b.phase &* count, c.phase &* count, d.phase &* count),
        input, from: (a.frame, b.frame, c.frame, d.frame), count: count)
      for j in 0..<4 { result[n + j] = sums[j] }
      n += 4
    }
    while n < result.count {
      let (frame, row) = cursor.next()
      let tap = row &* count
      let sums = dotProducts(
        taps, from: (tap, tap, tap, tap), input, from: (frame, frame, frame, frame), count: count)
      result[n] = sums[0]
      n += 1
    }
  }

  /// Phases fall between rows: the dot products of the four nearest ones are interpolated.
  private func resampleBetweenRows(
    _ input: Span<Float>, from start: PhaseCursor, rowsPerFrame: Int, into result: inout MutableSpan<Float>
  ) {
    let taps = table.taps.span
    let count = table.tapCount
    let rowsPerPhase = Double(rowsPerFrame) / Double(ratio.outStep)
    var cursor = start
    for n in 0..<result.count {
      let (frame, phase) = cursor.next()
      let position = Double(phase) * rowsPerPhase
      let row = min(Int(position), rowsPerFrame - 1)
      let tap = row &* count
      let sums = dotProducts(
        taps, from: (tap, tap &+ count, tap &+ 2 &* count, tap &+ 3 &* count),
        input, from: (frame, frame, frame, frame), count: count)
      result[n] = interpolate(sums, at: position - Double(row))
    }
  }

  private func inputCount(for output: Range<Int>) -> Int {
    guard let last = output.last else { return 0 }
    let frames = ratio.position(of: last).whole - ratio.position(of: output.lowerBound).whole
    return Int(clamping: min(frames, Int128(1) << 61)) + table.tapCount
  }
}

/// Lagrange's interpolation at `x` in 0...1 between the values at -1, 0, 1 and 2 (Abramowitz and Stegun
/// 25.2.13).
private func interpolate(_ values: SIMD4<Float>, at x: Double) -> Float {
  let (a, b, c, d) = (x + 1, x, x - 1, x - 2)
  let outer = a * b * c / 6 * Double(values[3]) - b * c * d / 6 * Double(values[0])
  let inner = a * c * d / 2 * Double(values[1]) - a * b * d / 2 * Double(values[2])
  return Float(outer + inner)
}

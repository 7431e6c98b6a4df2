/// The rows of taps of a resampling filter, each for one fraction of an input frame, scaled to a sum of 1.
///
/// Where the output position lies `f` frames after input frame `i`, tap `k` of the row for fraction `f` belongs to
/// input frame `i + k - tapCount / 2 + 1`.
struct TapTable: Sendable {
  /// Which fractions have a row.
  enum Layout: Sendable, Equatable {
    /// Every fraction that occurs: row `r` is for fraction `(r * phaseStep + phaseOffset) / outStep`.
    case everyPhase(rows: Int, phaseStep: Int)
    /// Row `r` is for fraction `(r - 1) / rowsPerFrame`, from one row below 0 to one row above 1.
    case interpolated(rowsPerFrame: Int)
  }

  /// Taps of a filter that raises the rate: the transition takes the upper 8 % of the band. One that lowers
  /// the rate has as many more as the rate falls.
  private static let baseTapCount = 224
  /// The steepest reduction that the filter follows.
  private static let largestReduction = 1024.0
  /// Rows of an interpolated table per frame of the lower rate. Third-order interpolation between rows 1/R
  /// apart is off by 3/128 (ω/R)⁴ at ω radians a frame (the remainder of Lagrange's formula): -161 dB at
  /// the Nyquist frequency.
  private static let interpolatedRows = 128.0
  /// Taps that a table of every phase may have: 2 MB.
  private static let largestTable = 1 << 19

  /// Taps per row, a multiple of 8.
  let tapCount: Int
  let layout: Layout
  /// All rows, one after the other.
  let taps: ContiguousArray<Float>

  init(_ ratio: ResampleRatio) {
    let reduction = min(max(1, Double(ratio.inStep) / Double(ratio.outStep)), Self.largestReduction)
    tapCount = (Int(Double(Self.baseTapCount) * reduction) + 7) / 8 * 8
    let response = KaiserSinc(taps: tapCount, stopEdge: 1 / reduction)

    let phaseStep = greatestCommonDivisor(ratio.inStep, ratio.outStep)
    let rows = ratio.outStep / phaseStep
    let rowsPerFrame = Int((Self.interpolatedRows / reduction).rounded(.up))
    if rows <= max(Self.largestTable / tapCount, rowsPerFrame + 3) {
      let phaseOffset = ratio.position(of: 0).numerator % phaseStep
      layout = .everyPhase(rows: rows, phaseStep: phaseStep)
      taps = Self.rows(response, tapCount, count: rows) { row in
        Double(row * phaseStep + phaseOffset) / Double(ratio.outStep)
      }
    } else {
      layout = .interpolated(rowsPerFrame: rowsPerFrame)
      taps = Self.rows(response, tapCount, count: rowsPerFrame + 3) { row in
        Double(row - 1) / Double(rowsPerFrame)
      }
    }
  }

  /// `count` rows for the fractions that `fraction` gives.
  private static func rows(
    _ response: KaiserSinc, _ tapCount: Int, count: Int, fraction: (Int) -> Double
  ) -> ContiguousArray<Float> {
    var taps = ContiguousArray<Float>()
    taps.reserveCapacity(count * tapCount)
    for row in 0..<count {
      let centre = fraction(row) + Double(tapCount / 2 - 1)
      let values = (0..<tapCount).map { response(Double($0) - centre) }
      let sum = values.reduce(0, +)
      taps.append(contentsOf: values.lazy.map { Float($0 / sum) })
    }
    return taps
  }
}

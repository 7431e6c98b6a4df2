import LoopDSP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A sum of sines whose frequencies are whole multiples of 2^-20 cycles per input frame, so that the phase
/// at any position, however far out, is exact.
struct Tones {
  let sines: [(cycles: Int, amplitude: Double)]

  /// - Parameter frequencies: cycles per input frame, rounded to a multiple of 2^-20.
  init(_ frequencies: [Double], amplitude: Double) {
    sines = frequencies.map { (Int(($0 * 0x1p20).rounded()), amplitude) }
  }

  /// The value at `whole + fraction` input frames; `turn` is added to every phase, in cycles.
  func value(at whole: Int, _ fraction: Double, turn: Double = 0) -> Double {
    sines.enumerated().reduce(0) { sum, sine in
      let (cycles, amplitude) = sine.element
      let turns = Double((cycles &* whole) & 0xFFFFF) + Double(cycles) * fraction
      return sum + amplitude * sin(2 * .pi * (turns * 0x1p-20 + Double(sine.offset) * 0.159 + turn))
    }
  }

  /// Input frames `range` as a decoder would deliver them.
  func frames(_ range: Range<Int>) -> ContiguousArray<Float> {
    ContiguousArray(range.lazy.map { Float(value(at: $0, 0)) })
  }

  /// The exact values at the positions of the output frames of `ratio`.
  func ideal(_ ratio: ResampleRatio, _ output: Range<Int>, turn: Double = 0) -> [Double] {
    output.map { frame in
      let numerator = Int128(frame) * Int128(ratio.inStep) + Int128(ratio.offset)
      let whole = (numerator - (numerator < 0 ? Int128(ratio.outStep) - 1 : 0)) / Int128(ratio.outStep)
      let fraction = Double(numerator - whole * Int128(ratio.outStep)) / Double(ratio.outStep)
      return value(at: Int(whole), fraction, turn: turn)
    }
  }
}

/// Noise that any frame can be asked for: SplitMix64 of the frame's number.
func noise(_ range: Range<Int>) -> ContiguousArray<Float> {
  ContiguousArray(
    range.lazy.map { frame in
      var z = UInt64(bitPattern: Int64(frame)) &* 0x9E37_79B9_7F4A_7C15
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Float(Int64(bitPattern: z ^ (z >> 31)) >> 40) * 0x1p-23
    })
}

extension PolyphaseFilter {
  /// Output frames `output` of the input that `source` gives by position.
  func resample(_ output: Range<Int>, of source: (Range<Int>) -> ContiguousArray<Float>) -> ContiguousArray<
    Float
  > {
    let input = source(inputRange(for: output))
    var result = ContiguousArray<Float>(repeating: .nan, count: output.count)
    var span = result.mutableSpan
    resample(input.span, output: output, into: &span)
    return result
  }
}

/// The mean product of two signals.
func correlation(_ a: [Double], _ b: [Double]) -> Double {
  zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / Double(a.count)
}

/// A power ratio in dB.
func decibels(_ power: Double) -> Double { 10 * log10(power + 1e-40) }

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// libm's sine of `turns` whole turns.
public func sine(_ turns: Double) -> Double { sin(2 * .pi * (turns - turns.rounded(.down))) }

/// libm's sine of an angle in radians.
public func libmSine(_ angle: Double) -> Double { sin(angle) }

/// A power ratio in dB.
public func decibels(_ power: Double) -> Double { 10 * log10(power + 1e-40) }

/// The linear gain of `value` dB.
public func linear(decibels value: Double) -> Double { pow(10, value / 20) }

/// The mean of the squares.
public func meanSquare(_ values: some Collection<Double>) -> Double {
  values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
}

/// The first index at which two sequences differ bit for bit, or at which one of them ends; `nil` when they are equal.
public func firstDifference(_ a: some Collection<Double>, _ b: some Collection<Double>) -> Int? {
  let found = zip(a, b).enumerated().first { $0.element.0.bitPattern != $0.element.1.bitPattern }
  return found?.offset ?? (a.count == b.count ? nil : min(a.count, b.count))
}

/// The largest absolute difference of two equally long sequences; infinite where the lengths differ.
public func largestDifference(_ a: some Collection<Double>, _ b: some Collection<Double>) -> Double {
  a.count == b.count ? zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) } : .infinity
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A number with a fixed count of decimals, halves away from zero, without the locale: `-0.3`, `12.00`.
///
/// - Parameter decimals: 0...6.
func decimalText(_ value: Double, decimals: Int) -> String {
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  guard let scaled = Int(exactly: (abs(value) * Double(scale)).rounded()) else { return String(value) }
  let fraction = String(scaled % scale)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  let whole = sign + String(scaled / scale)
  return decimals == 0
    ? whole : whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
}

/// A linear level as dBFS with one decimal; `silent` for 0.
func levelText(_ level: Double) -> String {
  level > 0 ? decimalText(20 * log10(level), decimals: 1) + " dBFS" : "silent"
}

/// A count of frames as `m:ss.mmm` or `h:mm:ss.mmm`, to the nearest millisecond.
func durationText(frames: Int, sampleRate: Int) -> String {
  guard sampleRate > 0, frames >= 0 else { return "0:00.000" }
  let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
  let milliseconds = seconds * 1000 + (rest * 1000 + sampleRate / 2) / sampleRate
  let minutes = milliseconds / 60_000
  let inMinute = padded(milliseconds / 1000 % 60, 2) + "." + padded(milliseconds % 1000, 3)
  if minutes < 60 { return "\(minutes):" + inMinute }
  return "\(minutes / 60):" + padded(minutes % 60, 2) + ":" + inMinute
}

/// A number below 10^`digits` with leading zeros.
private func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

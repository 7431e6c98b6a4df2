import LoopDSP

/// Reads a fade law.
enum CurveArgument {
  static let names = ["equal-power", "equal-gain", "smooth", "hold=G"]

  static func law(_ text: String) throws(BadValue) -> FadeLaw {
    switch text {
    case "equal-power": return .equalPower
    case "equal-gain": return .equalGain
    case "smooth": return .smooth
    default: break
    }
    guard text == "hold" || text.hasPrefix("hold=") else { throw notOneOf(names, typed: text, "curve") }
    guard let gain = unsignedDecimal(text.dropFirst(5)), gain > 0, gain <= 1 else {
      throw .isNo("curve", "hold=G takes a gain above 0 and up to 1, as hold=0.7")
    }
    return .hold(gain: gain)
  }
}

import LoopDSP
import TestSupport
import Testing

@Suite struct FadeLawTests {
  static let laws: [FadeLaw] = [.equalPower, .equalGain, .smooth, .hold(gain: 0.8)]
  static let positions = (0...200_000).map { Double($0) / 200_000 }

  @Test func quarterSineIsLibmsSine() {
    let worst = Self.positions.map { u in
      let expected = libmSine(u * .pi / 2)
      return abs(quarterSine(u) - expected) / max(expected.ulp, 0x1p-53)
    }.max()
    #expect((worst ?? .infinity) <= 2, "\(worst ?? .nan) steps of the last bit")
  }

  @Test func floatsOfQuarterSineAreLibms() {
    for u in Self.positions { #expect(Float(quarterSine(u)) == Float(libmSine(u * .pi / 2)), "u = \(u)") }
  }

  @Test func equalPowerKeepsThePower() {
    let worst = Self.positions.map { u in
      let (fadeIn, fadeOut) = (FadeLaw.equalPower.weight(at: u), FadeLaw.equalPower.weight(at: 1 - u))
      return abs(fadeIn * fadeIn + fadeOut * fadeOut - 1)
    }.max()
    #expect((worst ?? .infinity) <= 1e-12)
  }

  @Test(arguments: [FadeLaw.equalGain, .smooth]) func othersKeepTheSum(_ law: FadeLaw) {
    let worst = Self.positions.map { abs(law.weight(at: $0) + law.weight(at: 1 - $0) - 1) }.max()
    #expect((worst ?? .infinity) <= 1e-12)
  }

  @Test(arguments: [FadeLaw.equalPower, .equalGain, .smooth]) func weightsRiseFromNothingToAll(_ law: FadeLaw)
  {
    let weights = Self.positions.map { law.weight(at: $0) }
    #expect(weights.first == 0)
    #expect(weights.last == 1)
    #expect(zip(weights, weights.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func smoothIsTheRaisedCosine() {
    let worst = Self.positions.map { u in
      abs(FadeLaw.smooth.weight(at: u) - (0.5 + 0.5 * libmSine(.pi * (u - 0.5))))
    }.max()
    #expect((worst ?? .infinity) <= 1e-15)
  }

  @Test(arguments: [0, 0.5, 0.7071, 1.25]) func holdIsConstant(_ gain: Double) {
    #expect(Self.positions.allSatisfy { FadeLaw.hold(gain: gain).weight(at: $0) == gain })
  }

  @Test(
    arguments: zip(
      [FadeLaw.equalPower, .equalGain, .smooth, .hold(gain: 0.8)],
      ["equal-power", "equal-gain", "smooth", "hold=0.8"]))
  func namesAreThoseOfTheCommandLine(_ law: FadeLaw, _ name: String) { #expect(law.name == name) }

  /// The definition with libm's functions, for every law, frame and channel.
  @Test(arguments: laws, [(1, 1), (2, 2), (3, 5), (7, 1), (1000, 2)])
  func crossfadeIsItsDefinition(_ law: FadeLaw, _ shape: (frames: Int, channels: Int)) {
    let (frames, channels) = shape
    var dice = Dice(seed: frames + channels)
    let before = ContiguousArray((0..<frames * channels).map { _ in dice.swing() })
    let tail = ContiguousArray((0..<frames * channels).map { _ in dice.swing() })
    var mixed = before
    var span = mixed.mutableSpan
    crossfade(head: &span, tail: tail.span, channels: channels, law: law)
    for index in mixed.indices {
      let u = (Double(index / channels) + 0.5) / Double(frames)
      let expected = tail[index] * definedWeight(law, 1 - u) + before[index] * definedWeight(law, u)
      #expect(abs(mixed[index] - expected) < 1e-15, "sample \(index) of \(shape)")
    }
  }

  private func definedWeight(_ law: FadeLaw, _ u: Double) -> Double {
    switch law {
    case .equalPower: libmSine(u * .pi / 2)
    case .equalGain: u
    case .smooth: 0.5 + 0.5 * libmSine(.pi * (u - 0.5))
    case .hold(let gain): gain
    }
  }
}

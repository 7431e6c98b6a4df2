import LoopBake
import LoopDSP
import TestSupport
import Testing

/// Results above full scale in integer formats.
@Suite struct ClipTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  static let rate = 8000
  static let context = LimiterCurve(sampleRate: rate).context

  /// Quiet noise in `Float` with single frames far above full scale.
  private func source(seed: Int, peaks: [Int: Double], frames: Int = 6000) -> Recording {
    var sound = Recording.noise(seed: seed, rate: Self.rate, .float32, frames: frames, amplitude: 0.3)
    for (frame, peak) in peaks { sound.samples[frame * 2] = Double(Float(peak)) }
    return sound
  }

  private func bake(
    _ source: Recording, _ layout: BakeSettings.Layout = .whole, fade: Int = 0,
    _ change: (inout BakeSettings) -> Void = { _ in }
  ) throws -> (result: BakeResult, sound: Recording) {
    var settings = BakeSettings.with {
      $0.fade = .frames(fade)
      $0.layout = layout
      $0.encoding = .pcm16
      $0.dither = .none
    }
    change(&settings)
    return try folder.bake(source, settings)
  }

  @Test(arguments: 0..<12) func limiterTouchesOnlyTheNeighbourhood(_ seed: Int) throws {
    var dice = Dice(seed: seed)
    let overs = (0..<dice.roll(1...4)).map { _ in (dice.roll(0...5999), 1 + 2 * abs(dice.swing())) }
    let source = source(seed: seed, peaks: Dictionary(overs, uniquingKeysWith: max))
    let (result, sound) = try bake(source)
    #expect(sound.samples.allSatisfy { abs($0) <= 1 })
    #expect(result.warnings.count == 1, "seed \(seed): \(result.warnings)")
    for frame in 0..<6000 {
      // The loop is a ring: its end lies before its start.
      let distance = overs.map { min(abs($0.0 - frame), 6000 - abs($0.0 - frame)) }.min() ?? 0
      for channel in 0..<2 {
        let original = source[frame, channel]
        if distance > Self.context {
          #expect(
            sound[frame, channel] == SampleEncoding.pcm16.nearest(to: original),
            "seed \(seed), frame \(frame)")
        } else {
          #expect(abs(sound[frame, channel]) <= abs(original) + 1e-4, "seed \(seed), frame \(frame)")
        }
      }
    }
  }

  /// A constant sound shows the gain itself: no step inside, none over the seam, none into an intro's loop.
  @Test(arguments: [0, 1, 5, 100, 3000, 5900, 5999]) func gainIsContinuousRoundTheRing(_ over: Int) throws {
    let source = Recording(rate: Self.rate, channels: 2, .float64, frames: 6000) { frame, channel in
      channel == 0 ? (frame == over ? 4 : 0) : 0.5
    }
    let loops: [(BakeSettings.Layout, Int)] = [(.whole, 0), (.intro, 0), (.intro, 2000)]
    for (layout, start) in loops {
      let (result, sound) = try bake(source, layout) {
        if start > 0 { $0.loop = .range(TimeRange(start: .frames(start), end: nil)) }
        $0.encoding = .pcm32
      }
      let gains = sound.channel(1).map { $0 / 0.5 }
      let limit = 0.75 / Double(Self.context / 2 + 1) + 1e-6
      let slope = zip(gains, gains.dropFirst()).map { abs($0 - $1) }.max() ?? 1
      #expect(slope <= limit, "over at \(over), \(layout) from \(start): \(slope)")
      let wrap = abs(gains[result.loop.startFrame] - gains[result.loop.endFrame - 1])
      #expect(wrap <= limit, "over at \(over), \(layout) from \(start): \(wrap) over the seam")
      #expect((gains.min() ?? 1) <= 0.2500001)
    }
  }

  @Test func limiterActsOnlyOnTheMixOfAnExactBody() throws {
    let source = Recording(rate: Self.rate, channels: 1, .pcm16, frames: 20_000) { frame, _ in
      0.9 * sine(Double(frame) / 100)
    }
    let (result, sound) = try bake(source, fade: 4000)
    #expect(result.peak <= 1)
    #expect(result.warnings.count == 1)
    let body = 4000 + Self.context..<16_000 - Self.context
    #expect(firstDifference(sound[body], source[body]) == nil)
  }

  @Test func nothingAboveFullScaleNothingLimited() throws {
    let source = Recording(rate: Self.rate, channels: 1, .pcm16, frames: 5000) { frame, _ in
      frame % 2 == 0 ? -1 : 1
    }
    let (result, sound) = try bake(source)
    #expect(result.warnings.isEmpty)
    #expect(sound.samples == source.samples)
  }

  @Test(arguments: [BakeSettings.Layout.whole, .intro]) func scaleJustFits(_ layout: BakeSettings.Layout)
    throws
  {
    let source = source(seed: 1, peaks: [500: 1.7, 4000: -2.5])
    let (result, sound) = try bake(source, layout) { $0.onClip = .scale }
    #expect(result.peak == 1)
    let expected = source.samples.map { SampleEncoding.pcm16.nearest(to: $0 / 2.5) }
    #expect(largestDifference(sound.samples, expected) <= 1.01 / 32_768)
  }

  @Test func clipCounts() throws {
    let source = source(seed: 1, peaks: [500: 1.7, 4000: -2.5, 4001: 1.1])
    let (result, sound) = try bake(source) { $0.onClip = .clip }
    #expect(sound.samples == source.samples.map { SampleEncoding.pcm16.nearest(to: $0) })
    #expect(result.warnings == ["3 samples exceeded full scale and were clipped"])
  }

  @Test func errorNamesPeakAndFittingGain() throws {
    let source = source(seed: 1, peaks: [4000: -2])
    let error = #expect(throws: BakeError.self) { try bake(source) { $0.onClip = .error } }
    #expect(error?.kind == .unfit)
    #expect(error?.reason == "its peak is 6.02 dBFS")
    #expect(error?.wayOut == "use --gain -6.03, or --on-clip limit or scale")
    #expect(folder.names == ["in.wav"])
    // The gain that it names fits.
    let (result, _) = try bake(source) {
      $0.onClip = .error
      $0.gainDB = -6.03
    }
    #expect(result.peak <= 1)
  }

  @Test(arguments: BakeSettings.ClipPolicy.allCases) func floatsAreLeftAlone(
    _ policy: BakeSettings.ClipPolicy
  ) throws {
    let source = source(seed: 1, peaks: [500: 1.7, 4000: -2.5])
    for encoding in [SampleEncoding.float32, .float64] {
      let (result, sound) = try bake(source) {
        $0.encoding = encoding
        $0.onClip = policy
      }
      #expect(sound.samples == source.samples)
      #expect(result.peak == 2.5)
      #expect(result.warnings.isEmpty)
    }
  }

  @Test(arguments: [-6.0, 3, -0.1]) func gainIsOnEverything(_ gain: Double) throws {
    let source = Recording.noise(seed: 3, .float64, frames: 3000, amplitude: 0.4)
    let (_, sound) = try bake(source, fade: 500) {
      $0.encoding = .float64
      $0.gainDB = gain
    }
    let (_, plain) = try bake(source, fade: 500) { $0.encoding = .float64 }
    #expect(largestDifference(sound.samples, plain.samples.map { $0 * linear(decibels: gain) }) < 1e-15)
  }
}

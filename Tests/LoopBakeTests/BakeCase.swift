import LoopBake
import LoopDSP
import TestSupport
import Testing

/// A random bake and what contract it has to keep, computed a second time from the definition alone.
struct BakeCase: CustomTestStringConvertible {
  let seed: Int
  let source: Recording
  var settings = BakeSettings()
  /// The used part `[A, B)`, at the output rate.
  var used: Range<Int>
  /// The loop `[START, END)` in the source, at the output rate.
  var loop: Range<Int>
  var fadeFrames: Int
  var layout: BakeSettings.Layout

  /// Frames that the output must have.
  var frames: Int { loop.upperBound - origin - (layout == .whole ? fadeFrames : 0) }
  /// The loop that the output must have.
  var outputLoop: LoopRegion {
    LoopRegion(startFrame: layout == .whole ? 0 : loop.lowerBound - used.lowerBound, endFrame: frames)
  }
  /// Output frames that are a mix.
  var fade: Range<Int> { layout == .whole ? 0..<fadeFrames : frames - fadeFrames..<frames }
  /// Source frame behind output frame 0.
  var origin: Int { layout == .whole ? loop.lowerBound - fadeFrames : used.lowerBound }

  var testDescription: String {
    "seed \(seed): \(source.frames) frames of \(source.format.channels) x \(source.encoding) at "
      + "\(source.format.sampleRate) Hz, used \(used), loop \(loop), fade \(fadeFrames) \(settings.curve.name), "
      + "\(layout), to \(settings.sampleRate ?? 0) Hz, \(settings.resampler)"
  }

  /// - Parameters:
  ///   - rates: the input's rate and the output's.
  init(
    seed: Int, rates: (input: Int, output: Int) = (44_100, 44_100), encoding: SampleEncoding = .pcm16,
    frames: ClosedRange<Int> = 1...3000
  ) {
    var dice = Dice(seed: seed)
    self.seed = seed
    source = .noise(
      seed: seed, rate: rates.input, channels: dice.roll(1...3), encoding, frames: dice.roll(frames))
    // Halves up, in integers.
    let length = (2 * source.frames * rates.output + rates.input) / (2 * rates.input)
    used = 0..<max(length, 1)
    if rates.input != rates.output { settings.sampleRate = rates.output }

    if dice.roll(0...2) == 0 {
      let start = dice.roll(0...used.count - 1)
      used = start..<dice.roll(start + 1...used.count)
      settings.trim = TimeRange(start: .frames(used.lowerBound), end: .frames(used.upperBound))
    }
    if dice.roll(0...2) == 0 {
      let start = dice.roll(used.lowerBound...used.upperBound - 1)
      loop = start..<dice.roll(start + 1...used.upperBound)
      fadeFrames = dice.roll(0...min(start - used.lowerBound, loop.count))
      settings.loop = .range(TimeRange(start: .frames(loop.lowerBound), end: .frames(loop.upperBound)))
    } else {
      fadeFrames = dice.roll(0...used.count / 2)
      loop = used.lowerBound + fadeFrames..<used.upperBound
    }
    settings.layout = dice.pick([nil, .whole, .intro])
    layout = settings.layout ?? (settings.loop == nil ? .whole : .intro)
    settings.fade = dice.pick([.frames(fadeFrames), .seconds(Double(fadeFrames) / Double(rates.output))])
    settings.curve = dice.pick([.equalPower, .equalGain, .smooth, .hold(gain: 0.75)])
  }

  /// The output before it is rounded, interleaved; only for bakes at the source's rate.
  var ideal: [Double] {
    let channels = source.format.channels
    return (0..<frames * channels).map { index in
      let (frame, channel) = (index / channels, index % channels)
      guard fade.contains(frame) else { return source[origin + frame, channel] }
      let position = frame - fade.lowerBound
      let u = (Double(position) + 0.5) / Double(fadeFrames)
      return source[loop.upperBound - fadeFrames + position, channel] * weight(1 - u)
        + source[loop.lowerBound - fadeFrames + position, channel] * weight(u)
    }
  }

  private func weight(_ u: Double) -> Double {
    switch settings.curve {
    case .equalPower: sine(u / 4)
    case .equalGain: u
    case .smooth: 0.5 - 0.5 * sine(u / 2 + 0.25)
    case .hold(let gain): gain
    }
  }
}

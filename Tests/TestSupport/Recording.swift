public import LoopBake

/// A sound in memory: every sample as a multiple of full scale, which is exact for all encodings.
public struct Recording: Sendable, Equatable {
  public var format: AudioFormat
  public var encoding: SampleEncoding
  /// Interleaved.
  public var samples: [Double]

  public init(_ format: AudioFormat, _ encoding: SampleEncoding, samples: [Double]) {
    self.format = format
    self.encoding = encoding
    self.samples = samples
  }

  /// A sound whose samples `value` gives, rounded to the encoding.
  public init(
    rate: Int = 44_100, channels: Int = 2, _ encoding: SampleEncoding, frames: Int,
    value: (_ frame: Int, _ channel: Int) -> Double
  ) {
    self.init(AudioFormat(sampleRate: rate, channels: channels), encoding, samples: [])
    samples.reserveCapacity(frames * channels)
    for frame in 0..<frames {
      for channel in 0..<channels { samples.append(encoding.nearest(to: value(frame, channel))) }
    }
  }

  public var frames: Int { samples.count / format.channels }

  public subscript(frame: Int, channel: Int) -> Double { samples[frame * format.channels + channel] }

  /// The samples of `range`, interleaved.
  public subscript(range: Range<Int>) -> ArraySlice<Double> {
    samples[range.lowerBound * format.channels..<range.upperBound * format.channels]
  }

  /// One channel's samples.
  public func channel(_ channel: Int) -> [Double] {
    stride(from: channel, to: samples.count, by: format.channels).map { samples[$0] }
  }
}

extension SampleEncoding {
  /// One step of an integer encoding; 1 is full scale.
  public var step: Double { 1 / Double(1 << (min(bits, 32) - 1)) }

  /// The value of the encoding that is nearest to `value`.
  public func nearest(to value: Double) -> Double {
    switch self {
    case .float32: Double(Float(value))
    case .float64: value
    // Adding 0 makes 0 of -0, which integers do not have.
    default: min(max((value / step).rounded(.toNearestOrEven), -1 / step), 1 / step - 1) * step + 0
    }
  }
}

extension Recording {
  /// White noise, uniform in -`amplitude`..<`amplitude`, without relation between channels.
  public static func noise(
    seed: Int, rate: Int = 44_100, channels: Int = 2, _ encoding: SampleEncoding, frames: Int,
    amplitude: Double = 0.6
  ) -> Recording {
    var dice = Dice(seed: seed)
    return Recording(rate: rate, channels: channels, encoding, frames: frames) { _, _ in
      dice.swing() * amplitude
    }
  }

  /// Sines of `cycles` per `frames`, a quarter turn apart from channel to channel.
  public static func tone(
    cycles: Int, rate: Int = 44_100, channels: Int = 2, _ encoding: SampleEncoding, frames: Int,
    amplitude: Double = 0.5
  ) -> Recording {
    Recording(rate: rate, channels: channels, encoding, frames: frames) { frame, channel in
      // Whole turns are dropped in integers, so that the phase is exact however long the tone is.
      let turns = Double((cycles * frame) % frames) / Double(frames) + Double(channel) / 4
      return amplitude * sine(turns)
    }
  }

  /// Something like rain over an engine: noise with little treble, and a hum with three harmonics.
  public static func ambience(
    seed: Int, rate: Int = 44_100, channels: Int = 2, _ encoding: SampleEncoding, frames: Int
  ) -> Recording {
    var dice = Dice(seed: seed)
    var low = [Double](repeating: 0, count: channels)
    return Recording(rate: rate, channels: channels, encoding, frames: frames) { frame, channel in
      low[channel] += 0.15 * (dice.swing() - low[channel])
      let turns = Double(frame) * 61.7 / Double(rate) + Double(channel) * 0.1
      return 0.7 * low[channel] + 0.1 * sine(turns) + 0.05 * sine(2 * turns) + 0.03 * sine(3 * turns)
    }
  }
}

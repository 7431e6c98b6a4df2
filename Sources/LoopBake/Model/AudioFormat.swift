/// What every frame of a stream looks like: how many there are in a second, and how many samples each has.
public struct AudioFormat: Sendable, Equatable {
  /// Frames per second.
  public var sampleRate: Int
  /// Samples per frame.
  public var channels: Int

  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// How a sample is stored in a file without loss.
public enum SampleEncoding: String, Sendable, CaseIterable {
  case pcm8, pcm16, pcm24, pcm32, float32, float64

  /// Bits of a stored sample.
  public var bits: Int {
    switch self {
    case .pcm8: 8
    case .pcm16: 16
    case .pcm24: 24
    case .pcm32, .float32: 32
    case .float64: 64
    }
  }

  /// Whether full scale is a hard limit.
  public var isInteger: Bool { self != .float32 && self != .float64 }

  /// Whether every value of `other` can be stored exactly.
  public func holds(_ other: SampleEncoding) -> Bool {
    switch (isInteger, other.isInteger) {
    case (true, true): bits >= other.bits
    case (false, false): bits >= other.bits
    case (true, false): false
    // A Float has a 24-bit significand, a Double one of 53 bits (IEEE 754-2019, table 3.5).
    case (false, true): other.bits <= (self == .float32 ? 24 : 53)
    }
  }
}

/// The loop of a file, half-open: it plays `startFrame` up to but not including `endFrame`, then again.
public struct LoopRegion: Sendable, Equatable {
  /// First frame of the loop.
  public var startFrame: Int
  /// The frame after the last one of the loop.
  public var endFrame: Int
  /// Frames in one pass; at least 1.
  public var length: Int { endFrame - startFrame }

  public init(startFrame: Int, endFrame: Int) {
    self.startFrame = startFrame
    self.endFrame = endFrame
  }
}

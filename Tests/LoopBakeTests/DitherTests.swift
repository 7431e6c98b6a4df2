import LoopBake
import TestSupport
import Testing

@Suite struct DitherTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func narrowed(
    _ source: Recording, to encoding: SampleEncoding, _ dither: BakeSettings.Dither = .tpdf
  ) throws -> Recording {
    try folder.bake(
      source,
      .with {
        $0.fade = .frames(0)
        $0.encoding = encoding
        $0.dither = dither
      }
    ).sound
  }

  @Test(arguments: [0.3, -0.45, 10.5]) func errorIsThatOfTriangularDither(_ steps: Double) throws {
    let source = Recording(channels: 1, .float64, frames: 200_000) { _, _ in steps / 128 }
    let error = try narrowed(source, to: .pcm8).samples.map { $0 * 128 - steps }
    let mean = error.reduce(0, +) / Double(error.count)
    #expect(abs(mean) < 0.05, "mean \(mean) steps")
    #expect(abs(meanSquare(error) - 0.25) < 0.01, "power \(meanSquare(error))")
  }

  @Test(arguments: [SampleEncoding.pcm8, .pcm16, .pcm24, .pcm32]) func silenceStaysSilent(
    _ encoding: SampleEncoding
  ) throws {
    let source = Recording(.float32, frames: 10_000) { _, _ in 0 }
    #expect(try narrowed(source, to: encoding).samples.allSatisfy { $0 == 0 })
    let (_, baked) = try folder.bake(
      Recording(.pcm16, frames: 10_000) { _, _ in 0 }, .with { $0.fade = .frames(3000) })
    #expect(baked.samples.allSatisfy { $0 == 0 })
  }

  @Test func valuesThatFitAreKept() throws {
    var source = Recording.noise(seed: 2, .pcm16, frames: 20_000, amplitude: 1)
    source.encoding = .float64
    #expect(try narrowed(source, to: .pcm16).samples == source.samples)
  }

  @Test func noneRoundsToTheNearestStep() throws {
    let source = Recording.noise(seed: 2, .float64, frames: 20_000)
    let sound = try narrowed(source, to: .pcm16, .none)
    #expect(sound.samples == source.samples.map { SampleEncoding.pcm16.nearest(to: $0) })
  }

  /// Below the last step of 16 bits, and still there: correlation with the tone finds its level.
  @Test func quietToneSurvives() throws {
    let frames = 400_000
    let amplitude = linear(decibels: -100)
    let source = Recording.tone(cycles: 9070, channels: 1, .pcm24, frames: frames, amplitude: amplitude)
    let reference = Recording.tone(cycles: 9070, channels: 1, .float64, frames: frames, amplitude: 1)
    func level(_ sound: Recording) -> Double {
      2 * zip(sound.samples, reference.samples).reduce(0) { $0 + $1.0 * $1.1 } / Double(frames)
    }
    let found = level(try narrowed(source, to: .pcm16))
    #expect(abs(decibels(found * found) + 100) < 1, "\(decibels(found * found)) dBFS")
    #expect(level(try narrowed(source, to: .pcm16, .none)) == 0)
  }

  /// The body of a bake at its own precision gets no dither, the fade does.
  @Test func onlyTheFadeIsDithered() throws {
    let source = Recording.noise(seed: 6, channels: 1, .pcm16, frames: 30_000)
    func bake(_ dither: BakeSettings.Dither) throws -> Recording {
      try folder.bake(
        source,
        .with {
          $0.fade = .frames(10_000)
          $0.dither = dither
        }
      ).sound
    }
    let (dithered, plain) = (try bake(.tpdf), try bake(.none))
    #expect(dithered[10_000..<20_000] == plain[10_000..<20_000])
    let noise = zip(dithered[0..<10_000], plain[0..<10_000]).map { ($0 - $1) * 32_768 }
    #expect(noise.map(abs).max() ?? 0 <= 1)
    // 1/4 from the dithered rounding and 1/12 from the plain one.
    #expect(abs(meanSquare(noise) - 1.0 / 3) < 0.03)
  }
}

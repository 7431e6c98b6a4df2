import LoopBake
import TestSupport
import Testing

/// `--channels`: the mean of two, or two copies of one.
@Suite struct RemixTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func bake(_ source: Recording, channels: Int, fade: Int) throws -> Recording {
    try folder.bake(
      source,
      .with {
        $0.fade = .frames(fade)
        $0.channels = channels
        $0.dither = .none
      }
    ).sound
  }

  @Test(arguments: SampleEncoding.allCases) func copyIsExactInBothChannels(_ encoding: SampleEncoding) throws
  {
    let source = Recording.noise(seed: 1, channels: 1, encoding, frames: 5000)
    let sound = try bake(source, channels: 2, fade: 1000)
    #expect(sound.channel(0) == sound.channel(1))
    #expect(firstDifference(sound.channel(0)[1000..<4000], source.samples[1000..<4000]) == nil)
  }

  @Test(arguments: SampleEncoding.allCases) func meanIsRoundedOnce(_ encoding: SampleEncoding) throws {
    let source = Recording.noise(seed: 1, channels: 2, encoding, frames: 5000, amplitude: 1)
    let sound = try bake(source, channels: 1, fade: 0)
    let mean = (0..<5000).map { encoding.nearest(to: (source[$0, 0] + source[$0, 1]) / 2) }
    #expect(sound.samples == mean)
  }
}

import LoopBake
import TestSupport
import Testing

@testable import LoopBakeCLI

/// The help's examples do what they say.
struct BinaryExampleTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  @Test(arguments: (Command.bake.examples + Command.inspect.examples).map(\.term))
  func exampleWorks(line: String) throws {
    let sound = Recording.ambience(seed: 3, rate: 1000, .pcm16, frames: 140_000)
    for name in ["rain.wav", "pad.wav", "ambiences/wind.wav"] { try workshop.folder.put(name, sound) }
    try finish("flac", ["-s", "-o", "song.flac", "rain.wav"], in: workshop.folder.path)
    let script = line.replacing("loopbake ", with: "\"$0\" ")
    let finished = try workshop.shell(script)
    #expect(finished.status == 0 && !finished.out.isEmpty, "\(finished.err)")
    #expect(!finished.err.contains("warning"), "\(finished.err)")
  }
}

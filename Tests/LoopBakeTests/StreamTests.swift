import Foundation
import LoopBake
import TestSupport
import Testing

/// Streams and interruptions.
@Suite struct StreamTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A pipe with a name that nobody writes to ends at once, as an empty file.
  @Test(.timeLimit(.minutes(1))) func pipeWithoutWriterDoesNotHang() throws {
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let error = #expect(throws: BakeError.self) { try folder.bake("pipe", to: "out.wav", .with { _ in }) }
    #expect(error?.kind == .notAudio && error?.reason == "the file is empty")
    #expect(folder.names == ["pipe"])
  }

  /// A pipe with a writer gives what the file gives.
  @Test(.timeLimit(.minutes(1))) func pipeIsSpooled() throws {
    let sound = Recording.noise(seed: 1, .pcm24, frames: 100_000)
    try folder.put("in.wav", sound)
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let (source, pipe) = (folder.file("in.wav"), folder.file("pipe"))
    let writer = Thread { _ = Tool.run("cp", [source, pipe]) }
    writer.start()
    // Wait until the writer waits for a reader: before that the pipe is empty.
    let settings = BakeSettings.with { $0.fade = .frames(1000) }
    var result: BakeResult?
    for _ in 0..<100 where result == nil {
      usleep(20_000)
      result = try? folder.bake("pipe", to: "a.wav", settings)
    }
    #expect(result?.frames == 99_000)
    _ = try folder.bake("in.wav", to: "b.wav", settings)
    #expect(try folder.bytes("a.wav") == folder.bytes("b.wav"))
  }

  /// Standard input and output carry the same bytes as files.
  @Test func standardInputAndOutput() throws {
    let program =
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/loopbake"
    try #require(FileManager.default.isExecutableFile(atPath: program), "swift build makes it")
    try folder.put("in.wav", Recording.noise(seed: 1, .pcm24, frames: 100_000))
    _ = try folder.bake("in.wav", to: "out.wav", .with { $0.fade = .frames(1000) })
    let piped = Tool.run(program, ["-", "-o", "-", "--fade", "1000f"], input: folder.file("in.wav"))
    #expect(piped.status == 0, Comment(rawValue: piped.errors))
    #expect(try piped.output == folder.bytes("out.wav"))
    let empty = Tool.run(program, ["-", "-o", "-"])
    #expect(empty.status == 1 && empty.output.isEmpty)
    #expect(empty.errors == "loopbake: standard input: cannot read the sound: the file is empty\n")
  }

  /// A cancellation at any moment leaves the old output, or the new one, and nothing else.
  @Test(arguments: 0..<12) func cancellationLeavesNothing(_ step: Int) throws {
    try folder.put("in.wav", Recording.noise(seed: 1, rate: 48_000, .pcm24, frames: 300_000))
    try folder.put("out.flac", [1, 2, 3])
    let cancellation = Cancellation()
    let job = BakeJob(
      input: .file(path: folder.file("in.wav")), output: .file(path: folder.file("out.flac")),
      settings: .with {
        $0.fade = .seconds(1)
        $0.sampleRate = 44_100
        $0.sidecar = true
        $0.blockFrames = 100
      })
    if step == 0 { cancellation.cancel() }
    let killer = Thread {
      usleep(UInt32(step) * 10_000)
      cancellation.cancel()
    }
    killer.start()
    do {
      _ = try job.run(cancellation: cancellation)
      #expect(folder.names == ["in.wav", "out.flac", "out.flac.loop.json"])
    } catch {
      #expect(error.kind == .interrupted)
      #expect(folder.names == ["in.wav", "out.flac"])
      #expect(try folder.bytes("out.flac") == [1, 2, 3])
    }
  }
}

import Foundation
import LoopBake
import TestSupport
import Testing

@Suite struct BatchTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let sound = Recording.noise(seed: 1, rate: 1000, channels: 1, .pcm16, frames: 1000)
  private let settings = BakeSettings.with { $0.fade = .frames(100) }

  /// Names of the reports in their order, with what came of each.
  private func run(_ batch: Batch, width: Int, _ cancellation: Cancellation = Cancellation()) -> [String] {
    var reports: [String] = []
    batch.run(width: width, cancellation: cancellation) { job, result in
      let name = String(job.output.name.dropFirst(folder.path.count + 1))
      switch result {
      case .success(.baked): reports.append(name)
      case .success(.skipped): reports.append("skipped \(name)")
      case .failure(let error): reports.append("\(error.kind) \(name)")
      }
    }
    return reports
  }

  private func batch(_ inputs: [String], to output: String = "out") throws -> Batch {
    try Batch(inputs: inputs.map { folder.file($0) }, outputFolder: folder.file(output), settings: settings)
  }

  @Test(arguments: [1, 2, 3, 50]) func reportsComeInByteOrderOfNames(_ width: Int) throws {
    // Different lengths, so that later ones are done first.
    for (index, name) in ["b.wav", "a/z.wav", "a/B.wav", "a/b.wav", "ä.wav", "a.wav", "B.flac"].enumerated() {
      let frames = index.isMultiple(of: 2) ? 300_000 : 1000
      try folder.put("in/" + name, Recording.noise(seed: 1, rate: 1000, channels: 1, .pcm16, frames: frames))
    }
    // Byte order at each level; a folder stands where its own name does.
    let expected = ["B.wav", "a/B.wav", "a/b.wav", "a/z.wav", "a.wav", "b.wav", "ä.wav"].map { "out/" + $0 }
    for _ in 0..<2 { #expect(try run(batch(["in"]), width: width) == expected) }
    #expect(expected.allSatisfy { folder.names.contains($0) })
  }

  @Test func oneBadFileStopsNothing() throws {
    try folder.put("in/a.wav", sound)
    try folder.put("in/b.wav", Array("RIFF but no more".utf8))
    try folder.put("in/c.wav", Recording.noise(seed: 1, rate: 1000, .pcm16, frames: 10))
    try folder.put("in/d.wav", sound)
    #expect(
      try run(batch(["in"]), width: 2) == ["out/a.wav", "notAudio out/b.wav", "unfit out/c.wav", "out/d.wav"])
    #expect(folder.names.filter { $0.hasPrefix("out/") } == ["out/a.wav", "out/d.wav"])
  }

  @Test func foldersOfFailuresAreNotMade() throws {
    try folder.put("in/good/a.wav", sound)
    try folder.put("in/bad/deep/b.wav", Array("RIFF but no more".utf8))
    _ = try run(batch(["in"]), width: 2)
    #expect(folder.names.filter { $0.hasPrefix("out") } == ["out", "out/good", "out/good/a.wav"])
  }

  @Test func missingInputIsAJobThatFails() throws {
    try folder.put("a.wav", sound)
    #expect(
      try run(batch(["missing.wav", "a.wav"]), width: 1) == ["unreadable out/missing.wav", "out/a.wav"])
  }

  @Test func clashIsRefusedBeforeAnythingIsWritten() throws {
    try folder.put("in/a.wav", sound)
    try folder.put("in/a.flac", sound)
    let error = #expect(throws: BakeError.self) { try batch(["in"]) }
    #expect(error?.kind == .unfit)
    #expect(error?.reason.contains("would make the same output \(folder.file("out/a.wav"))") == true)
    #expect(!folder.names.contains("out"))
  }

  @Test func linkLoopsAndHiddenFilesAreLeftAlone() throws {
    try folder.put("in/a.wav", sound)
    try folder.put("in/.hidden.wav", sound)
    try folder.put("in/.git/b.wav", sound)
    try folder.put("in/notes.txt", Array("words".utf8))
    for (link, target) in [("in/self", "."), ("in/up", "..")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
    }
    let batch = try batch(["in"])
    #expect(batch.jobs.map(\.input.name) == [folder.file("in/a.wav")])
    #expect(batch.ignoredFiles == 1)
  }

  /// Nothing is passed over in silence: what a link was to lead to is missing.
  @Test func aDanglingLinkIsAJobThatFails() throws {
    try folder.put("in/a.wav", sound)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("in/broken.wav"), withDestinationPath: "nowhere")
    #expect(try run(batch(["in"]), width: 2) == ["out/a.wav", "unreadable out/broken.wav"])
  }

  /// A second run over a folder that holds the outputs of the first one.
  @Test(arguments: ["in/out", "in"]) func outputInsideTheInput(_ output: String) throws {
    try folder.put("in/a.wav", sound)
    try folder.put("in/sub/b.wav", sound)
    if output == "in" {
      // The outputs would replace the inputs.
      #expect(
        try run(batch(["in"], to: output), width: 1) == ["unwritable in/a.wav", "unwritable in/sub/b.wav"])
      #expect(try folder.recording("in/a.wav") == sound)
      return
    }
    for _ in 0..<2 {
      #expect(try run(batch(["in"], to: output), width: 2) == ["in/out/a.wav", "in/out/sub/b.wav"])
    }
  }

  @Test func cancelledBatchLeavesNothing() throws {
    try folder.put("in/a.wav", sound)
    try folder.put("in/b.wav", sound)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(
      try run(batch(["in"]), width: 2, cancellation) == ["interrupted out/a.wav", "interrupted out/b.wav"])
    #expect(!folder.names.contains("out"))
  }
}

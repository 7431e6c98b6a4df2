import Foundation
import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

/// Files that hold less than they claim give a warning and the sound that there is.
@Suite struct DamageTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let sound = Recording.ambience(seed: 4, .pcm16, frames: 100_000)

  private func bakeTruncated(_ name: String, keeping share: Double) throws -> (
    result: BakeResult, sound: Recording
  ) {
    let bytes = try folder.bytes(name)
    try folder.put(name, Array(bytes.prefix(Int(Double(bytes.count) * share))))
    let result = try folder.bake(name, to: "out.wav", .with { $0.fade = .frames(5000) })
    return (result, try folder.recording("out.wav"))
  }

  private func convert(_ name: String, _ options: [String] = []) throws {
    try folder.put("in.wav", sound)
    let made = Tool.run(
      "ffmpeg", ["-v", "error", "-i", folder.file("in.wav")] + options + [folder.file(name)])
    try #require(made.status == 0, Comment(rawValue: made.errors))
  }

  @Test(arguments: [0.5, 0.9, 0.999]) func truncatedFLAC(_ share: Double) throws {
    try convert("cut.flac")
    let (result, baked) = try bakeTruncated("cut.flac", keeping: share)
    let found = result.source.frames
    #expect(found < 100_000 && Double(found) > 50_000 * share)
    #expect(result.warnings == ["the sound ends at frame \(found), the file claims 100000"])
    #expect(firstDifference(baked[5000..<found - 5000], sound[5000..<found - 5000]) == nil)
  }

  @Test(arguments: ["cut.wav", "cut.aiff", "cut.rf64"], [0.5, 0.9]) func truncatedPCM(
    _ name: String, _ share: Double
  ) throws {
    try convert(name, name == "cut.rf64" ? ["-rf64", "always", "-f", "wav"] : [])
    let (result, baked) = try bakeTruncated(name, keeping: share)
    let found = result.source.frames
    #expect(abs(found - Int(100_000 * share)) < 30)
    #expect(result.warnings.count == 1)
    #expect(result.warnings.first?.hasPrefix("the file is cut short: ") == true)
    #expect(result.warnings.first?.contains(" of 40000") == true, "\(result.warnings)")
    #expect(firstDifference(baked[5000..<found - 5000], sound[5000..<found - 5000]) == nil)
  }

  /// Length fields of programs that could not go back to correct them.
  @Test(arguments: ["ffmpeg", "sox"]) func streamedWAVIsNotCutShort(_ program: String) throws {
    try folder.put("in.wav", sound)
    let arguments =
      program == "sox"
      ? [folder.file("in.wav"), "-t", "wav", "-"]
      : ["-v", "error", "-i", folder.file("in.wav"), "-f", "wav", "-"]
    // Through a pipe, because a file could be corrected.
    let words = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    try folder.put("piped.wav", Tool.run("sh", ["-c", words + " 2>/dev/null | cat"]).output)
    let result = try folder.bake("piped.wav", to: "out.wav", .with { $0.fade = .frames(5000) })
    #expect(result.source.frames == 100_000)
    #expect(result.warnings.isEmpty)
  }

  @Test(arguments: ["cut.mp3", "cut.ogg", "cut.w64", "cut.au"])
  func truncatedOthersGiveWhatThereIs(_ name: String) throws {
    try convert(name)
    let (result, baked) = try bakeTruncated(name, keeping: 0.7)
    #expect((30_000...99_000).contains(result.source.frames), "\(name): \(result)")
    #expect(baked.frames == result.frames)
  }

  /// A FLAC whose header does not say how long it is, as ffmpeg writes it to a pipe.
  @Test func unknownLength() throws {
    try folder.put("in.wav", sound)
    let piped = Tool.run("ffmpeg", ["-v", "error", "-i", folder.file("in.wav"), "-f", "flac", "-"]).output
    try folder.put("piped.flac", piped)
    let result = try folder.bake("piped.flac", to: "out.wav", .with { $0.fade = .frames(5000) })
    #expect(result.source.frames == 100_000)
    #expect(firstDifference(try folder.recording("out.wav")[5000..<95_000], sound[5000..<95_000]) == nil)
  }

  /// Bytes changed at random: an error or a result, never a crash, and nothing left behind after an error.
  @Test(arguments: ["a.flac", "a.mp3", "a.ogg", "a.wav", "a.aiff", "a.w64"]) func randomBytes(_ name: String)
    throws
  {
    try convert(name == "a.wav" ? "b.wav" : name)
    let bytes = try folder.bytes(name == "a.wav" ? "b.wav" : name)
    var dice = Dice(seed: 1)
    for _ in 0..<12 {
      var damaged = bytes
      for _ in 0..<dice.roll(1...20) {
        damaged[dice.roll(0...(dice.roll(0...1) == 0 ? 200 : bytes.count - 1))] = UInt8(
          truncatingIfNeeded: dice.next())
      }
      try folder.put("damaged", damaged)
      do {
        _ = try folder.bake(
          "damaged", to: "out.wav",
          .with {
            $0.fade = .frames(100)
            $0.short = .shrink
          })
      } catch is BakeError {}
      #expect(!folder.names.contains { $0.hasSuffix(".tmp") })
    }
  }

  /// What was written is compared with what was to be written.
  @Test func verificationFindsAnotherLength() throws {
    let spec = OutputSpec(
      container: .wav, encoding: .pcm16, format: AudioFormat(sampleRate: 44_100, channels: 2), frames: 1000,
      loop: LoopRegion(startFrame: 100, endFrame: 1000))
    let spool = try SpoolFile()
    var writer = try AudioWriter(spec, to: spool.descriptor, path: "a.wav")
    try writer.write(ContiguousArray<Int16>(repeating: 5, count: 2000).span)
    try writer.finish()
    let job = BakeJob(input: .standardInput, output: .file(path: "a.wav"), settings: BakeSettings())
    try job.verify(spool.descriptor, spec)
    let changes: [(String, (inout OutputSpec) -> Void)] = [
      ("it holds 1000 frames, not 1001", { $0.frames = 1001 }),
      ("it holds 2 channels of pcm16 at 44100 Hz", { $0.format.channels = 1 }),
      ("it holds 2 channels of pcm16 at 44100 Hz", { $0.format.sampleRate = 48_000 }),
      ("it holds 2 channels of pcm16 at 44100 Hz", { $0.encoding = .pcm24 }),
      ("it says a loop of 100..1000 in smpl, 100..1000 in cue", { $0.loop.startFrame = 101 }),
    ]
    for (reason, change) in changes {
      var other = spec
      change(&other)
      let error = #expect(throws: BakeError.self) { try job.verify(spool.descriptor, other) }
      #expect(error?.kind == .verification && error?.reason == reason)
    }
  }
}

import TestSupport
import Testing

@testable import LoopBake

/// Every dialect, and what goes wrong in each. Files have 1000 frames at 44.1 kHz unless said otherwise.
@Suite struct EmbeddedLoopTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A file, and the loops that must be found as `DIALECT START..END`, then what was corrected or is the matter.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let loops: [String]

    init(_ name: String, _ bytes: [UInt8], _ loops: [String]) {
      (testDescription, self.bytes, self.loops) = (name, bytes, loops)
    }

    /// A WAV file with chunks before its sound.
    init(_ name: String, wav chunks: [UInt8]..., loops: [String]) {
      self.init(name, LoopBytes.wav(frames: 1000, before: chunks.flatMap { $0 }), loops)
    }
  }

  private func loops(_ bytes: [UInt8], frameCount: Int? = 1000) throws -> [EmbeddedLoop] {
    let file = try InputFile(.file(path: folder.put("x", bytes)), cancellation: Cancellation())
    return try embeddedLoops(
      file, fields: readTags(file).fields, format: AudioFormat(sampleRate: 44_100, channels: 1),
      frameCount: frameCount)
  }

  private static let mended = "its end was one frame behind the sound and was taken for the end of the sound"

  static let sampler: [Case] = [
    Case("before the sound", wav: LoopBytes.sampler([(0, 10, 19)]), loops: ["smpl 10..20"]),
    Case(
      "behind a sound of odd size",
      LoopBytes.wav(frames: 999, behind: LoopBytes.sampler([(0, 10, 19)])), ["smpl 10..20"]),
    Case(
      "in two chunks",
      LoopBytes.wav(
        frames: 1000, before: LoopBytes.sampler([(0, 10, 19)]), behind: LoopBytes.sampler([(0, 30, 39)])),
      ["smpl 10..20", "smpl 30..40"]),
    Case(
      "three loops", wav: LoopBytes.sampler([(0, 10, 19), (0, 500, 999), (0, 0, 0)]),
      loops: ["smpl 10..20", "smpl 500..1000", "smpl 0..1"]),
    Case(
      "to and fro only", wav: LoopBytes.sampler([(1, 10, 19)]),
      loops: ["smpl 10..20: it plays to and fro (type 1)"]),
    Case(
      "other types before a forward loop",
      wav: LoopBytes.sampler([(1, 10, 19), (2, 1, 2), (88_888, 3, 4), (0, 30, 39)]),
      loops: [
        "smpl 10..20: it plays to and fro (type 1)", "smpl 1..3: it plays backwards (type 2)",
        "smpl 3..5: its type 88888 is not defined", "smpl 30..40",
      ]),
    Case("up to the last frame", wav: LoopBytes.sampler([(0, 0, 999)]), loops: ["smpl 0..1000"]),
    Case(
      "an exclusive end", wav: LoopBytes.sampler([(0, 7, 1000)]), loops: ["smpl 7..1000: \(mended)"]),
    Case(
      "two frames behind", wav: LoopBytes.sampler([(0, 7, 1001)]),
      loops: ["smpl 7..1002: it ends at frame 1002, behind the sound's 1000 frames"]),
    Case(
      "behind the sound", wav: LoopBytes.sampler([(0, 1000, 1000)]),
      loops: ["smpl 1000..1001: it begins at frame 1000, behind the sound's 1000 frames"]),
    Case(
      "upside down", wav: LoopBytes.sampler([(0, 19, 10)]), loops: ["smpl 19..11: it ends before it begins"]),
    Case(
      "empty", wav: LoopBytes.sampler([(0, 19, 18)]), loops: ["smpl 19..19: it ends before it begins"]),
    Case("of one frame", wav: LoopBytes.sampler([(0, 19, 19)]), loops: ["smpl 19..20"]),
    Case(
      "the largest numbers", wav: LoopBytes.sampler([(0, 0xFFFF_FFFF, 0xFFFF_FFFF)]),
      loops: [
        "smpl 4294967295..4294967296: it begins at frame 4294967295, behind the sound's 1000 frames"
      ]),
    Case("no loop", wav: LoopBytes.sampler([]), loops: []),
    Case("a false count", wav: LoopBytes.sampler([(0, 10, 19)], count: 1_000_000), loops: ["smpl 10..20"]),
    Case(
      "a count below", wav: LoopBytes.sampler([(0, 10, 19), (0, 1, 2)], count: 1), loops: ["smpl 10..20"]),
    Case("no payload", wav: LoopBytes.chunk("smpl", []), loops: []),
    Case(
      "half a loop",
      wav: LoopBytes.chunk(
        "smpl", Array(LoopBytes.sampler([(0, 10, 19), (0, 1, 2)], count: 2).dropFirst(8).dropLast(5))),
      loops: ["smpl 10..20"]),
    Case(
      "more bytes behind",
      wav: LoopBytes.chunk("smpl", LoopBytes.sampler([(0, 10, 19)]).dropFirst(8) + [1, 2, 3]),
      loops: ["smpl 10..20"]),
    Case(
      "behind an ID3 tag",
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]
        + LoopBytes.wav(frames: 1000, before: LoopBytes.sampler([(0, 10, 19)])), ["smpl 10..20"]),
    Case(
      "big-endian",
      LoopBytes.wav(
        frames: 1000, before: LoopBytes.sampler([(0, 10, 19)], bigEndian: true), bigEndian: true),
      ["smpl 10..20"]),
  ]

  static let cue: [Case] = [
    Case("a point alone", wav: LoopBytes.cue([(5, 300)]), loops: ["cue 300..1000"]),
    Case("the first of two points", wav: LoopBytes.cue([(5, 300), (6, 400)]), loops: ["cue 300..1000"]),
    Case(
      "a region", wav: LoopBytes.cue([(5, 300)]), LoopBytes.regions([(5, 100, "rgn ")]),
      loops: ["cue 300..400"]),
    Case(
      "a region before its point", wav: LoopBytes.regions([(5, 100, "rgn ")]), LoopBytes.cue([(5, 300)]),
      loops: ["cue 300..400"]),
    Case(
      "regions and a point", wav: LoopBytes.cue([(1, 0), (2, 300), (3, 600)]),
      LoopBytes.regions([(2, 100, "rgn "), (3, 400, "rgn ")]), loops: ["cue 300..400", "cue 600..1000"]),
    Case(
      "a region of turned letters", wav: LoopBytes.cue([(5, 300)]), LoopBytes.regions([(5, 100, "rng ")]),
      loops: ["cue 300..400"]),
    Case(
      "a text that is no region", wav: LoopBytes.cue([(5, 300)]), LoopBytes.regions([(5, 100, "capt")]),
      loops: ["cue 300..1000"]),
    Case(
      "a region without its point", wav: LoopBytes.cue([(5, 300)]), LoopBytes.regions([(6, 100, "rgn ")]),
      loops: ["cue 300..1000"]),
    Case(
      "a region one frame too long", wav: LoopBytes.cue([(5, 300)]), LoopBytes.regions([(5, 701, "rgn ")]),
      loops: ["cue 300..1000: \(mended)"]),
    Case(
      "a point behind the sound", wav: LoopBytes.cue([(5, 1000)]),
      loops: ["cue 1000..1000: it begins at frame 1000, behind the sound's 1000 frames"]),
    Case(
      "behind a sampler's loop", wav: LoopBytes.cue([(5, 300)]), LoopBytes.sampler([(0, 10, 19)]),
      loops: ["smpl 10..20", "cue 300..1000"]),
    Case("none", wav: LoopBytes.cue([]), loops: []),
  ]

  private static func aiff(
    _ markers: [(Int, Int)], _ sustain: (Int, Int, Int), _ release: (Int, Int, Int) = (0, 0, 0)
  ) -> [UInt8] {
    LoopBytes.aiff(frames: 1000, markers: markers, sustain: sustain, release: release)
  }

  static let instrument: [Case] = [
    Case("sustain", aiff([(1, 100), (2, 200)], (1, 1, 2)), ["inst 100..200"]),
    Case("ids in any order", aiff([(9, 200), (0, 5), (7, 100)], (1, 7, 9)), ["inst 100..200"]),
    Case("up to the end", aiff([(1, 100), (2, 1000)], (1, 1, 2)), ["inst 100..1000"]),
    Case("one frame behind", aiff([(1, 100), (2, 1001)], (1, 1, 2)), ["inst 100..1000: \(mended)"]),
    Case(
      "two frames behind", aiff([(1, 100), (2, 1002)], (1, 1, 2)),
      ["inst 100..1002: it ends at frame 1002, behind the sound's 1000 frames"]),
    Case(
      "equal ids", aiff([(1, 100), (1, 300), (2, 200)], (1, 1, 2)), ["inst 100..200"]),
    Case(
      "equal ids and no end, as SoX rewrites it", aiff([(1, 100), (1, 200)], (1, 1, 3)),
      ["inst 100..0: there is no marker 3"]),
    Case("no markers", aiff([], (1, 1, 2)), ["inst 0..0: there is no marker 1"]),
    Case(
      "one marker for both", aiff([(1, 100)], (1, 1, 1)), ["inst 100..100: it ends before it begins"]),
    Case(
      "upside down", aiff([(1, 200), (2, 100)], (1, 1, 2)), ["inst 200..100: it ends before it begins"]),
    Case(
      "to and fro", aiff([(1, 100), (2, 200)], (2, 1, 2)),
      ["inst 100..200: it plays to and fro (play mode 2)"]),
    Case(
      "undefined", aiff([(1, 100), (2, 200)], (7, 1, 2)), ["inst 100..200: play mode 7 is not defined"]),
    Case("markers without a loop", aiff([(1, 100), (2, 200)], (0, 1, 2)), []),
    Case(
      "sustain and release", aiff([(1, 100), (2, 200), (3, 700)], (1, 1, 2), (1, 2, 3)),
      ["inst 100..200", "inst 200..700"]),
  ]

  static let foreign: [Case] = [
    Case("a chunk", LoopBytes.flac(chunks: [LoopBytes.sampler([(0, 10, 19)])]), ["riff-smpl 10..20"]),
    Case(
      "the second chunk",
      LoopBytes.flac(chunks: [LoopBytes.cue([(1, 5)]), LoopBytes.sampler([(0, 10, 19)])]),
      ["riff-smpl 10..20"]),
    Case(
      "comments behind it in trust",
      LoopBytes.flac(
        comments: ["TITLE=x", "LOOPSTART=1", "LOOPLENGTH=2"], chunks: [LoopBytes.sampler([(0, 10, 19)])]),
      ["riff-smpl 10..20", "fields 1..3"]),
    Case(
      "comments only", LoopBytes.flac(comments: ["loop_start=1", "Loop_End=900"]), ["fields 1..900"]),
    Case(
      "comments one frame behind", LoopBytes.flac(comments: ["LOOPSTART=1", "LOOPLENGTH=1000"]),
      ["fields 1..1000: \(mended)"]),
  ]

  @Test(arguments: sampler + cue + instrument + foreign) func dialect(_ file: Case) throws {
    let found = try loops(file.bytes).map { loop in
      let remarks = [loop.correction, loop.problem].compactMap { $0 }.map { ": " + $0 }.joined()
      return "\(loop.dialect.rawValue) \(loop.region.startFrame)..\(loop.region.endFrame)\(remarks)"
    }
    #expect(found == file.loops)
  }

  @Test func readingsSayHowTheNumbersCount() throws {
    let chunks = LoopBytes.sampler([(0, 10, 19)]) + LoopBytes.cue([(5, 300)])
    #expect(
      try loops(LoopBytes.wav(frames: 1000, before: chunks)).map(\.reading) == [
        "19 is the last frame played", "from the cue point to the end of the sound",
      ])
    #expect(
      try loops(LoopBytes.aiff(frames: 1000, markers: [(3, 1), (4, 9)], sustain: (1, 3, 4))).map(\.reading)
        == ["the sustain loop from marker 3 to marker 4, before frame 9"])
    #expect(
      try loops(LoopBytes.flac(comments: ["loopstart=7", "LOOP_LENGTH=2"])).map(\.reading)
        == ["LOOPSTART=7 and LOOP_LENGTH=2, a count of frames"])
  }

  /// A file of many loops cannot make the list grow without bound.
  @Test func loopsAreCapped() throws {
    let many = LoopBytes.sampler([LoopBytes.Loop](repeating: (0, 10, 19), count: 3000))
    let points = LoopBytes.cue((0..<3000).map { ($0, 100) })
    let regions = LoopBytes.regions((0..<3000).map { ($0, 100, "rgn ") })
    let found = try loops(LoopBytes.wav(frames: 1000, before: many + many + points + regions))
    #expect(found.count { $0.dialect == .sampler } == EmbeddedLoop.most)
    #expect(found.count { $0.dialect == .cue } == EmbeddedLoop.most)
  }

  @Test func anUnknownLengthIsNotComparedWith() throws {
    let chunks = LoopBytes.sampler([(0, 10, 5000)]) + LoopBytes.cue([(5, 300)])
    let found = try loops(LoopBytes.wav(frames: 1000, before: chunks), frameCount: nil)
    #expect(found.map(\.region) == [LoopRegion(startFrame: 10, endFrame: 5001)])
  }
}

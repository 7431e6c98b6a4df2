import Foundation
import Testing

@testable import LoopBake

@Suite struct WriteLoopReaderTests {
  let folder: WriteFolder
  init() throws { folder = try WriteFolder() }

  func loop(in bytes: [UInt8]) throws -> LoopRegion? {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("x")))
    return try readLoopPoints(folder.file("x"))
  }

  func validFiles() throws -> [[UInt8]] {
    try [Container.wav, .rf64, .aiff, .flac].map { container in
      var spec = OutputSpec.small(container, .pcm16)
      (spec.frames, spec.loop) = (40, LoopRegion(startFrame: 7, endFrame: 40))
      _ = try writeNoise(spec, to: folder.file("v"))
      return try writtenBytes(folder.file("v"))
    }
  }

  @Test func noFileIsAnError() throws {
    #expect(
      throws: BakeError(
        .unreadable, path: "/none", "cannot read the file", because: "No such file or directory")
    ) {
      try readLoopPoints("/none")
    }
    let error = #expect(throws: BakeError.self) { try readLoopPoints(folder.path) }
    #expect(error?.kind == .unreadable)
  }

  @Test func everyTruncationIsSurvived() throws {
    for file in try validFiles() {
      var found = 0
      for count in 0..<file.count {
        if let loop = try loop(in: Array(file[..<count])) {
          #expect(loop == LoopRegion(startFrame: 7, endFrame: 40))
          found += 1
        }
      }
      #expect(found > 0)
    }
  }

  @Test func damagedFilesAreSurvived() throws {
    var bits = WriteBits(seed: 7)
    let files = try validFiles()
    for round in 0..<4000 {
      var file = files[round % files.count]
      let head = min(file.count, 400)
      for _ in 0..<Int.random(in: 1...8, using: &bits) {
        let at = Int.random(in: 0..<head, using: &bits)
        file[at] =
          [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &bits)].randomElement(using: &bits) ?? 0
      }
      if let loop = try loop(in: file) {
        #expect(loop.startFrame >= 0 && loop.length > 0, "round \(round)")
      }
    }
  }

  @Test func randomBytesBehindEveryMagicAreSurvived() throws {
    var bits = WriteBits(seed: 11)
    let heads = [
      "RIFF\0\0\0\0WAVEsmpl", "RF64\0\0\0\0WAVEds64", "FORM\0\0\0\0AIFFMARK", "FORM\0\0\0\0AIFCINST", "fLaC",
      "",
    ]
    for round in 0..<3000 {
      let tail = (0..<Int.random(in: 0...300, using: &bits)).map { _ in
        Bool.random(using: &bits) ? 0 : UInt8.random(in: 0...255, using: &bits)
      }
      if let loop = try loop(in: Array(heads[round % heads.count].utf8) + tail) { #expect(loop.length > 0) }
    }
  }

  // MARK: Dialects

  func flac(_ comments: [String], blocks: [(UInt8, [UInt8])] = []) -> [UInt8] {
    func little(_ n: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: n >> (8 * $0)) } }
    var body = little(1) + [0x78] + little(comments.count)
    for comment in comments { body += little(comment.utf8.count) + Array(comment.utf8) }
    var file = Array("fLaC".utf8)
    let all = [(UInt8(0), [UInt8](repeating: 0, count: 34))] + blocks + [(4, body)]
    for (index, (type, body)) in all.enumerated() {
      let last: UInt8 = index == all.count - 1 ? 0x80 : 0
      let size = (0..<3).map { UInt8(truncatingIfNeeded: body.count >> (16 - 8 * $0)) }
      file += [type | last] + size + body
    }
    return file
  }

  @Test(
    arguments: [
      (["LOOPSTART=10", "LOOPLENGTH=5"], 10..<15), (["loopstart=10", "LoopEnd=15"], 10..<15),
      (["LOOP_START=10", "LOOP-END=15"], 10..<15), (["TITLE=x", "LOOPLENGTH=15", "LOOPSTART=0"], 0..<15),
      (["LOOPSTART=10"], nil), (["LOOPSTART=10", "LOOPEND=10"], nil), (["LOOPSTART=-1", "LOOPEND=10"], nil),
      (["LOOPSTART=1:02", "LOOPEND=10"], nil), (["LOOPSTART=", "LOOPEND=10"], nil), (["LOOPLENGTH=10"], nil),
      (["LOOPSTART=9223372036854775807", "LOOPLENGTH=9223372036854775807"], nil),
      (["LOOPSTART=99999999999999999999", "LOOPLENGTH=1"], nil),
    ] as [([String], Range<Int>?)])
  func flacComments(_ comments: [String], _ expected: Range<Int>?) throws {
    let region = expected.map { LoopRegion(startFrame: $0.lowerBound, endFrame: $0.upperBound) }
    #expect(try loop(in: flac(comments)) == region)
  }

  @Test func flacFallsBackToTheForeignChunk() throws {
    let region = LoopRegion(startFrame: 3, endFrame: 9)
    let sampler = try #require(LoopChunks.sampler(region, sampleRate: 48_000))
    let block = Array("riff".utf8) + LoopChunks.riffChunk("smpl", sampler)
    #expect(try loop(in: flac(["TITLE=x"], blocks: [(2, block)])) == region)
    #expect(
      try loop(in: flac(["LOOPSTART=1", "LOOPLENGTH=1"], blocks: [(2, block)]))
        == LoopRegion(startFrame: 1, endFrame: 2))
  }

  @Test func wavChunkBehindTheDataIsFound() throws {
    let region = LoopRegion(startFrame: 3, endFrame: 9)
    let sampler = try #require(LoopChunks.sampler(region, sampleRate: 48_000))
    var file = Array("RIFF\0\0\0\0WAVE".utf8) + LoopChunks.riffChunk("data", [1, 2, 3]) + [0]
    file += LoopChunks.riffChunk("smpl", sampler)
    #expect(try loop(in: file) == region)
    // An unknown type of loop is passed over; so is one that ends before it begins.
    var other = file
    other[other.count - 60 + 36 + 4] = 1
    #expect(try loop(in: other) == nil)
    other = file
    other[other.count - 60 + 36 + 8] = 200
    #expect(try loop(in: other) == nil)
  }
}

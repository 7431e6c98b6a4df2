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
}

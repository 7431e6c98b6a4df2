import Foundation
import LoopBake
import TestSupport
import Testing

/// Signals, closed and full outputs.
struct BinaryInterruptTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  /// Half an hour of stereo silence that takes no room on the disk.
  private func putHalfAnHour() throws {
    let frames = 1800 * 44_100
    var header = WAVFile(Recording(.init(sampleRate: 44_100, channels: 2), .pcm16, samples: [])).bytes
    func put(_ value: Int, at offset: Int) {
      for byte in 0..<4 { header[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    put(header.count - 8 + 4 * frames, at: 4)
    put(4 * frames, at: header.count - 4)
    let path = try workshop.folder.put("long.wav", header)
    try #require(truncate(path, off_t(header.count + 4 * frames)) == 0)
  }

  /// A bake that takes a minute, begun: its temporary file is there.
  private func startLongBake(_ options: String = "") throws -> Started {
    try putHalfAnHour()
    let started = try workshop.start("long.wav -o out.wav -r 48000 --resampler src-best " + options)
    for _ in 0..<1000 where temporaryFiles.isEmpty { usleep(10_000) }
    return started
  }

  private var temporaryFiles: [String] { workshop.folder.names.filter { $0.hasPrefix(".") } }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalLeavesTheOldFileWhole(signal: Int32) throws {
    try workshop.folder.put("out.wav", Array("old".utf8))
    let started = try startLongBake()
    #expect(temporaryFiles.count == 1)
    started.send(signal)
    let finished = started.finished()
    #expect(finished.status == 128 + signal)
    #expect(finished.out == "")
    #expect(finished.err == "loopbake: interrupted\n")
    #expect(workshop.folder.names == ["in.wav", "long.wav", "out.wav"])
    #expect(try workshop.folder.bytes("out.wav") == Array("old".utf8))
  }

  /// Minutes of fade are read before the first frame is written.
  @Test func aLongFadeCanBeInterrupted() throws {
    let started = try startLongBake("-f 300")
    started.send(SIGTERM)
    #expect(started.finished().status == 128 + SIGTERM)
    #expect(workshop.folder.names == ["in.wav", "long.wav"])
  }

  @Test func aKilledRunIsCleanedUpByTheNext() throws {
    let started = try startLongBake()
    started.send(SIGKILL)
    #expect(started.finished().status == 128 + SIGKILL)
    #expect(temporaryFiles.count == 1)
    _ = try workshop.bake("in.wav -o out.wav -f 2000f")
    #expect(workshop.folder.names == ["in.wav", "long.wav", "out.wav"])
    #expect(try workshop.judged("out.wav").frames == 18_000)
  }

  @Test func aSignalStopsABatch() throws {
    try putHalfAnHour()
    let started = try workshop.start(
      "long.wav in.wav -o loops -r 48000 --resampler src-best -j 1 --json -f 500f")
    for _ in 0..<1000 where workshop.folder.names.count < 4 { usleep(10_000) }
    started.send(SIGTERM)
    let finished = started.finished()
    #expect(finished.status == 143)
    #expect(try finished.lines.map(\.error?.kind) == ["interrupted", "interrupted"])
    #expect(finished.err == "loopbake: 0 baked, 2 not done\nloopbake: interrupted\n")
    #expect(workshop.folder.names == ["in.wav", "long.wav", "loops"])
  }

  @Test func closedStandardOutput() throws {
    let finished = try workshop.shell("\"$0\" in.wav -o out.wav -f 2000f >&-")
    #expect(finished.status == 1)
    #expect(finished.err == "loopbake: standard output: cannot write: Bad file descriptor\n")
    #expect(try workshop.judged("out.wav").frames == 18_000)
    #expect(workshop.folder.names == ["in.wav", "out.wav"])
  }

  @Test func closedStandardOutputForTheSound() throws {
    let finished = try workshop.shell("\"$0\" in.wav -o - -f 2000f >&-")
    #expect(finished.status == 1)
    #expect(finished.err == "loopbake: standard output: cannot write the file: Bad file descriptor\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullStandardOutput() throws {
    let results = try workshop.shell("\"$0\" in.wav -o out.wav -f 2000f >/dev/full")
    #expect(results.status == 1)
    #expect(results.err == "loopbake: standard output: cannot write: No space left on device\n")
    #expect(try workshop.judged("out.wav").frames == 18_000)
    let sound = try workshop.shell("\"$0\" in.wav -o - -f 2000f >/dev/full")
    #expect(sound.status == 1)
    #expect(sound.err == "loopbake: standard output: cannot write the file: No space left on device\n")
  }

  /// Whoever reads the results may leave; the files are still made.
  @Test func aReaderThatLeavesIsQuiet() throws {
    let finished = try workshop.shell("{ sleep 0.2; \"$0\" in.wav -o out.wav -f 2000f; echo $? >&2; } | true")
    #expect(finished.err == "0\n")
    #expect(try workshop.judged("out.wav").frames == 18_000)
  }

  @Test func anUnreadableTemporaryFolder() throws {
    let finished = try workshop.shell("TMPDIR=/nowhere \"$0\" in.wav -o - -f 2000f")
    #expect(finished.status == 1)
    #expect(
      finished.err.contains("cannot create a temporary file: No such file or directory"), "\(finished.err)")
    #expect(finished.err.hasSuffix("; set TMPDIR to a folder with room\n"), "\(finished.err)")
  }
}

import Foundation
import LoopBake
import TestSupport
import Testing

/// What can go wrong around a run: one clear line, the right status, the old output whole, nothing left.
struct BinaryFaultTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  /// Runs a script and expects one line of complaint, failure, and the folder as it was.
  private func expectFailure(_ script: String, _ complaint: String, _ comment: Comment? = nil) throws {
    try workshop.folder.put("out.wav", Array("old".utf8))
    let before = workshop.folder.names
    let finished = try workshop.shell(script)
    #expect(finished.status == 1, comment)
    #expect(finished.err.split(separator: "\n").count == 1, "\(finished.err)")
    #expect(finished.err.contains(complaint), "\(finished.err)")
    #expect(workshop.folder.names == before, comment)
    #expect(try workshop.folder.bytes("out.wav") == Array("old".utf8), comment)
  }

  /// Wherever memory ends, there is either the output or one line.
  @Test(arguments: [25, 30, 35, 40, 50, 60, 80, 120])
  func memoryLimit(mebibytes: Int) throws {
    let run =
      "ulimit -v \(mebibytes * 1024); ulimit -c 0; timeout -s KILL 60 \"$0\" in.wav -o out.wav -f 0.5 --quiet"
    let finished = try workshop.shell(run)
    #expect(finished.status == 0 || finished.status == 1, "\(finished.status): \(finished.err)")
    #expect(finished.err.split(separator: "\n").count == (finished.status == 0 ? 0 : 1), "\(finished.err)")
    #expect(workshop.folder.names == (finished.status == 0 ? ["in.wav", "out.wav"] : ["in.wav"]))
  }

  @Test func aFadeThatNoMemoryHolds() throws {
    try putSilence("long.wav", frames: 40 << 20)
    try expectFailure(
      "ulimit -v 300000; timeout -s KILL 60 \"$0\" long.wav -o out.wav -f 19000000f",
      "long.wav: not enough memory: about 1", "a fade of 19 million frames needs over a gigabyte")
  }

  @Test(arguments: 4...9) func fewDescriptors(count: Int) throws {
    let finished = try workshop.shell(
      "ulimit -n \(count); timeout -s KILL 60 \"$0\" in.wav -o out.wav -f 2000f --quiet")
    #expect(finished.status == 0 || finished.status == 1, "\(finished.status): \(finished.err)")
    if finished.status == 1 { #expect(finished.err.hasSuffix(": Too many open files\n"), "\(finished.err)") }
    #expect(workshop.folder.names == (finished.status == 0 ? ["in.wav", "out.wav"] : ["in.wav"]))
  }

  /// Half of the output fits.
  @Test func aFullDisk() throws {
    try expectFailure("ulimit -f 40; \"$0\" in.wav -o out.wav -f 2000f", "out.wav: cannot write the file: ")
  }

  @Test func anInputThatChangesWhileItIsRead() throws {
    try putSilence("long.wav", frames: 60 << 20)
    let started = try workshop.start("long.wav -o out.wav -r 48000 -f 1")
    for _ in 0..<1000 where workshop.folder.names.count < 3 { usleep(10_000) }
    try FileHandle(forUpdating: URL(fileURLWithPath: workshop.folder.file("long.wav"))).write(
      contentsOf: Data([1]))
    let finished = started.finished()
    #expect(finished.status == 1)
    #expect(
      finished.err.contains("long.wav: cannot use the sound: the file changed while it was read"),
      "\(finished.err)")
    #expect(workshop.folder.names == ["in.wav", "long.wav"])
  }

  /// Not only that of the same output.
  @Test func leftoversOfKilledRunsGo() throws {
    let left = [".loopbake-0123456789abcdef.tmp", ".loopbake-fedcba9876543210.tmp"]
    let others = [".loopbake-0123.tmp", ".loopbake-0123456789abcdef.bak", ".other.tmp"]
    for name in left + others { try workshop.folder.put(name, [1, 2, 3]) }
    _ = try workshop.bake("in.wav -o out.wav -f 2000f")
    #expect(Set(workshop.folder.names) == Set(others + ["in.wav", "out.wav"]))
    try FileManager.default.createDirectory(
      atPath: workshop.folder.file("loops"), withIntermediateDirectories: false)
    try workshop.folder.put("loops/" + left[0], [1])
    #expect(try workshop.run("in.wav -o loops/ -f 2000f").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.file("loops")) == ["in.wav"])
  }

  /// A file that a living run holds is locked.
  @Test func filesInUseStay() throws {
    let name = ".loopbake-0123456789abcdef.tmp"
    let path = try workshop.folder.put(name, [1])
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    _ = try workshop.bake("in.wav -o out.wav -f 2000f")
    #expect(workshop.folder.names.contains(name))
  }

  @Test func namesAtTheLimitOfTheFileSystem() throws {
    let longest = String(repeating: "n", count: 251) + ".wav"
    _ = try workshop.bake("in.wav -o \(longest) -f 2000f")
    #expect(try workshop.judged(longest).frames == 18_000)
    try expectFailure("\"$0\" in.wav -o x\(longest) -f 2000f", "File name too long")
    try expectFailure("\"$0\" in.wav -o \(longest) --sidecar -f 2000f", "File name too long")
  }

  @Test func inputsThatAreNoFiles() throws {
    try expectFailure(
      "mkfifo pipe; timeout 60 \"$0\" pipe -o out.wav; s=$?; rm pipe; exit $s", "pipe: cannot read the sound")
    try expectFailure(
      "\"$0\" /dev/zero -o out.wav", "/dev/zero: cannot read the file: it is a device or a socket")
    try expectFailure(
      "ln -s none gone; \"$0\" gone -o out.wav; s=$?; rm gone; exit $s",
      "gone: cannot read the file: No such file")
    try expectFailure(
      "ln -s loop loop; \"$0\" loop -o out.wav; s=$?; rm loop; exit $s",
      "loop: cannot read the file: Too many")
  }

  @Test func aFolderWithoutRecordings() throws {
    try FileManager.default.createDirectory(
      atPath: workshop.folder.file("empty"), withIntermediateDirectories: false)
    let finished = try workshop.run("empty -o loops/")
    #expect(finished.status == 1)
    #expect(finished.err.hasSuffix("loopbake: no recording was found in what was given\n"), "\(finished.err)")
  }

  /// What the file system does not allow to root either does not show here.
  @Test(.enabled(if: getuid() != 0, "root may write everywhere")) func aReadOnlyFolder() throws {
    try expectFailure(
      "mkdir closed; chmod 555 closed; \"$0\" in.wav -o closed/out.wav; s=$?; rmdir closed; exit $s",
      "closed/out.wav: cannot write the file: Permission denied")
  }

  /// Stereo silence that takes no room on the disk.
  private func putSilence(_ name: String, frames: Int) throws {
    var header = WAVFile(Recording(.init(sampleRate: 44_100, channels: 2), .pcm16, samples: [])).bytes
    for (value, offset) in [(header.count - 8 + 4 * frames, 4), (4 * frames, header.count - 4)] {
      for byte in 0..<4 { header[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    let path = try workshop.folder.put(name, header)
    try #require(truncate(path, off_t(header.count + 4 * frames)) == 0)
  }
}

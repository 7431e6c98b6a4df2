import Foundation
import Testing

@testable import LoopBake

@Suite struct WriteOutputFileTests {
  let folder: WriteFolder
  init() throws { folder = try WriteFolder() }

  func put(_ text: String, into file: borrowing OutputFile) {
    _ = Array(text.utf8).withUnsafeBytes { writeFully($0, to: file.descriptor) }
  }

  func replace(_ name: String, with text: String, never inputs: InputFiles = []) throws(BakeError) {
    let file = try OutputFile(path: folder.file(name), never: inputs)
    put(text, into: file)
    try file.commit()
  }

  func refusal(_ path: String, never inputs: InputFiles = []) -> BakeError? {
    do throws(BakeError) {
      _ = try OutputFile(path: path, never: inputs)
      return nil
    } catch { return error }
  }

  @Test func oldFileStaysWholeUntilTheCommit() throws {
    try folder.put("a.wav", "old")
    let file = try OutputFile(path: folder.file("a.wav"))
    put("new", into: file)
    #expect(try folder.text("a.wav") == "old")
    #expect(try writtenBytes(file.temporaryPath) == Array("new".utf8))
    try file.commit()
    #expect(try folder.text("a.wav") == "new")
    #expect(folder.names == ["a.wav"])
  }

  @Test func abandoningLeavesNothing() throws {
    try folder.put("a.wav", "old")
    do {
      let file = try OutputFile(path: folder.file("a.wav"))
      put("half", into: file)
    }
    do { _ = try OutputFile(path: folder.file("b.wav")) }
    #expect(folder.names == ["a.wav"])
    #expect(try folder.text("a.wav") == "old")
  }

  @Test func permissionsOfTheOldFileAreKept() throws {
    try folder.put("a.wav", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("a.wav"))
    try replace("a.wav", with: "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.wav"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func linkStaysALinkAndItsFileIsReplaced() throws {
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: true)
    try folder.put("real/a.wav", "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.wav"), withDestinationPath: "real/a.wav")
    try replace("link.wav", with: "new")
    #expect(try folder.text("real/a.wav") == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.wav")) == "real/a.wav")
  }

  @Test func linkToNothingMakesItsFile() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file("one"), withDestinationPath: "two")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("two"), withDestinationPath: folder.file("new.wav"))
    try replace("one", with: "new")
    #expect(try folder.text("new.wav") == "new")
    #expect(folder.names == ["new.wav", "one", "two"])
  }

  @Test func linksInACircleAreRefused() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file("one"), withDestinationPath: "two")
    try FileManager.default.createSymbolicLink(atPath: folder.file("two"), withDestinationPath: "one")
    #expect(refusal(folder.file("one"))?.reason == "Too many levels of symbolic links")
  }

  @Test func inputIsRefusedByAnyPath() throws {
    try folder.put("in.wav", "sound")
    let input = folder.file("in.wav")
    try FileManager.default.linkItem(atPath: input, toPath: folder.file("hard.wav"))
    try FileManager.default.createSymbolicLink(atPath: folder.file("soft.wav"), withDestinationPath: "in.wav")
    for name in ["in.wav", "./in.wav", "../\(baseName(folder.path))/in.wav", "hard.wav", "soft.wav"] {
      let error = refusal(folder.file(name), never: ["/nowhere", input])
      #expect(error?.kind == .unwritable)
      #expect(error?.reason == "this is an input", "\(name)")
    }
    #expect(refusal(input, never: [folder.file("soft.wav")])?.reason == "this is an input")
    #expect(try folder.text("in.wav") == "sound")
    #expect(folder.names == ["hard.wav", "in.wav", "soft.wav"])
  }

  @Test func placesThatAreNoFilesAreRefused() throws {
    #expect(refusal(folder.path)?.reason == "this is a folder")
    #expect(refusal(folder.path + "/")?.reason == "this is a folder")
    #expect(refusal("")?.reason == "this is a folder")
    #expect(refusal("/dev/null")?.reason == "this is a device or a pipe")
    mkfifo(folder.file("pipe"), 0o600)
    #expect(refusal(folder.file("pipe"))?.reason == "this is a device or a pipe")
    try folder.put("a.wav", "")
    #expect(refusal(folder.file("a.wav/b.wav"))?.reason == "Not a directory")
    let missing = refusal(folder.file("none/b.wav"))
    #expect(missing?.reason == "the folder \(folder.file("none")) does not exist")
    #expect(missing?.wayOut == "create it first")
    let long = String(repeating: "x", count: 256)
    #expect(refusal(folder.file(long))?.reason == "File name too long")
    #expect(folder.names == ["a.wav", "pipe"])
  }

  @Test func longestNameFits() throws {
    let name = String(repeating: "x", count: 255)
    try replace(name, with: "new")
    #expect(folder.names == [name])
  }

  @Test func leftoverOfAKilledRunIsReplaced() throws {
    let temporary: String
    do { temporary = try OutputFile(path: folder.file("a.wav")).temporaryPath }
    #expect(baseName(temporary).hasPrefix(".loopbake-") && baseName(temporary).utf8.count == 30)
    try Data("a long leftover".utf8).write(to: URL(fileURLWithPath: temporary))
    try replace("a.wav", with: "new")
    #expect(try folder.text("a.wav") == "new")
    #expect(folder.names == ["a.wav"])
  }

  @Test func fileInUseIsRefusedAndLeftAlone() throws {
    let first = try OutputFile(path: folder.file("a.wav"))
    put("first", into: first)
    #expect(refusal(folder.file("a.wav"))?.reason == "another loopbake is writing this file")
    #expect(try writtenBytes(first.temporaryPath) == Array("first".utf8))
    try first.commit()
    #expect(try folder.text("a.wav") == "first")
    try replace("a.wav", with: "second")
    #expect(try folder.text("a.wav") == "second")
  }

  @Test func hiddenFileThatIsAnInputIsNotEmptied() throws {
    let temporary: String
    do { temporary = try OutputFile(path: folder.file("a.wav")).temporaryPath }
    try Data("sound".utf8).write(to: URL(fileURLWithPath: temporary))
    #expect(refusal(folder.file("a.wav"), never: [temporary])?.reason == "\(temporary) is in the way")
    #expect(try writtenBytes(temporary) == Array("sound".utf8))
  }

  @Test func hiddenFileThatIsALinkIsNotFollowed() throws {
    let temporary: String
    do { temporary = try OutputFile(path: folder.file("a.wav")).temporaryPath }
    try folder.put("victim", "precious")
    try FileManager.default.createSymbolicLink(atPath: temporary, withDestinationPath: folder.file("victim"))
    #expect(refusal(folder.file("a.wav"))?.kind == .unwritable)
    #expect(try folder.text("victim") == "precious")
  }

  @Test func manyWritersOfOneFileNeverMix() async throws {
    let path = folder.file("a.wav")
    let done = await withTaskGroup(of: Bool.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let text = Array(String(repeating: "\(writer)", count: 5000).utf8)
            guard let file = try? OutputFile(path: path) else { continue }
            _ = text.withUnsafeBytes { writeFully($0, to: file.descriptor) }
            guard (try? file.commit()) != nil else { return false }
            let read = (try? writtenBytes(path)) ?? []
            guard read.count == 5000, Set(read).count == 1 else { return false }
          }
          return true
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(done)
    #expect(folder.names == ["a.wav"])
  }

  @Test func foldersAreCreatedWithTheirParents() throws {
    try createFolders(folder.file("a/b/c"))
    try createFolders(folder.file("a/b/c/"))
    #expect(folder.names == ["a"])
    try folder.put("file", "")
    do throws(BakeError) {
      try createFolders(folder.file("file/x"))
      Issue.record("a file was taken for a folder")
    } catch { #expect(error.reason == "File exists" || error.reason == "Not a directory") }
  }

  @Test func spoolGoesToAPipeWholeAndToAClosedOneWithAnError() throws {
    signal(SIGPIPE, SIG_IGN)
    let spool = try SpoolFile()
    let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    _ = bytes.withUnsafeBytes { writeFully($0, to: spool.descriptor) }
    let copy = open(folder.file("copy"), O_WRONLY | O_CREAT, 0o600)
    try spool.copy(to: copy)
    close(copy)
    #expect(try writtenBytes(folder.file("copy")) == bytes)

    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    do throws(BakeError) {
      try spool.copy(to: ends[1])
      Issue.record("nobody read the pipe")
    } catch {
      #expect(error == BakeError(.unwritable, path: "-", "cannot write the file", because: "Broken pipe"))
    }
    close(ends[1])
  }
}

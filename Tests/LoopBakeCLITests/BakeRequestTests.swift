import Foundation
import LoopBake
import Testing

@testable import LoopBakeCLI

/// What a command line means.
private func request(_ words: [String]) throws -> BakeRequest {
  var arguments = BakeArguments()
  guard case .operands(let inputs) = try parse(words, into: &arguments, options: BakeArguments.options) else {
    throw UsageError("no operands")
  }
  return try BakeRequest(arguments, inputs: inputs)
}

/// A folder with the files `a.wav` and `b.wav` and the folder `d`.
private func withInputs<Value>(_ body: (String) throws -> Value) throws -> Value {
  try withTemporaryFolder { folder in
    for name in ["a.wav", "b.wav"] { try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: true)
    return try body(folder)
  }
}

/// The words with `@` replaced by the folder.
private func words(_ line: String, in folder: String) -> [String] {
  line.split(separator: " ").map { $0.replacingOccurrences(of: "@", with: folder) }
}

struct BakeRequestTests {
  @Test(arguments: [
    ("@/a.wav -o @/x.flac", Container.flac), ("@/missing -o @/x.WAV", .wav),
    ("@/a.wav -o @/x.flac --format caf", .caf),
    ("@/a.wav -o @/x.unknown --format w64", .w64), ("@/a.wav -o @/x --format au", .au),
    ("- -o @/x.aif", .aiff),
    ("@/a.wav -o @/b.wav", .wav),
  ])
  func oneFileIsOneBake(line: String, container: Container) throws {
    try withInputs { folder in
      let words = words(line, in: folder)
      let request = try request(words)
      guard case .one(let job) = request.work else {
        Issue.record("not one job")
        return
      }
      #expect(job.input.name == words[0])
      #expect(job.output == .file(path: words[2]))
      #expect(job.settings.container == container)
      #expect(job.inputPaths.paths == [words[0] == "-" ? "/dev/stdin" : words[0]])
    }
  }

  @Test(arguments: [("- -o -", Container.wav), ("@/a.wav -o - --format flac", .flac)])
  func standardOutput(line: String, container: Container) throws {
    try withInputs { folder in
      guard case .one(let job) = try request(words(line, in: folder)).work else {
        Issue.record("not one job")
        return
      }
      #expect(job.output == .standardOutput)
      #expect(job.settings.container == container)
    }
  }

  @Test(arguments: [
    ("@/a.wav @/b.wav -o @/out", "@/out"), ("@/d -o @/out", "@/out"), ("@/a.wav -o @/d", "@/d"),
    ("@/a.wav -o @/new/", "@/new"), ("@/a.wav -o @/new.wav///", "@/new.wav"),
    ("@/d -o @/out.wav/", "@/out.wav"),
    ("@/d @/a.wav -o @/d", "@/d"), ("@/a.wav -o @/new.ogg/", "@/new.ogg"), ("@/a.wav @/b.wav -o /", "/"),
    ("@/a.wav @/missing.wav -o @/v1.2", "@/v1.2"),
  ])
  func severalInputsNeedAFolder(line: String, outputFolder: String) throws {
    try withInputs { folder in
      let words = words(line, in: folder)
      guard case .folder(let inputs, let output, let settings) = try request(words).work else {
        Issue.record("no folder")
        return
      }
      #expect(inputs == Array(words.prefix { $0 != "-o" }))
      #expect(output == outputFolder.replacingOccurrences(of: "@", with: folder))
      #expect(settings.container == nil)
    }
  }

  @Test func widthIsTheNumberOfProcessors() throws {
    #expect((1...256).contains(try request(["a.wav", "-o", "b.wav"]).width))
    #expect(try request(["a.wav", "-o", "b.wav", "-j3"]).width == 3)
  }

  private static let formats = "wav, rf64, w64, aiff, caf, au or flac"

  @Test(arguments: [
    ("", "no input: loopbake INPUT... -o OUTPUT"), ("-o x.wav", "no input: loopbake INPUT... -o OUTPUT"),
    ("@/a.wav", "--output: is missing: say where to write with -o OUTPUT"),
    ("@/a.wav @/b.wav -o -", "--output: standard output holds one sound: give one file as input"),
    ("@/d -o -", "--output: standard output holds one sound: give one file as input"),
    (
      "@/a.wav @/b.wav -o @/x.wav",
      """
      --output: "@/x.wav" names a file: several inputs, or a folder, need a folder as output; end it in / to make a \
      folder of that name
      """
    ),
    (
      "@/d -o @/a.wav",
      "--output: \"@/a.wav\" names a file: several inputs, or a folder, need a folder as output"
    ),
    (
      "- -o @/d",
      "-: standard input has no name in a folder: give it as the only input, and a file as output"
    ),
    (
      "@/a.wav - -o @/d",
      "-: standard input has no name in a folder: give it as the only input, and a file as output"
    ),
    ("@/a.wav -o - --sidecar", "--sidecar: standard output has no name to put it beside"),
    (
      "@/a.wav -o /dev/null --format wav",
      "--output: \"/dev/null\" is no ordinary file; use -o - for standard output"
    ),
    (
      "@/a.wav -o @/x",
      """
      --output: "@/x": no extension says what to write: use --format, or an extension of \(formats), or end it in / \
      for a folder
      """
    ),
    (
      "@/a.wav -o @/x.txt",
      """
      --output: "@/x.txt": the extension .txt stands for no format: use --format, or an extension of \(formats)
      """
    ),
    (
      "@/a.wav -o @/x.OGG",
      """
      --output: "@/x.OGG": Ogg Vorbis output is not available in this version: only uncompressed and FLAC are; use \
      --format, or an extension of \(formats)
      """
    ),
    ("@/a.wav -o @/x.wav -q 3", "--quality: wav has no compression level: it is for flac"),
    ("@/d -o @/d -q 3", "--quality: wav has no compression level: it is for flac"),
    (
      "@/a.wav -o @/x.flac -e float32",
      "--encoding: flac cannot hold float32: use pcm8, pcm16 or pcm24, or another format"
    ),
  ])
  func refuses(line: String, message: String) throws {
    try withInputs { folder in
      let error = #expect(throws: UsageError.self) { try request(words(line, in: folder)) }
      let text = error.map { ($0.subject.map { $0 + ": " } ?? "") + $0.problem }
      #expect(text == message.replacingOccurrences(of: "@", with: folder))
    }
  }
}

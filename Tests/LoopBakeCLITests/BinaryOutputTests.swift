import Foundation
import LoopBake
import TestSupport
import Testing

/// What is written and how it is named: formats, encodings, `--sidecar`, `--no-clobber`, `-`.
struct BinaryOutputTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  var source: Recording { workshop.source }

  struct Form: CustomTestStringConvertible {
    let container: Container
    let encoding: SampleEncoding
    var testDescription: String { "\(container) \(encoding)" }

    static let all = Container.allCases.flatMap { container in
      SampleEncoding.allCases.map { Form(container: container, encoding: $0) }
    }
    var isAllowed: Bool { container != .flac || [.pcm8, .pcm16, .pcm24].contains(encoding) }
    /// Whether libsndfile finds the loop.
    var hasLoop: Bool { [.wav, .aiff, .flac].contains(container) }
  }

  @Test(arguments: Form.all.filter(\.isAllowed))
  func eachEncodingInEachFormat(_ form: Form) throws {
    let name = "out.\(form.container)"
    let line = try workshop.bake("in.wav -o \(name) -f 2000f --layout intro -e \(form.encoding)")
    #expect(line.container == form.container.rawValue)
    #expect(line.encoding == form.encoding.rawValue)
    #expect(
      try workshop.judged(name)
        == Judged(frames: 20_000, rate: 10_000, channels: 2, loop: form.hasLoop ? 2000..<20_000 : nil))
    let loopWarning =
      "\(form.container.rawValue.uppercased()) files hold no loop points; the sidecar (--sidecar) does"
    let hasNone = [.w64, .caf, .au].contains(form.container)
    let expected = hasNone ? [loopWarning] : []
    #expect(line.warnings == expected)
    // Wide enough an encoding gives the very same body to any decoder.
    let samples = Tool.ffmpegSamples(workshop.folder.file(name))
    #expect(samples.count == 40_000)
    guard form.encoding != .pcm8 else {
      #expect(largestDifference(samples.prefix(36_000), source[0..<18_000]) <= 1.51 * form.encoding.step)
      return
    }
    #expect(Array(samples.prefix(36_000)) == Array(source[0..<18_000]))
  }

  @Test(arguments: Form.all.filter { !$0.isAllowed })
  func refusedEncodingsListWhatIsAllowed(_ form: Form) throws {
    let finished = try workshop.run("in.wav -o out.\(form.container) -f 2000f -e \(form.encoding)")
    #expect(finished.status == 2)
    #expect(finished.out == "")
    #expect(
      finished.err
        == "loopbake: --encoding: flac cannot hold \(form.encoding): use pcm8, pcm16 or pcm24, or another format; "
        + "see 'loopbake help bake'\n")
    #expect(workshop.folder.names == ["in.wav"])
  }

  @Test(arguments: [
    ("wav", "RIFF"), ("wave", "RIFF"), ("bwf", "RIFF"), ("WAV", "RIFF"), ("rf64", "RF64"), ("w64", "riff"),
    ("aiff", "FORM"), ("aif", "FORM"), ("aifc", "FORM"), ("caf", "caff"), ("au", ".snd"), ("snd", ".snd"),
    ("flac", "fLaC"),
  ])
  func extensionDecides(name: String, magic: String) throws {
    _ = try workshop.bake("in.wav -o out.\(name) -f 2000f")
    #expect(try Array(workshop.folder.bytes("out.\(name)").prefix(4)) == Array(magic.utf8))
  }

  @Test func formatDecidesOverExtension() throws {
    #expect(try workshop.bake("in.wav -o out.wav -f 2000f --format flac").container == "flac")
    #expect(try Array(workshop.folder.bytes("out.wav").prefix(4)) == Array("fLaC".utf8))
    #expect(try workshop.bake("in.wav -o out.xyz -f 2000f --format au").container == "au")
    #expect(try workshop.bake("in.wav -o plain -f 2000f --format aiff").container == "aiff")
  }

  @Test(arguments: [
    ("ogg", "Ogg Vorbis"), ("oga", "Ogg Vorbis"), ("opus", "Opus"), ("mp3", "MP3"), ("MP3", "MP3"),
  ])
  func lossyOutputIsRefused(name: String, format: String) throws {
    let finished = try workshop.run("in.wav -o out.\(name) -f 2000f")
    #expect(finished.status == 2)
    #expect(
      finished.err
        == "loopbake: --output: \"out.\(name)\": \(format) output is not available in this version: only uncompressed "
        + "and FLAC are; use --format, or an extension of wav, rf64, w64, aiff, caf, au or flac; see 'loopbake help "
        + "bake'\n")
    let asked = try workshop.run("in.wav -o out.wav --format \(name.lowercased())")
    #expect(asked.status == 2)
    #expect(
      asked.err.contains("\(format) output is not available in this version: only uncompressed and FLAC are"))
    #expect(workshop.folder.names == ["in.wav"])
  }

  @Test(arguments: SampleEncoding.allCases)
  func encodingIsTheSourcesOwn(_ encoding: SampleEncoding) throws {
    try workshop.folder.put("own.wav", .noise(seed: 7, rate: 10_000, encoding, frames: 9000))
    let line = try workshop.bake("own.wav -o out.wav -f 500f")
    #expect(line.encoding == encoding.rawValue)
    let own = try workshop.folder.recording("own.wav")
    #expect(try Array(workshop.folder.recording("out.wav")[500..<8500]) == Array(own[500..<8500]))
  }

  @Test func flacTakesTheWidestItHasForFloat() throws {
    try workshop.folder.put("own.wav", .noise(seed: 7, rate: 10_000, .float32, frames: 9000))
    let line = try workshop.bake("own.wav -o out.flac -f 500f")
    #expect(line.encoding == "pcm24")
    #expect(line.warnings == ["flac does not hold the source's float32: written as pcm24"])
  }

  @Test func levelsOfCompression() throws {
    let sizes = try (0...8).map { level in
      let name = "out\(level).flac"
      _ = try workshop.bake("in.wav -o \(name) -f 2000f -q \(level)")
      let test = try finish("flac", ["-t", "-s", workshop.folder.file(name)])
      #expect(test.status == 0 && test.err == "", "\(test.err)")
      return try workshop.folder.bytes(name).count
    }
    #expect(sizes[8] <= sizes[0])
    let decoded = try (0...8).map { level in
      try finish("flac", ["-d", "-s", "-c", workshop.folder.file("out\(level).flac")]).bytes
    }
    #expect(Set(decoded).count == 1)
    _ = try workshop.bake("in.wav -o default.flac -f 2000f")
    #expect(try workshop.same("default.flac", "out5.flac"))
  }

  /// The loop as others see it: SoX counts, ffmpeg makes a chapter of the cue point.
  @Test(arguments: ["", "--layout intro"])
  func wavIsReadByOthers(layout: String) throws {
    let line = try workshop.bake("in.wav -o out.wav -f 2000f \(layout)")
    let path = workshop.folder.file("out.wav")
    #expect(try finish("soxi", ["-s", path]).out == "\(try #require(line.frames))\n")
    #expect(try finish("soxi", ["-r", path]).out == "10000\n")
    let probe = try finish("ffprobe", ["-v", "error", "-show_chapters", "-of", "flat", path]).out
    #expect(probe.contains("chapter.0.start=\(line.loopRange.lowerBound)\n"), "\(probe)")
    #expect(probe.contains("chapter.0.tags.title=\"Loop\""), "\(probe)")
  }

  @Test func flacIsReadByOthers() throws {
    _ = try workshop.bake("in.wav -o out.flac -f 2000f --layout intro")
    let path = workshop.folder.file("out.flac")
    let tags = try finish("metaflac", ["--export-tags-to=-", path]).out
    #expect(tags.hasPrefix("LOOPSTART=2000\nLOOPLENGTH=18000\nLOOP_START=2000\nLOOP_END=20000\n"), "\(tags)")
    let list = try finish("metaflac", ["--list", path]).out
    #expect(list.contains("total samples: 20000") && list.contains("sample_rate: 10000 Hz"), "\(list)")
    #expect(list.contains("application ID: 72696666"), "\(list)")
  }

  @Test func sidecarTellsTheLoop() throws {
    _ = try workshop.bake("in.wav -o out.caf -f 2000f --layout intro --sidecar")
    #expect(workshop.folder.names == ["in.wav", "out.caf", "out.caf.loop.json"])
    let object = try JSONSerialization.jsonObject(with: Data(workshop.folder.bytes("out.caf.loop.json")))
    let sidecar = try #require(object as? [String: Any])
    #expect(sidecar["schema"] as? String == "loopbake.loop/1")
    #expect(sidecar["file"] as? String == "out.caf")
    #expect(sidecar["frames"] as? Int == 20_000)
    let loop = try #require(sidecar["loop"] as? [String: Any])
    #expect(loop["startFrame"] as? Int == 2000)
    #expect(loop["endFrame"] as? Int == 20_000)
    #expect(loop["startSeconds"] as? Double == 0.2)
    let crossfade = try #require(sidecar["crossfade"] as? [String: Any])
    #expect(crossfade["frames"] as? Int == 2000)
  }

  @Test func noClobberLeavesTheOldFile() throws {
    try workshop.folder.put("out.wav", Array("old".utf8))
    let finished = try workshop.run("in.wav -o out.wav -f 2000f --no-clobber")
    #expect(finished.status == 0)
    #expect(finished.out == "in.wav: skipped: the output exists\n")
    #expect(try workshop.folder.bytes("out.wav") == Array("old".utf8))
    #expect(try workshop.bake("in.wav -o new.wav -f 2000f --no-clobber").event == "baked")
    let line = try #require(try workshop.run("in.wav -o out.wav -f 2000f --no-clobber --json").lines.first)
    #expect(line.event == "skipped" && line.reason == "the output exists")
  }

  @Test func anOldFileIsReplacedAndKeepsItsPermissions() throws {
    try workshop.folder.put("out.wav", Array("old".utf8))
    #expect(chmod(workshop.folder.file("out.wav"), 0o640) == 0)
    _ = try workshop.bake("in.wav -o out.wav -f 2000f")
    #expect(try workshop.judged("out.wav").frames == 18_000)
    var status = stat()
    #expect(stat(workshop.folder.file("out.wav"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(workshop.folder.names == ["in.wav", "out.wav"])
  }

  @Test(arguments: [
    ("", "RIFF"), ("--format flac", "fLaC"), ("--format aiff", "FORM"), ("--format rf64", "RF64"),
  ])
  func standardOutputCarriesTheSoundAlone(options: String, magic: String) throws {
    let finished = try workshop.run("in.wav -o - -f 2000f \(options)")
    #expect(finished.status == 0)
    #expect(finished.err == "")
    #expect(finished.bytes.starts(with: Array(magic.utf8)))
    let format = options.isEmpty ? "--format wav" : options
    _ = try workshop.bake("in.wav -o file -f 2000f \(format)")
    #expect(try finished.bytes == workshop.folder.bytes("file"))
    #expect(workshop.folder.names == ["file", "in.wav"])
  }

  @Test func aPipeInAndOut() throws {
    let piped = try workshop.shell("cat in.wav | \"$0\" - -o - -f 2000f | cat >piped.wav")
    #expect(piped.status == 0 && piped.err == "", "\(piped.err)")
    _ = try workshop.bake("in.wav -o out.wav -f 2000f")
    #expect(try workshop.same("piped.wav", "out.wav"))
    #expect(
      try workshop.bake("- -o redirected.wav -f 2000f", input: workshop.folder.file("in.wav")).input == "-")
    #expect(try workshop.same("redirected.wav", "out.wav"))
    #expect(
      try workshop.run("in.wav -o - -f 2000f -v").err.hasPrefix("-: 0:01.800, loop 0..18000 at 10000 Hz"))
  }

  @Test func anOutputFolderGetsTheInputsName() throws {
    let line = try workshop.bake("in.wav -o made/ -f 2000f")
    #expect(line.output == "made/in.wav")
    #expect(try workshop.bake("in.wav -o made --format flac -f 2000f").output == "made/in.flac")
    #expect(workshop.folder.names == ["in.wav", "made", "made/in.flac", "made/in.wav"])
  }

  @Test func aMissingFolderIsNamed() throws {
    let finished = try workshop.run("in.wav -o none/out.wav -f 2000f")
    #expect(finished.status == 1)
    #expect(
      finished.err
        == "loopbake: none/out.wav: cannot write the file: the folder none does not exist; create it first\n")
  }
}

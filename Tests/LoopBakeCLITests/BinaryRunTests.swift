import Foundation
import LoopBake
import TestSupport
import Testing

/// Inputs, batches, results and exit statuses.
struct BinaryRunTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  var fixtures: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../fixtures")
      .standardized.path
  }

  @Test func contentDecidesWhatAnInputIs() throws {
    for (fixture, name) in [("furnace-short.flac", "flac.wav"), ("furnace.mp3", "mp3.flac")] {
      try FileManager.default.copyItem(
        atPath: fixtures + "/" + fixture, toPath: workshop.folder.file(name))
    }
    #expect(try workshop.bake("flac.wav -o out.wav -f 50ms").frames == 9600)
    #expect(try workshop.bake("mp3.flac -o out.wav -f 2s").frames == 336_000)
    try workshop.folder.put("text.wav", Array("this is no sound".utf8))
    let finished = try workshop.run("text.wav -o out.wav --json")
    #expect(finished.status == 1)
    #expect(try finished.lines.first?.error?.kind == "notAudio")
  }

  /// What SoX and the encoders make of one sound is read back to the frame.
  @Test(arguments: ["aiff", "au", "caf", "w64", "flac", "ogg", "opus", "mp3"])
  func eachInputFormat(name: String) throws {
    let path = workshop.folder.file("x." + name)
    try workshop.folder.put("long.wav", .ambience(seed: 9, rate: 48_000, .pcm16, frames: 48_001))
    let long = workshop.folder.file("long.wav")
    let made =
      switch name {
      case "ogg": try finish("oggenc", ["-Q", "-o", path, long])
      case "opus": try finish("opusenc", ["--quiet", long, path])
      case "mp3": try finish("lame", ["--quiet", long, path])
      default: try finish("sox", ["-D", long, path])
      }
    try #require(made.status == 0, "\(made.err)")
    let line = try workshop.bake("x.\(name) -o out.wav -f 0.1")
    #expect(line.frames == 43_201)
    #expect(
      try workshop.judged("out.wav") == Judged(frames: 43_201, rate: 48_000, channels: 2, loop: 0..<43_201))
    let isLossy = ["ogg", "opus", "mp3"].contains(name)
    if isLossy { #expect(line.encoding == "pcm16") }
    let sound = try workshop.folder.recording("out.wav")
    let source = try workshop.folder.recording("long.wav")
    guard !isLossy else {
      // Delay and padding are gone: the sound is most like the source where it should lie.
      let errors = (-2...2).map { shift in
        meanSquare(zip(sound[4800..<40_000], source[4800 + shift..<40_000 + shift]).map { $0 - $1 })
      }
      #expect(errors.min() == errors[2], "\(errors)")
      return
    }
    #expect(Array(sound[4800..<43_201]) == Array(source[4800..<43_201]))
  }

  @Test func aFolderIsMirrored() throws {
    try workshop.folder.put("sounds/b.wav", workshop.source)
    try workshop.folder.put("sounds/sub/deep/a.wav", workshop.source)
    try workshop.folder.put("sounds/notes.txt", Array("text".utf8))
    try workshop.folder.put("sounds/.hidden.wav", workshop.source)
    let finished = try workshop.run("sounds -o loops -f 2000f --json")
    #expect(finished.status == 0)
    #expect(finished.err == "loopbake: 2 baked, 1 other file left alone\n")
    #expect(try finished.lines.map(\.input) == ["sounds/b.wav", "sounds/sub/deep/a.wav"])
    #expect(try finished.lines.map(\.output) == ["loops/b.wav", "loops/sub/deep/a.wav"])
    #expect(
      workshop.folder.names.filter { $0.hasPrefix("loops") } == [
        "loops", "loops/b.wav", "loops/sub", "loops/sub/deep", "loops/sub/deep/a.wav",
      ])
    _ = try workshop.bake("in.wav -o single.wav -f 2000f")
    #expect(try workshop.same("loops/b.wav", "single.wav"))
    #expect(try workshop.judged("loops/sub/deep/a.wav").loop == 0..<18_000)
  }

  @Test func severalInputs() throws {
    try workshop.folder.put("sounds/b.wav", workshop.source)
    try workshop.folder.put("c.wav", workshop.source)
    let finished = try workshop.run("c.wav sounds in.wav -o loops -f 2000f --format flac")
    #expect(finished.status == 0)
    #expect(
      finished.out.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
        "loops/c.flac", "loops/b.flac", "loops/in.flac",
      ])
    #expect(finished.err == "loopbake: 3 baked\n")
    #expect(
      workshop.folder.names.filter { $0.hasPrefix("loops/") } == [
        "loops/b.flac", "loops/c.flac", "loops/in.flac",
      ])
  }

  @Test func oneBadInputDoesNotStopTheOthers() throws {
    try workshop.folder.put("sounds/a.wav", Array("no sound".utf8))
    try workshop.folder.put("sounds/b.wav", workshop.source)
    let finished = try workshop.run("sounds missing.wav -o loops -f 2000f --json")
    #expect(finished.status == 1)
    let lines = try finished.lines
    #expect(lines.map(\.event) == ["failed", "baked", "failed"])
    #expect(lines.map(\.input) == ["sounds/a.wav", "sounds/b.wav", "missing.wav"])
    #expect(lines.map(\.error?.kind) == ["notAudio", nil, "unreadable"])
    #expect(lines[2].error?.message == "missing.wav: cannot read the file: No such file or directory")
    #expect(finished.err.hasSuffix("loopbake: 1 baked, 2 failed\n"), "\(finished.err)")
    #expect(workshop.folder.names.filter { $0.hasPrefix("loops/") } == ["loops/b.wav"])
  }

  @Test func twoInputsForOneOutputAreRefused() throws {
    try workshop.folder.put("sounds/in.wav", workshop.source)
    let finished = try workshop.run("in.wav sounds/in.wav -o loops -f 2000f")
    #expect(finished.status == 2)
    #expect(finished.err.contains("in.wav would make the same output loops/in.wav"), "\(finished.err)")
    #expect(workshop.folder.names == ["in.wav", "sounds", "sounds/in.wav"])
  }

  /// The fields that every JSON line of a bake has, read by a parser that knows nothing of them.
  @Test func jsonHasItsFields() throws {
    let finished = try workshop.run("in.wav -o out.wav -f 2000f --json")
    #expect(finished.out.last == "\n" && finished.out.count { $0 == "\n" } == 1)
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(finished.bytes)) as? [String: Any])
    #expect(line["event"] as? String == "baked")
    #expect(line["input"] as? String == "in.wav")
    #expect(line["output"] as? String == "out.wav")
    #expect(line["sampleRate"] as? Int == 10_000)
    #expect(line["channels"] as? Int == 2)
    #expect(line["frames"] as? Int == 18_000)
    #expect(line["loop"] as? [String: Int] == ["startFrame": 0, "endFrame": 18_000])
    #expect(line["fadeFrames"] as? Int == 2000)
    #expect(line["curve"] as? String == "equal-power")
    let peak = try workshop.folder.recording("out.wav").samples.reduce(0) { max($0, abs($1)) }
    #expect(line["peak"] as? Double == peak)
    #expect((line["warnings"] as? [String])?.isEmpty == true)
  }

  @Test func resultsAreOneLine() throws {
    let finished = try workshop.run("in.wav -o out.wav -f 2000f")
    #expect(
      finished.out.hasPrefix(
        "out.wav: 0:01.800, loop 0..18000 at 10000 Hz, fade 2000 frames equal-power, peak "))
    #expect(finished.out.count { $0 == "\n" } == 1)
    #expect(finished.err == "")
    let verbose = try workshop.run("in.wav -o out.wav -f 2000f -v").out.split(separator: "\n")
    #expect(verbose.count == 3)
    #expect(verbose[2] == "  written as wav pcm16, 10000 Hz, 2 channels, 18000 frames")
    let quiet = try workshop.run("in.wav -o out.caf -f 2000f --layout intro --quiet")
    #expect(quiet.status == 0 && quiet.out == "" && quiet.err == "")
  }

  @Test func dryRunWritesNothing() throws {
    let line = try workshop.bake("in.wav -o out.wav -f 2000f -n --sidecar")
    #expect(line.dryRun && line.event == "baked" && line.frames == 18_000 && line.peak == nil)
    #expect(
      try workshop.run("in.wav -o out.wav -f 2000f --dry-run").out.hasPrefix("out.wav: would be 0:01.800"))
    #expect(try workshop.run("in.wav -o loops/ -f 2000f -n").status == 0)
    #expect(try workshop.run("in.wav -o out.wav -f 3 -n").status == 1)
    #expect(workshop.folder.names == ["in.wav"])
  }

  @Test func jobsDoNotChangeBytes() throws {
    for index in 0..<9 {
      try workshop.folder.put(
        "sounds/\(index).wav", .noise(seed: index, rate: 10_000, .pcm16, frames: 9000 + index))
    }
    for jobs in [1, 3, 16] {
      let finished = try workshop.run("sounds -o loops\(jobs) -f 1000f -r 16000 -j \(jobs) --json")
      #expect(finished.status == 0)
      #expect(try finished.lines.map(\.input) == (0..<9).map { "sounds/\($0).wav" })
      _ = try workshop.bake("in.wav -o single\(jobs).wav -f 1000f -r 48000 -j \(jobs)")
    }
    for index in 0..<9 {
      #expect(try workshop.same("loops1/\(index).wav", "loops3/\(index).wav"))
      #expect(try workshop.same("loops1/\(index).wav", "loops16/\(index).wav"))
    }
    #expect(try workshop.same("single1.wav", "single3.wav"))
    #expect(try workshop.same("single1.wav", "single16.wav"))
  }

  /// Locale, time zone, folder and time leave no trace.
  @Test func surroundingsDoNotChangeBytes() throws {
    try workshop.folder.put("elsewhere/other.wav", workshop.source)
    _ = try workshop.bake("in.wav -o out.flac -f 2000f")
    let script =
      "cd elsewhere && sleep 1.1 && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo \"$0\" bake other.wav -o x.flac -f 2000f --quiet"
    #expect(try workshop.shell(script).status == 0)
    #expect(try workshop.same("out.flac", "elsewhere/x.flac"))
  }

  @Test func theCommandMayBeNamed() throws {
    _ = try workshop.bake("bake in.wav -o named.wav -f 2000f")
    _ = try workshop.bake("-f 2000f -oshort.wav in.wav")
    _ = try workshop.bake("--fade=2000f in.wav --output=long.wav")
    #expect(try workshop.same("named.wav", "short.wav"))
    #expect(try workshop.same("named.wav", "long.wav"))
  }

  @Test(arguments: [
    ("in.wav", "--output: is missing: say where to write with -o OUTPUT"),
    ("-o out.wav", "no input: loopbake INPUT... -o OUTPUT"),
    ("in.wav -o out.wav --layuot whole", "--layuot: no such option; did you mean --layout? See"),
    ("in.wav -o out.wav -Z", "-Z: no such option"),
    ("in.wav -o out.wav -f", "-f: needs a value: -f TIME"),
    ("in.wav -o out.wav -f 5m", "-f: \"5m\" is no time: use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"),
    ("in.wav -o out.wav -f -1", "-f: \"-1\" is no time: it cannot be negative"),
    ("in.wav -o out.wav --trim 3..2", "--trim: \"3..2\" is no range: START must come before END"),
    (
      "in.wav -o out.wav --loop ..2", "--loop: \"..2\" is no range: START is needed, only END may be left out"
    ),
    (
      "in.wav -o out.wav -c linear",
      "-c: \"linear\" is no curve: use equal-power, equal-gain, smooth or hold=G"
    ),
    ("in.wav -o out.wav -c hold=2", "hold=G takes a gain above 0 and up to 1, as hold=0.7"),
    ("in.wav -o out.wav --layout loop", "--layout: \"loop\" is no layout: use whole or intro"),
    ("in.wav -o out.wav --short maybe", "--short: \"maybe\" is no policy: use error, shrink or skip"),
    ("in.wav -o out.wav --on-clip limt", "use limit, scale, clip or error; did you mean limit?"),
    ("in.wav -o out.wav -r 0", "-r: \"0\" is no sample rate in Hz: use a whole number from 1000 to 768000"),
    ("in.wav -o out.wav --resampler soxr", "use sinc, src-best, src-medium or src-fast"),
    ("in.wav -o out.wav --channels 6", "use 1 (the mean of two channels) or 2 (two copies of one)"),
    ("in.wav -o out.wav -e pcm12", "use pcm8, pcm16, pcm24, pcm32, float32 or float64"),
    ("in.wav -o out.wav --format flca", "use wav, rf64, w64, aiff, caf, au or flac; did you mean flac?"),
    ("in.wav -o out.wav --dither on", "--dither: \"on\" is no dither: use tpdf or none"),
    ("in.wav -o out.wav --gain loud", "--gain: \"loud\" is no gain: use a number of dB"),
    ("in.wav -o out.wav -q 5", "--quality: wav has no compression level: it is for flac"),
    ("in.wav -o out.flac -q 9", "-q: \"9\" is no compression level: use a whole number from 0 to 8"),
    ("in.wav -o out.wav -j 0", "-j: \"0\" is no number of jobs: use a whole number from 1 to 256"),
    ("in.wav -o out.wav --json=yes", "--json: takes no value"),
    ("in.wav -o out.xyz", "the extension .xyz stands for no format"),
    ("in.wav -o out", "no extension says what to write"),
    ("in.wav -o - --sidecar", "--sidecar: standard output has no name to put it beside"),
    ("in.wav in.wav -o -", "standard output holds one sound: give one file as input"),
    ("in.wav - -o loops", "standard input has no name in a folder"),
    (
      "in.wav in.wav -o out.wav",
      "\"out.wav\" names a file: several inputs, or a folder, need a folder as output"
    ),
    ("in.wav -o /dev/null", "\"/dev/null\" is no ordinary file; use -o - for standard output"),
    (
      "hepl bake",
      "\"hepl\" is neither a file nor a command; did you mean 'loopbake help'? See 'loopbake help'"
    ),
  ])
  func aWrongCommandLineTouchesNothing(line: String, message: String) throws {
    let finished = try workshop.run(line)
    #expect(finished.status == 2)
    #expect(finished.out == "")
    #expect(finished.err.contains(message), "\(finished.err)")
    #expect(finished.err.hasPrefix("loopbake: ") && finished.err.count { $0 == "\n" } == 1, "\(finished.err)")
    #expect(workshop.folder.names == ["in.wav"])
  }

  /// An input is never an output, however it is spelled.
  @Test(arguments: [
    "in.wav -o ./in.wav", "in.wav -o sub/../in.wav", "in.wav -o link.wav", "in.wav -o hard.wav",
    "link.wav -o in.wav", "hard.wav -o in.wav", "link.wav -o sub/link.wav", "in.wav -o sub/link.wav",
    "in.wav link.wav -o .", ". -o .", "in.wav -o .", "sub/in.wav in.wav -o sub",
  ])
  func anInputIsNeverReplaced(line: String) throws {
    try FileManager.default.createDirectory(
      atPath: workshop.folder.file("sub"), withIntermediateDirectories: false)
    #expect(symlink("in.wav", workshop.folder.file("link.wav")) == 0)
    #expect(symlink("../in.wav", workshop.folder.file("sub/link.wav")) == 0)
    #expect(symlink("../in.wav", workshop.folder.file("sub/in.wav")) == 0)
    #expect(link(workshop.folder.file("in.wav"), workshop.folder.file("hard.wav")) == 0)
    let before = workshop.folder.names
    let finished = try workshop.run(line + " -f 2000f")
    #expect(finished.status != 0)
    #expect(
      finished.err.contains("this is an input; write to another file")
        || finished.err.contains("would make the same output"), "\(finished.err)")
    #expect(try workshop.folder.recording("in.wav") == workshop.source)
    #expect(workshop.folder.names == before)
  }

  @Test func standardInputIsNeverReplaced() throws {
    let finished = try workshop.run("- -o in.wav -f 2000f", input: workshop.folder.file("in.wav"))
    #expect(finished.status == 1)
    #expect(
      finished.err == "loopbake: in.wav: cannot write the file: this is an input; write to another file\n")
    #expect(try workshop.folder.recording("in.wav") == workshop.source)
  }

  @Test func helpAndVersion() throws {
    #expect(try workshop.run("--version").out == "loopbake \(versionNumber())\n")
    let help = try workshop.run("help bake").out
    #expect(try workshop.run("bake --help").out == help)
    #expect(try workshop.run("in.wav --help").out == help)
  }

  private func versionNumber() -> String { LoopBake.version }
}

import LoopBake
import LoopDSP
import Testing

@testable import LoopBakeCLI

/// What the parser did with a line, its words separated by spaces.
private func parsed(_ line: String) throws -> (BakeArguments, ParseOutcome) {
  var arguments = BakeArguments()
  let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  let outcome = try parse(words, into: &arguments, options: BakeArguments.options)
  return (arguments, outcome)
}

struct ParserTests {
  @Test(arguments: [
    "--fade 2 --output o a -v", "--fade=2 --output=o -v a", "-f 2 -o o -v a", "-f2 -oo -v a", "-vf2 a -oo",
    "-vf 2 a -o o", "a -oo -v -f 9 -f2", "-v -f2 -oo -- a",
  ])
  func spellingsAreEqual(line: String) throws {
    let (arguments, outcome) = try parsed(line)
    #expect(outcome == .operands(["a"]))
    #expect(arguments.output == "o")
    #expect(arguments.settings.fade == .seconds(2))
    #expect(arguments.style.detail == .verbose)
  }

  @Test(arguments: [
    ("- a", ["-", "a"]), ("a -- -v --fade", ["a", "-v", "--fade"]), ("-v -- --", ["--"]), ("--", []),
    ("a b -v c", ["a", "b", "c"]), ("-o - -", ["-"]), ("-o -- a", ["a"]),
  ])
  func operands(line: String, operands: [String]) throws {
    #expect(try parsed(line).1 == .operands(operands))
  }

  @Test(arguments: [
    ("--help", SpecialMode.help), ("-h", .help), ("-vh", .help), ("a -o b --version --nonsense", .version),
  ])
  func specialModesEndTheParsing(line: String, mode: SpecialMode) throws {
    #expect(try parsed(line).1 == .special(mode))
  }

  @Test func laterOptionsWin() throws {
    let (arguments, _) = try parsed("--quiet -v -r 44100 --rate=48000 --trim 1..2 --trim 3..")
    #expect(arguments.style.detail == .verbose)
    #expect(arguments.settings.sampleRate == 48_000)
    #expect(arguments.settings.trim == TimeRange(start: .seconds(3), end: nil))
  }

  @Test func everyOptionSetsItsField() throws {
    let line = """
      -f 10% -c smooth --layout intro --trim 1..9 --loop 2.. -r 48000 --resampler src-best --channels 1 -e pcm24 \
      --format flac -q 8 --dither none --gain -3 --on-clip scale --short skip --sidecar --no-clobber -j 3 -n --json \
      -v -o x
      """
    var expected = BakeArguments()
    expected.settings.fade = .percent(10)
    expected.settings.curve = .smooth
    expected.settings.layout = .intro
    expected.settings.trim = TimeRange(start: .seconds(1), end: .seconds(9))
    expected.settings.loop = .range(TimeRange(start: .seconds(2), end: nil))
    expected.settings.sampleRate = 48_000
    expected.settings.resampler = .srcBest
    expected.settings.channels = 1
    expected.settings.encoding = .pcm24
    expected.settings.container = .flac
    expected.quality = 8
    expected.settings.dither = BakeSettings.Dither.none
    expected.settings.gainDB = -3
    expected.settings.onClip = .scale
    expected.settings.short = .skip
    expected.settings.sidecar = true
    expected.settings.noClobber = true
    expected.jobs = 3
    expected.dryRun = true
    expected.style = ReportStyle(json: true, detail: .verbose)
    expected.output = "x"
    #expect(try parsed(line).0 == expected)
  }

  @Test func loopOfTheSource() throws {
    #expect(try parsed("--loop embedded").0.settings.loop == .embedded)
  }

  @Test(
    arguments: [
      ("--fade", "--fade: needs a value: --fade TIME"), ("-o", "-o: needs a value: -o OUTPUT"),
      ("-vo", "-o: needs a value: -o OUTPUT"), ("--layout", "--layout: needs a value: --layout whole|intro"),
      ("--json=yes", "--json: takes no value"), ("--help=me", "--help: takes no value"),
      ("-x", "-x: no such option"), ("-vxo a", "-x: no such option"),
      ("--fadee 5", "--fadee: no such option; did you mean --fade?"),
      ("--on-clp=scale", "--on-clp: no such option; did you mean --on-clip?"),
      ("--resample", "--resample: no such option; did you mean --resampler?"),
      ("--enc pcm8", "--enc: no such option; did you mean --encoding?"),
      ("--nothing-like-it", "--nothing-like-it: no such option"), ("--=5", "--: no such option"),
      ("-f=5", "-f: \"=5\" is no time: use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"),
      ("--fade=", "--fade: \"\" is no time: use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"),
      ("--layout hole", "--layout: \"hole\" is no layout: use whole or intro; did you mean whole?"),
      (
        "-c equalpower",
        "-c: \"equalpower\" is no curve: use equal-power, equal-gain, smooth or hold=G; did you mean equal-power?"
      ),
      ("--dither yes", "--dither: \"yes\" is no dither: use tpdf or none"),
      (
        "--channels 3",
        "--channels: \"3\" is no number of channels: use 1 (the mean of two channels) or 2 (two copies of one)"
      ),
      ("-q 9", "-q: \"9\" is no compression level: use a whole number from 0 to 8"),
      ("-j 257", "-j: \"257\" is no number of jobs: use a whole number from 1 to 256"),
      (
        "-j 99999999999999999999",
        "-j: \"99999999999999999999\" is no number of jobs: use a whole number from 1 to 256"
      ),
      ("-r 44.1k", "-r: \"44.1k\" is no sample rate in Hz: use a whole number from 1000 to 768000"),
      ("--output=", "--output: \"\" is no output: it is empty"),
      (
        "--format mp3",
        """
        --format: "mp3": MP3 output is not available in this version: only uncompressed and FLAC are; use wav, rf64, \
        w64, aiff, caf, au or flac
        """
      ),
    ])
  func refuses(line: String, message: String) throws {
    let error = #expect(throws: UsageError.self) { try parsed(line) }
    #expect(error.map { ($0.subject.map { $0 + ": " } ?? "") + $0.problem } == message)
  }

  @Test func tableIsSound() {
    let pages = BakeArguments.options.map(\.page)
    #expect(Set(pages.map(\.long)).count == pages.count)
    #expect(Set(pages.compactMap(\.short)).count == pages.compactMap(\.short).count)
    for page in pages { #expect(page.help.hasSuffix("."), "\(page.long)") }
  }
}

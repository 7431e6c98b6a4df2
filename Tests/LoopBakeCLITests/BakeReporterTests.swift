import Testing

@testable import LoopBake
@testable import LoopBakeCLI

/// What a reporter told about the results.
private func told(
  _ results: [Result<BakeOutcome, BakeError>], _ options: [String] = [], ignored: Int? = nil,
  out: FakeSink = FakeSink(), err: FakeSink = FakeSink()
) throws -> (status: LoopBakeCLI.ExitStatus, out: String, err: String) {
  var arguments = BakeArguments()
  _ = try parse(["-o", "x.wav"] + options, into: &arguments, options: BakeArguments.options)
  let request = try BakeRequest(arguments, inputs: ["a.wav"])
  var reporter = BakeReporter(console: Console(out: out, err: err), request: request, total: results.count)
  for result in results { reporter.report(sampleJob, result) }
  return (reporter.finish(ignoredFiles: ignored), out.text, err.text)
}

private let baked = Result<BakeOutcome, BakeError>.success(.baked(sampleResult))
private let skipped = Result<BakeOutcome, BakeError>.success(.skipped(reason: "too short"))
private let failed = Result<BakeOutcome, BakeError>.failure(
  BakeError(.notAudio, path: "a.txt", "cannot bake", because: "no audio", wayOut: "leave it out"))
private let interrupted = Result<BakeOutcome, BakeError>.failure(
  BakeError(.interrupted, path: "a.wav", "cannot bake", because: "interrupted"))
private let warning = "loopbake: in/rain.wav: warning: limited by 0.3 dB near frame 12\n"

struct BakeReporterTests {
  @Test func oneBake() throws {
    let told = try told([baked])
    #expect(told.status == .success)
    #expect(told.out == sampleResult.summary(dryRun: false, verbose: false) + "\n")
    #expect(told.err == warning)
  }

  @Test func oneFailure() throws {
    let told = try told([failed])
    #expect(told.status == .failure)
    #expect(told.out == "")
    #expect(told.err == "loopbake: a.txt: cannot bake: no audio; leave it out\n")
  }

  @Test func manyAreSummedUp() throws {
    let told = try told([baked, skipped, failed, baked, failed], ignored: 1)
    #expect(told.status == .failure)
    #expect(told.err.hasSuffix("loopbake: 2 baked, 1 skipped, 2 failed, 1 other file left alone\n"))
    #expect(told.out.split(separator: "\n")[1] == "in/rain.wav: skipped: too short")
  }

  @Test func dryRunSaysSo() throws {
    #expect(
      try told([skipped, skipped], ["-n"], ignored: 4).err
        == "loopbake: 0 would be baked, 2 skipped, 4 other files left alone\n")
  }

  @Test func quietTellsOnlyErrors() throws {
    let told = try told([baked, skipped, failed], ["--quiet"], ignored: 3, err: FakeSink(isTerminal: true))
    #expect(told.out == "")
    #expect(told.err == "loopbake: a.txt: cannot bake: no audio; leave it out\n")
  }

  @Test func jsonIsOneObjectALine() throws {
    let told = try told([baked, skipped, failed], ["--json", "--quiet"])
    #expect(
      told.out
        == [baked, skipped, failed].map { jsonEvent(sampleJob, $0, dryRun: false).line + "\n" }.joined())
  }

  @Test func interruptionIsToldOnce() throws {
    let told = try told([skipped, interrupted, interrupted], ["--quiet"], ignored: 0)
    #expect(told.status == .failure)
    #expect(told.err == "loopbake: interrupted\n")
  }

  @Test func soundOnStandardOutputStaysAlone() throws {
    let silent = try told([baked], ["-o", "-"])
    #expect((silent.out, silent.err) == ("", warning))
    let verbose = try told([baked], ["-o", "-", "-v"])
    #expect(verbose.out == "")
    #expect(verbose.err == sampleResult.summary(dryRun: false, verbose: true) + "\n" + warning)
  }

  @Test func aReaderThatLeftIsNoFailure() throws {
    let out = FakeSink(failure: .closedPipe)
    let told = try told([baked, baked], ["--quiet", "--json"], out: out)
    #expect(told.status == .success)
    #expect(told.err == "")
    #expect(out.writes == 1)
  }

  @Test func aFullDiskIsToldOnce() throws {
    let told = try told(
      [baked, baked], ["--quiet", "--json"], out: FakeSink(failure: .failed(reason: "disk full")))
    #expect(told.status == .failure)
    #expect(told.err == "loopbake: standard output: cannot write: disk full\n")
  }

  @Test func theBarIsErasedBeforeEveryLine() throws {
    let err = FakeSink(isTerminal: true)
    let told = try told([skipped, failed], err: err)
    let erase = "\r" + String(repeating: " ", count: 30) + "\r"
    let empty = "\r[" + String(repeating: ".", count: 24) + "] 0/2"
    let half = "\r[" + String(repeating: "#", count: 12) + String(repeating: ".", count: 12) + "] 1/2"
    let full = "\r[" + String(repeating: "#", count: 24) + "] 2/2"
    let error = "loopbake: a.txt: cannot bake: no audio; leave it out\n"
    #expect(told.err == [empty, erase, half, erase, error, full, erase].joined())
  }
}

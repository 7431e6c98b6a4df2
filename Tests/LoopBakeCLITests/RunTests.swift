import Testing

@testable import LoopBakeCLI

struct RunTests {
  @Test(arguments: [
    ([], "no input: loopbake INPUT... -o OUTPUT; see 'loopbake help'"),
    (["bake"], "no input: loopbake INPUT... -o OUTPUT; see 'loopbake help bake'"),
    (
      ["bak", "-o", "x"],
      "\"bak\" is neither a file nor a command; did you mean 'loopbake bake'? See 'loopbake help'"
    ),
    (["hlep"], "\"hlep\" is neither a file nor a command; did you mean 'loopbake help'? See 'loopbake help'"),
    (
      ["a.wav", "-o", "b.wav", "--fade", "5x"],
      "--fade: \"5x\" is no time: use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%; see 'loopbake help bake'"
    ),
    (
      ["a.wav", "-o", "b.wav", "--loop", "embeded"],
      "--loop: \"embeded\" is no range: use START..END, as 1:30..2:45.5, or embedded; did you mean embedded? See "
        + "'loopbake help bake'"
    ),
    (["--fadee"], "--fadee: no such option; did you mean --fade? See 'loopbake help bake'"),
    (["--a\nb\u{1B}"], "--a\\nb\\u{1b}: no such option; see 'loopbake help bake'"),
    (["help", "bkae"], "\"bkae\": no such command; did you mean bake? See 'loopbake help help'"),
    (["help", "bake", "help"], "\"help\": one COMMAND is enough; see 'loopbake help help'"),
    (
      ["help", "completions"], "completions: say for which shell: bash, zsh or fish; see 'loopbake help help'"
    ),
    (
      ["help", "completions", "zhs"],
      "completions: \"zhs\" is no known shell: use bash, zsh or fish; did you mean zsh? See 'loopbake help help'"
    ),
  ])
  func usageErrors(arguments: [String], message: String) {
    var expected = Ran(["--version"])
    (expected.status, expected.out, expected.err) = (.usage, "", "loopbake: " + message + "\n")
    #expect(Ran(arguments) == expected)
  }

  @Test(arguments: [["--version"], ["bake", "--version"], ["help", "--version"], ["a.wav", "--version"]])
  func printsTheVersion(arguments: [String]) {
    let ran = Ran(arguments)
    #expect((ran.status, ran.out, ran.err) == (.success, "loopbake \(versionNumber)\n", ""))
  }

  @Test func everyWayToHelpIsTheSame() {
    for arguments in [["-h"], ["help"]] { #expect(Ran(arguments) == Ran(["--help"])) }
    for arguments in [
      ["bake", "--help"], ["bake", "-h"], ["a.wav", "-vh"], ["-v", "--help", "--nonsense"],
    ] {
      #expect(Ran(arguments) == Ran(["help", "bake"]))
    }
    #expect(Ran(["help", "--help"]) == Ran(["help", "help"]))
  }

  @Test func helpToNobodyIsNoFailure() {
    let err = FakeSink()
    #expect(
      run(arguments: ["help"], console: Console(out: FakeSink(failure: .closedPipe), err: err)) == .success)
    #expect(err.text == "")
  }

  @Test func helpToAFullDiskFails() {
    let err = FakeSink()
    #expect(
      run(
        arguments: ["help"], console: Console(out: FakeSink(failure: .failed(reason: "disk full")), err: err))
        == .failure)
    #expect(err.text == "loopbake: standard output: cannot write: disk full\n")
  }
}

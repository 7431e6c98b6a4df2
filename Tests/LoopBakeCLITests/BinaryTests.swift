import Foundation
import Testing

@testable import LoopBakeCLI

struct BinaryTests {
  @Test(arguments: [
    ["--version"], ["--help"], ["help", "bake"], ["bake", "-h"], ["help", "man"], [], ["x.wav", "-e5"],
  ])
  func saysWhatTheFunctionSays(arguments: [String]) throws {
    let finished = try finish(binary, arguments)
    let ran = Ran(arguments)
    #expect(finished.status == ran.status.rawValue)
    #expect(finished.out == ran.out)
    #expect(finished.err == ran.err)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    let finished = try finish("/bin/sh", ["-c", "\"$0\" help bake >/dev/full", binary])
    #expect(finished.status == 1)
    #expect(finished.err == "loopbake: standard output: cannot write: No space left on device\n")
  }

  @Test func closedStandardOutputIsNoPlaceToWrite() throws {
    let finished = try finish("/bin/sh", ["-c", "\"$0\" --version >&-", binary])
    #expect(finished.status == 1)
    #expect(finished.err == "loopbake: standard output: cannot write: Bad file descriptor\n")
  }

  @Test func argumentsAreUTF8() throws {
    let finished = try finish("/bin/sh", ["-c", "\"$0\" \"$(printf 'a\\377.wav')\" -o b.wav", binary])
    #expect(finished.status == 2)
    #expect(finished.err == "loopbake: an argument is not in UTF-8: rename the file, or name its folder\n")
  }

  @Test func aClosedPipeIsQuiet() throws {
    // The reader has 0.2 s to leave before the first byte.
    let script = "{ sleep 0.2; \"$0\" help man; echo $? >&2; } | true"
    let finished = try finish("/bin/sh", ["-c", script, binary])
    #expect(finished.err == "0\n")
  }

  @Test(arguments: HelpCommand.shells)
  func shellsAcceptTheirCompletions(shell: String) throws {
    guard let program = installed(shell) else { return }
    try withTemporaryFolder { folder in
      let script = folder + "/loopbake." + shell
      try Ran(["help", "completions", shell]).out.write(toFile: script, atomically: true, encoding: .utf8)
      let finished = try finish(program, ["-n", script])
      #expect(finished.status == 0)
      #expect(finished.err == "")
    }
  }

  @Test(arguments: [
    (["--la"], "--layout "), (["--layout", ""], "whole intro "), (["--layout", "=", "wh"], "whole "),
    (["--layout", "="], "whole intro "), (["-c", "e"], "equal-power equal-gain "), (["-f", ""], ""),
    (["bake", "--on"], "--on-clip "), (["help", "comp"], "completions "),
    (["help", "completions", "z"], "zsh "),
  ])
  func bashCompletes(words: [String], offers: String) throws {
    guard let bash = installed("bash") else { return }
    let script = """
      eval "$("$0" help completions bash)"
      COMP_WORDS=(loopbake "$@") COMP_CWORD=$#
      _loopbake
      for offer in "${COMPREPLY[@]}"; do printf '%s ' "$offer"; done
      """
    let finished = try finish(bash, ["-c", script, binary] + words)
    #expect(finished.out == offers)
    #expect(finished.err == "")
  }

  @Test func manPageIsClean() throws {
    guard let groff = installed("groff") else { return }
    try withTemporaryFolder { folder in
      try manPage().write(toFile: folder + "/loopbake.1", atomically: true, encoding: .utf8)
      let finished = try finish(groff, ["-man", "-Tutf8", "-ww", folder + "/loopbake.1"])
      #expect(finished.status == 0)
      #expect(finished.err == "")
    }
  }
}

import LoopBake

/// Does what a command line asks for.
///
/// - Parameters:
///   - arguments: the words after the program's name.
///   - console: where results, warnings, errors and progress go.
///   - cancellation: raised when the run should stop.
func run(arguments: [String], console: Console, cancellation: Cancellation = Cancellation()) -> ExitStatus {
  guard let first = arguments.first else {
    console.complain(UsageError("no input: loopbake INPUT... -o OUTPUT").line(command: nil))
    return .usage
  }
  switch first {
  case "--help", "-h": return console.print(commandList())
  case "--version": return console.print(versionLine)
  default: break
  }
  if let named = Command.all.first(where: { $0.name == first }) {
    return named.run(Array(arguments.dropFirst()), console, cancellation)
  }
  if let name = mistypedCommand(first) {
    let problem = "\"\(first)\" is neither a file nor a command; did you mean 'loopbake \(name)'?"
    console.complain(UsageError(problem).line(command: nil))
    return .usage
  }
  return Command.bake.run(arguments, console, cancellation)
}

/// The command that was meant by a word that is no option, no file, and nearly a command's name.
private func mistypedCommand(_ word: String) -> String? {
  guard !word.hasPrefix("-"), FileKind(path: word) == .missing else { return nil }
  return nearestName(to: word, among: Command.all.map(\.name))
}

/// loopbake's version.
var versionNumber: String { version }

/// What `--version` prints.
var versionLine: String { "loopbake \(version)\n" }

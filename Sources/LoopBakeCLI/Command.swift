import LoopBake

/// One command: what it does and what people are told about it.
struct Command: Sendable {
  let name: String
  /// What it does in a few words, lower case, without a final point.
  let summary: String
  /// How it is called, one way a line.
  let usage: [String]
  /// Paragraphs.
  let description: [String]
  let options: @Sendable () -> [OptionPage]
  var topics: [Topic] = []
  var examples: [Topic.Entry] = []
  /// What shells offer where no option is being typed.
  let operands: Completion
  let run: @Sendable ([String], Console, Cancellation) -> ExitStatus

  /// Every command, in the order of the help.
  static var all: [Command] { [.bake, .inspect, .help] }
  static var names: [String] { ["bake", "inspect", "help"] }
}

/// A matter that a command's help explains after the options.
struct Topic: Sendable {
  /// A term or a command line, and what it means.
  struct Entry: Sendable {
    let term: String
    let text: String
  }

  let title: String
  let entries: [Entry]

  init(_ title: String, _ entries: [(String, String)]) {
    self.title = title
    self.entries = entries.map { Entry(term: $0.0, text: $0.1) }
  }
}

/// Parses a command's words and goes on to `body`, or answers for it: help, version, usage error.
func perform<Arguments>(
  _ command: Command, _ words: [String], _ initial: Arguments, options: [Option<Arguments>], console: Console,
  body: (Arguments, [String]) throws(UsageError) -> ExitStatus
) -> ExitStatus {
  do throws(UsageError) {
    var arguments = initial
    switch try parse(words, into: &arguments, options: options) {
    case .operands(let operands): return try body(arguments, operands)
    case .special(.help): return console.print(helpText(of: command))
    case .special(.version): return console.print(versionLine)
    }
  } catch {
    console.complain(error.line(command: command.name))
    return .usage
  }
}

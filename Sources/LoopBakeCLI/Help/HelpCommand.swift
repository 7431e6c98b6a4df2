/// `loopbake help`: the list of commands, the help of one, and the generated files.
enum HelpCommand {
  /// The help has no options but those that every command has.
  struct Arguments: Sendable {}

  static let shells = ["bash", "zsh", "fish"]

  static func run(_ words: [String], console: Console) -> ExitStatus {
    perform(.help, words, Arguments(), options: Option.common, console: console) {
      (_, topics) throws(UsageError) in
      console.print(try text(about: topics))
    }
  }

  private static func text(about topics: [String]) throws(UsageError) -> String {
    guard let topic = topics.first else { return commandList() }
    if topic == "completions" { return try completions(Array(topics.dropFirst())) }
    if topics.count > 1 { throw UsageError("\"\(topics[1])\"", "one COMMAND is enough") }
    if topic == "man" { return manPage() }
    guard let command = Command.all.first(where: { $0.name == topic }) else {
      let names = Command.all.map(\.name) + ["man", "completions"]
      throw UsageError("\"\(topic)\"", "no such command" + didYouMean(nearestName(to: topic, among: names)))
    }
    return helpText(of: command)
  }

  private static func completions(_ operands: [String]) throws(UsageError) -> String {
    guard let shell = operands.first, operands.count == 1 else {
      throw UsageError("completions", "say for which shell: \(alternatives(shells))")
    }
    switch shell {
    case "bash": return bashCompletion()
    case "zsh": return zshCompletion()
    case "fish": return fishCompletion()
    default:
      throw UsageError("completions", value: shell, notOneOf(shells, typed: shell, "known shell"))
    }
  }
}

extension Command {
  static var help: Command {
    Command(
      name: "help", summary: "explain a command, or print files for the shell",
      usage: [
        "loopbake help [COMMAND]",
        "loopbake help man",
        "loopbake help completions bash|zsh|fish",
      ],
      description: ["Without COMMAND, lists the commands."],
      options: { Option<HelpCommand.Arguments>.common.map(\.page) },
      topics: [
        Topic(
          "Files",
          [
            ("man", "The manual page, for loopbake.1 in a folder man1."),
            ("completions SHELL", "What lets the shell complete loopbake's options."),
          ])
      ],
      operands: .words(Command.names + ["man", "completions"] + HelpCommand.shells),
      run: { words, console, _ in HelpCommand.run(words, console: console) })
  }
}

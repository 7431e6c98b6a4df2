/// One option of a command: what it looks like and what it does to the arguments as typed.
///
/// The parser, the help text, the man page and the shell completions all work from tables of these.
struct Option<Arguments>: Sendable {
  /// A setter only validates and stores; it never acts.
  enum Effect: Sendable {
    case flag(@Sendable (inout Arguments) -> Void)
    case value(@Sendable (inout Arguments, String) throws(BadValue) -> Void)
    /// Ends the parsing: nothing after it counts.
    case special(SpecialMode)
  }

  let page: OptionPage
  let effect: Effect

  static func flag(
    _ long: String, short: Character? = nil, in section: OptionSection, help: String,
    set: @escaping @Sendable (inout Arguments) -> Void
  ) -> Option {
    Option(
      page: OptionPage(long: long, short: short, value: nil, section: section, help: help),
      effect: .flag(set))
  }

  static func value(
    _ long: String, short: Character? = nil, _ value: ValuePage, in section: OptionSection, help: String,
    set: @escaping @Sendable (inout Arguments, String) throws(BadValue) -> Void
  ) -> Option {
    Option(
      page: OptionPage(long: long, short: short, value: value, section: section, help: help),
      effect: .value(set))
  }

  static func special(_ long: String, short: Character? = nil, help: String, _ mode: SpecialMode) -> Option {
    Option(
      page: OptionPage(long: long, short: short, value: nil, section: .running, help: help),
      effect: .special(mode))
  }
}

extension Option {
  /// The options that every command has.
  static var common: [Option] {
    [
      .special("help", short: "h", help: "Print this help.", .help),
      .special("version", help: "Print the version.", .version),
    ]
  }
}

/// What is done instead of the command.
enum SpecialMode: Sendable { case help, version }

/// What people are told about an option.
struct OptionPage: Sendable {
  let long: String
  let short: Character?
  /// `nil`: the option is a flag.
  let value: ValuePage?
  let section: OptionSection
  /// Whole sentences, of any length.
  let help: String
}

/// What people are told about the value of an option.
struct ValuePage: Sendable {
  /// As help shows it: `TIME`, `whole|intro`.
  let name: String
  let completion: Completion

  init(_ name: String, _ completion: Completion = .nothing) {
    self.name = name
    self.completion = completion
  }

  /// One of `words`, shown as such.
  static func oneOf(_ words: [String]) -> ValuePage {
    ValuePage(words.joined(separator: "|"), .words(words))
  }
}

/// What a shell offers for a value or an operand.
enum Completion: Sendable, Equatable {
  case nothing
  case words([String])
  case paths
}

/// The headings that options are listed under, in the order of a table.
enum OptionSection: String, Sendable {
  case output = "Output"
  case loop = "Loop"
  case sound = "Sound"
  case running = "Running"
}

/// Why a command line cannot be followed.
struct UsageError: Error, Equatable {
  /// The option or operand that it is about, as typed.
  var subject: String?
  /// What is wrong with it, and the way out.
  var problem: String

  init(_ subject: String, _ problem: String) {
    self.subject = subject
    self.problem = problem
  }

  /// About the command line as a whole.
  init(_ problem: String) { self.problem = problem }

  init(_ subject: String, value: String, _ bad: BadValue) {
    self.init(subject, "\"\(value)\"\(bad.complaint)")
  }

  /// The message, ending with where to read on.
  ///
  /// - Parameter command: the command whose help explains more; `nil`: the list of commands.
  func line(command: String?) -> String {
    let help = command.map { "loopbake help \($0)" } ?? "loopbake help"
    let joint = problem.hasSuffix("?") ? " See" : "; see"
    return (subject.map { "\($0): " } ?? "") + "\(problem)\(joint) '\(help)'"
  }
}

/// Why the value of an option is of no use; the parser adds which option and which value.
struct BadValue: Error, Equatable {
  /// What follows the quoted value: ` is no time: ...`, `: ...`.
  let complaint: String

  /// The value is not one of the things called `noun`.
  static func isNo(_ noun: String, _ reason: String) -> BadValue {
    BadValue(complaint: " is no \(noun): \(reason)")
  }

  /// The value is understood but cannot be served.
  static func unusable(_ reason: String) -> BadValue { BadValue(complaint: ": \(reason)") }
}

/// What a command line turned out to be.
enum ParseOutcome: Equatable {
  case operands([String])
  case special(SpecialMode)
}

/// Sorts a command line into options and operands and stores the options' values.
///
/// `--long value`, `--long=value`, `-s value`, `-svalue` and bundled flags are understood; options may follow
/// operands; `--` ends the options; `-` alone is an operand; the last occurrence of an option wins.
///
/// - Throws: `UsageError` at the first thing that is wrong.
func parse<Arguments>(
  _ words: [String], into arguments: inout Arguments, options: [Option<Arguments>]
) throws(UsageError) -> ParseOutcome {
  var parser = Parser(words: words[...], options: options)
  return try parser.run(into: &arguments)
}

private struct Parser<Arguments> {
  /// What has not been looked at yet.
  var words: ArraySlice<String>
  let options: [Option<Arguments>]
  var operands: [String] = []

  mutating func run(into arguments: inout Arguments) throws(UsageError) -> ParseOutcome {
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      }
      let mode: SpecialMode?
      if word.hasPrefix("--") {
        mode = try long(word, into: &arguments)
      } else if word.hasPrefix("-"), word != "-" {
        mode = try bundle(word.dropFirst(), into: &arguments)
      } else {
        operands.append(word)
        mode = nil
      }
      if let mode { return .special(mode) }
    }
    return .operands(operands)
  }

  /// `--name` or `--name=value`.
  private mutating func long(_ word: String, into arguments: inout Arguments) throws(UsageError)
    -> SpecialMode?
  {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = options.first(where: { "--" + $0.page.long == name }) else {
      let nearest = nearestName(to: name, among: options.map { "--" + $0.page.long })
      throw UsageError(name, "no such option" + didYouMean(nearest))
    }
    if attached != nil, option.page.value == nil { throw UsageError(name, "takes no value") }
    return try apply(option, as: name, attached: attached, into: &arguments)
  }

  /// What follows a single `-`: flags, then perhaps an option with its value.
  private mutating func bundle(
    _ letters: Substring, into arguments: inout Arguments
  ) throws(UsageError) -> SpecialMode? {
    var letters = letters
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = options.first(where: { $0.page.short == letter }) else {
        throw UsageError(name, "no such option")
      }
      var attached: String?
      if option.page.value != nil, !letters.isEmpty {
        attached = String(letters)
        letters = ""
      }
      if let mode = try apply(option, as: name, attached: attached, into: &arguments) { return mode }
    }
    return nil
  }

  private mutating func apply(
    _ option: Option<Arguments>, as name: String, attached: String?, into arguments: inout Arguments
  ) throws(UsageError) -> SpecialMode? {
    switch option.effect {
    case .special(let mode): return mode
    case .flag(let set): set(&arguments)
    case .value(let set):
      guard let value = attached ?? words.popFirst() else {
        throw UsageError(name, "needs a value: \(name) \(option.page.value?.name ?? "")")
      }
      do throws(BadValue) {
        try set(&arguments, value)
      } catch {
        throw UsageError(name, value: value, error)
      }
    }
    return nil
  }
}

private let pageWidth = 80
/// Where explanations begin beside the terms that they explain.
private let textColumn = 26

/// The full help of one command.
func helpText(of command: Command) -> String {
  var text = "loopbake \(command.name): \(command.summary)\n"
  text += "\nUsage:\n" + command.usage.map { "  \($0)\n" }.joined()
  for paragraph in command.description {
    text += "\n" + wrapped(paragraph, width: pageWidth).map { $0 + "\n" }.joined()
  }
  for (section, options) in sections(of: command.options()) {
    text += "\n\(section.rawValue):\n" + options.map { entry($0.term, $0.help) }.joined()
  }
  for topic in command.topics {
    text += "\n\(topic.title):\n" + topic.entries.map { entry($0.term, $0.text) }.joined()
  }
  if !command.examples.isEmpty {
    text += "\nExamples:\n" + command.examples.map { "  \($0.term)\n      \($0.text)\n" }.joined()
  }
  return text
}

/// The help without a command: what there is.
func commandList() -> String {
  let commands = Command.all.map { entry($0.name, capitalized($0.summary) + ".") }.joined()
  return """
    loopbake: bake a recording into a seamless loop

    Usage:
      loopbake INPUT... -o OUTPUT [options]
      loopbake COMMAND ...

    Commands:
    \(commands)
    Without a command, loopbake bakes. 'loopbake help bake' lists its options, and
    'loopbake help COMMAND' those of another command.

    """
}

/// Runs of options of the same section, in the order of the table.
func sections(of options: [OptionPage]) -> [(OptionSection, [OptionPage])] {
  var sections: [(OptionSection, [OptionPage])] = []
  for option in options {
    if let last = sections.indices.last, sections[last].0 == option.section {
      sections[last].1.append(option)
    } else {
      sections.append((option.section, [option]))
    }
  }
  return sections
}

extension OptionPage {
  /// `-f, --fade TIME`, with room where there is no short form.
  fileprivate var term: String {
    (short.map { "-\($0), " } ?? "    ") + "--\(long)" + (value.map { " \($0.name)" } ?? "")
  }
}

/// The text with a capital first letter.
func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

/// A term and what it means, in two columns.
private func entry(_ term: String, _ text: String) -> String {
  let indentation = String(repeating: " ", count: textColumn)
  var lines = wrapped(text, width: pageWidth - textColumn).map { indentation + $0 }
  let start = "  " + term
  if start.count + 2 <= textColumn, let first = lines.first {
    lines[0] = start + first.dropFirst(start.count)
  } else {
    lines.insert(start, at: 0)
  }
  return lines.map { $0 + "\n" }.joined()
}

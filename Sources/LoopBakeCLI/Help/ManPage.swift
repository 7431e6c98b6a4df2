/// The manual page loopbake(1), in the man macros of groff and mandoc (groff_man(7)).
func manPage() -> String {
  var page = """
    .\\" Printed by 'loopbake help man'.
    .TH LOOPBAKE 1 "" "loopbake \(versionNumber)" "User Commands"
    .SH NAME
    loopbake \\- bake a recording into a seamless loop
    .SH SYNOPSIS

    """
  for (index, usage) in Command.all.flatMap(\.usage).enumerated() {
    page += (index > 0 ? ".br\n" : "") + roff(usage) + "\n"
  }
  page += ".SH DESCRIPTION\n" + paragraphs(Command.bake.description)
  for command in Command.all { page += manSection(command) }
  return page
}

private func manSection(_ command: Command) -> String {
  var text = ".SH \"\(command.name.uppercased())\"\n" + roff(capitalized(command.summary)) + ".\n"
  if command.name != Command.bake.name { text += ".PP\n" + paragraphs(command.description) }
  for (section, options) in sections(of: command.options()) {
    text += ".SS \"\(section.rawValue)\"\n" + options.map { tagged($0.manTerm, $0.help) }.joined()
  }
  for topic in command.topics {
    text += ".SS \"\(topic.title)\"\n"
    text += topic.entries.map { tagged("\\fB\(roff($0.term))\\fR", $0.text) }.joined()
  }
  if !command.examples.isEmpty {
    text +=
      ".SS \"Examples\"\n" + command.examples.map { tagged("\\fB\(roff($0.term))\\fR", $0.text) }.joined()
  }
  return text
}

extension OptionPage {
  /// `-f, --fade TIME`: names bold, the value in italics.
  fileprivate var manTerm: String {
    let names = (short.map { "\\fB\\-\($0)\\fR, " } ?? "") + "\\fB\(roff("--" + long))\\fR"
    return names + (value.map { " \\fI\(roff($0.name))\\fR" } ?? "")
  }
}

private func tagged(_ term: String, _ text: String) -> String { ".TP\n\(term)\n\(roff(text))\n" }

private func paragraphs(_ texts: [String]) -> String {
  texts.map { roff($0) + "\n" }.joined(separator: ".PP\n")
}

/// Text that roff prints as it is: no escape, no request, no typographic hyphen or quote.
private func roff(_ text: String) -> String {
  var result = text.first == "." || text.first == "'" ? "\\&" : ""
  for character in text {
    switch character {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "'": result += "\\(aq"
    default: result.append(character)
    }
  }
  return result
}

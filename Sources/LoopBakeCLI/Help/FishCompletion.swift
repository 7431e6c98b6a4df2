/// Completion for fish: a file `loopbake.fish` in a folder of completions.
func fishCompletion() -> String {
  let names = Command.names.joined(separator: " ")
  var text = """
    # fish completion for loopbake, printed by 'loopbake help completions fish'
    function __loopbake_command
      set -l words (commandline -opc)
      if set -q words[2]; and contains -- $words[2] \(names)
        echo $words[2]
      else
        echo bake
      end
    end
    function __loopbake_is
      test (__loopbake_command) = $argv[1]
    end
    function __loopbake_is_first
      test (count (commandline -opc)) -eq 1
    end

    """
  for command in Command.all {
    text +=
      "complete -c loopbake -n __loopbake_is_first -a \(command.name) -d \(fishQuoted(command.summary))\n"
    text += command.options().map { fishOption($0, of: command) }.joined()
    if case .words(let words) = command.operands {
      text +=
        "complete -c loopbake -n '__loopbake_is \(command.name)' -f -a '\(words.joined(separator: " "))'\n"
    }
  }
  return text
}

private func fishOption(_ option: OptionPage, of command: Command) -> String {
  var line = "complete -c loopbake -n '__loopbake_is \(command.name)' -l \(option.long)"
  if let short = option.short { line += " -s \(short)" }
  switch option.value?.completion {
  case nil: break
  case .nothing: line += " -x"
  case .words(let words): line += " -x -a '\(words.joined(separator: " "))'"
  case .paths: line += " -r -F"
  }
  return line + " -d \(fishQuoted(firstSentence(option.help)))\n"
}

private func fishQuoted(_ text: String) -> String {
  var result = "'"
  for character in text {
    if character == "'" || character == "\\" { result += "\\" }
    result.append(character)
  }
  return result + "'"
}

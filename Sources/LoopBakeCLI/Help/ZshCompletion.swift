/// Completion for zsh: a file `_loopbake` in `fpath`, or sourced.
func zshCompletion() -> String {
  let names = Command.names.joined(separator: "|")
  let cases = Command.all.map { command in
    let specs = command.options().flatMap(zshSpecs) + [zshOperands(command)]
    return "    \(command.name))\n      _arguments -s -S \\\n        "
      + specs.joined(separator: " \\\n        ") + " ;;\n"
  }
  return """
    #compdef loopbake
    # zsh completion for loopbake, printed by 'loopbake help completions zsh'
    _loopbake_first() {
      if (( first )); then
        _alternative 'commands:command:(\(Command.names.joined(separator: " ")))' 'files:input:_files'
      else
        _files
      fi
    }
    _loopbake() {
      local command=bake first=$(( CURRENT == 2 ))
      case $words[2] in
        \(names)) if (( ! first )); then command=$words[2]; shift words; (( CURRENT-- )); fi ;;
      esac
      case $command in
    \(cases.joined())  esac
    }
    if [[ $funcstack[1] == _loopbake ]]; then _loopbake "$@"; else compdef _loopbake loopbake; fi

    """
}

/// One line of `_arguments` for each spelling, excluding the other one.
private func zshSpecs(_ option: OptionPage) -> [String] {
  let exclusion = "(" + option.spellings.joined(separator: " ") + ")"
  let text = zshQuoted(firstSentence(option.help))
  return option.spellings.map { spelling in
    guard let value = option.value else { return "'\(exclusion)\(spelling)[\(text)]'" }
    let joined = spelling.hasPrefix("--") ? "=" : "+"
    return
      "'\(exclusion)\(spelling)\(joined)[\(text)]:\(zshQuoted(value.name)):\(zshAction(value.completion))'"
  }
}

private func zshOperands(_ command: Command) -> String {
  let action = command.operands == .paths ? "_loopbake_first" : zshAction(command.operands)
  return "'*:operand:\(action)'"
}

private func zshAction(_ completion: Completion) -> String {
  switch completion {
  case .words(let words): "(\(words.joined(separator: " ")))"
  case .paths: "_files"
  case .nothing: " "
  }
}

/// Text inside single quotes and the brackets of a specification.
private func zshQuoted(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "'": result += "'\\''"
    case "[", "]", ":", "\\": result += "\\\(character)"
    default: result.append(character)
    }
  }
  return result
}

/// Completion for bash 3.2 and later; needs no other file.
func bashCompletion() -> String {
  let cases = Command.all.map(bashCases).joined()
  return """
    # bash completion for loopbake, printed by 'loopbake help completions bash'
    _loopbake() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=bake words= path
      if [[ $word == '=' ]]; then
        word=
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      if (( COMP_CWORD > 1 )); then
        case ${COMP_WORDS[1]} in \(Command.names.joined(separator: "|"))) command=${COMP_WORDS[1]} ;; esac
      else
        words='\(Command.names.joined(separator: " "))'
      fi
      COMPREPLY=()
      case "$command $previous" in
    \(cases)  esac
      COMPREPLY=( $(compgen -W "$words" -- "$word") )
    }
    _loopbake_paths() {
      compopt -o filenames 2>/dev/null
      while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$word")
    }
    complete -F _loopbake loopbake

    """
}

private func bashCases(_ command: Command) -> String {
  let options = command.options()
  var text = ""
  for option in options {
    guard let value = option.value else { continue }
    let names = option.spellings.map { "'\(command.name) \($0)'" }.joined(separator: "|")
    text += "    \(names)) " + bashAction(value.completion) + " ;;\n"
  }
  let spellings = options.map { "--" + $0.long }.joined(separator: " ")
  text += "    '\(command.name) '*)\n      if [[ $word == -* ]]; then words='\(spellings)'\n      else "
  switch command.operands {
  case .paths: text += "_loopbake_paths; COMPREPLY+=( $(compgen -W \"$words\" -- \"$word\") ); return"
  case .words(let words): text += "words='\(words.joined(separator: " "))'"
  case .nothing: text += "return"
  }
  return text + "\n      fi ;;\n"
}

private func bashAction(_ completion: Completion) -> String {
  switch completion {
  case .words(let words): "words='\(words.joined(separator: " "))'"
  case .paths: "_loopbake_paths; return"
  case .nothing: "return"
  }
}

extension OptionPage {
  /// `-f` and `--fade`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
}

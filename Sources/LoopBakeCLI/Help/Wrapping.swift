/// The text in lines of at most `width` characters, broken between words; longer words stand alone.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// The text up to its first full stop, without it: what fits beside an option in a shell's menu.
func firstSentence(_ text: String) -> String {
  let words = text.split(separator: " ")
  guard let end = words.firstIndex(where: { $0.hasSuffix(".") }) else { return text }
  return String(words[...end].joined(separator: " ").dropLast())
}

import LoopBake

extension Inspection {
  /// For people: the file's name, then a line for each thing that is known of it.
  var text: String {
    let channels = "\(format.channels) channel" + (format.channels == 1 ? "" : "s")
    var lines = [
      ("format", "\(container): \(description)"),
      ("codec", codec),
      ("sound", "\(format.sampleRate) Hz, \(channels), \(encoding.rawValue)\(isLossy ? ", lossy" : "")"),
      ("length", "\(frames) frames, \(secondsText(frames: frames, sampleRate: format.sampleRate)) s"),
    ]
    if let delayFrames { lines.append(("delay", "\(delayFrames) frames before the sound, left out")) }
    if let paddingFrames { lines.append(("padding", "\(paddingFrames) frames behind the sound, left out")) }
    lines += loops.map { ("loop", $0.text) }
    lines += tags.pictures.map { ("picture", $0.text) }
    lines += tags.fields.map { ("tag", "\($0.name)=\(shortened($0.value))") }
    let rows = lines.map { name, value in
      singleLine("  " + name + String(repeating: " ", count: 9 - name.count) + value)
    }
    return ([singleLine(input)] + rows).joined(separator: "\n")
  }
}

extension EmbeddedLoop {
  /// `4410..17640 by smpl: 17639 is the last frame played`.
  fileprivate var text: String {
    let remarks = [correction, problem.map { "not used: \($0)" }].compactMap { $0 }
    return "\(region.startFrame)..\(region.endFrame) by \(dialect.rawValue): "
      + ([shortened(reading)] + remarks).joined(separator: "; ")
  }
}

extension Tags.Picture {
  fileprivate var text: String {
    let size = mimeType == "-->" ? "a link" : "\(mimeType), \(data.count) bytes"
    return "\(kindName), \(size)" + (description.isEmpty ? "" : ": " + shortened(description))
  }

  /// What it shows (ID3v2.4.0 frames, section 4.14; RFC 9639, section 8.8).
  private var kindName: String {
    let names = [
      "other", "file icon", "other file icon", "front cover", "back cover", "leaflet page", "medium",
      "lead artist", "artist", "conductor", "band", "composer", "lyricist", "recording location",
      "during recording", "during performance", "screen capture", "bright coloured fish", "illustration",
      "artist logo", "publisher logo",
    ]
    return names.indices.contains(kind) ? names[kind] : "kind \(kind)"
  }
}

/// The text, or its beginning where it would fill the screen: lyrics, say.
private func shortened(_ text: String) -> String {
  let most = 200
  guard text.utf8.count > most, text.count > most else { return text }
  return text.prefix(most) + "... (\(text.utf8.count) bytes)"
}

/// Seconds with seven decimals, which tell neighbouring frames apart at every rate in use; halves up.
func secondsText(frames: Int, sampleRate: Int) -> String {
  guard sampleRate > 0, frames >= 0 else { return "0.0000000" }
  let unit = 10_000_000
  let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
  let fraction = (rest * unit + sampleRate / 2) / sampleRate
  let digits = String(fraction % unit)
  return "\(seconds + fraction / unit)." + String(repeating: "0", count: 7 - digits.count) + digits
}

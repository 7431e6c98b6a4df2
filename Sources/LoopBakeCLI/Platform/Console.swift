/// Somewhere to write text to.
protocol TextSink {
  /// Whether a person is looking.
  var isTerminal: Bool { get }
  func write(_ text: String) throws(WriteFailure)
}

/// Why text could not be written.
enum WriteFailure: Error, Equatable {
  /// Nobody reads any more.
  case closedPipe
  /// In the system's words.
  case failed(reason: String)
}

/// The two ways to the user.
struct Console {
  let out: any TextSink
  let err: any TextSink

  /// Writes `loopbake: MESSAGE` as one line to standard error; a failure to do so is nowhere to be told.
  func complain(_ message: String) { note("loopbake: \(message)") }

  /// Writes one line to standard error.
  func note(_ line: String) { try? err.write(singleLine(line) + "\n") }

  /// Writes text to standard output as the whole work of a command; a closed pipe is quiet success.
  func print(_ text: String) -> ExitStatus {
    do throws(WriteFailure) {
      try out.write(text)
    } catch {
      return complain(about: error) ? .failure : .success
    }
    return .success
  }

  /// Tells that standard output failed, unless its reader just left.
  ///
  /// - Returns: whether there was something to tell.
  func complain(about failure: WriteFailure) -> Bool {
    guard case .failed(let reason) = failure else { return false }
    complain("standard output: cannot write: \(reason)")
    return true
  }
}

/// The text with every control character written as an escape, so that no file name can add a line or
/// drive the terminal.
func singleLine(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var line = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": line += "\\n"
    case "\r": line += "\\r"
    case "\t": line += "\\t"
    case _ where isControl(scalar): line += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: line.unicodeScalars.append(scalar)
    }
  }
  return line
}

/// C0, DEL and C1.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

/// The loop that text fields of the LOOPSTART family name, in any spelling and order.
///
/// Names as players read them (docs/loop-points.md): case does not count, nor do `_` and `-`. A length is trusted more than an end. Values are
/// frames, or times `h:m:s.f` as SDL_mixer reads them.
///
/// - Parameters:
///   - sampleRate: in Hz; `nil` reads no times.
///   - frameCount: of the sound, where a start alone ends; `nil`: a start alone is no loop.
func fieldLoop(_ fields: [Tags.Field], sampleRate: Int?, frameCount: Int?) -> EmbeddedLoop? {
  var values: [String: (frame: Int, field: Tags.Field)] = [:]
  for field in fields {
    let name = field.name.uppercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    guard name.hasPrefix("LOOP"), values[name] == nil,
      let frame = frame(field.value, isMilliseconds: name == "LOOPMS", sampleRate: sampleRate)
    else { continue }
    values[name] = (frame, field)
  }
  let starts = ["LOOPSTART", "LOOPBEGIN", "LOOPPOINT", "LOOPMS", "LOOP"]
  guard let start = starts.lazy.compactMap({ values[$0] }).first else { return nil }
  var words = "\(start.field.name)=\(start.field.value)"
  let end: Int
  if let length = values["LOOPLENGTH"], length.frame > 0, length.frame <= Int.max - start.frame {
    end = start.frame + length.frame
    words += " and \(length.field.name)=\(length.field.value), a count of frames"
  } else if let last = values["LOOPEND"] {
    end = last.frame
    words += " and \(last.field.name)=\(last.field.value), the frame behind the last one"
  } else if let frameCount {
    end = frameCount
    words += " alone, to the end of the sound"
  } else {
    return nil
  }
  guard end > start.frame else { return nil }
  return EmbeddedLoop(.fields, LoopRegion(startFrame: start.frame, endFrame: end), reading: words)
}

/// A number of frames: digits, `h:m:s.f`, or milliseconds.
private func frame(_ text: String, isMilliseconds: Bool, sampleRate: Int?) -> Int? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  guard parts.count <= 3, parts.allSatisfy({ isNumber($0) }) else { return nil }
  if parts.count == 1, !isMilliseconds { return Int(text) }
  guard let sampleRate else { return nil }
  let seconds = parts.reduce(0.0) { $0 * 60 + (Double($1) ?? 0) } / (isMilliseconds ? 1000 : 1)
  return Int(exactly: (seconds * Double(sampleRate) + 0.5).rounded(.down))
}

/// ASCII digits with at most one point among them.
private func isNumber(_ text: Substring) -> Bool {
  let digits = text.utf8.filter { $0 != UInt8(ascii: ".") }
  return !digits.isEmpty && text.utf8.count - digits.count <= 1
    && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}

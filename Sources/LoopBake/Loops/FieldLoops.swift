/// The loops that text fields of the LOOPSTART family name, in any spelling and order.
///
/// Names as players read them (docs/loop-points.md): case does not count, nor do `_` and `-`. Of several fields of one name the
/// first counts. A length is trusted more than an end; where both are there and differ, both loops are found. Values are frames, or
/// times as SDL_mixer reads them.
///
/// - Parameters:
///   - sampleRate: in Hz; `nil` reads no times.
///   - frameCount: of the sound, where a start alone ends; `nil`: a start alone is no loop.
func fieldLoops(_ fields: [Tags.Field], sampleRate: Int?, frameCount: Int?) -> [EmbeddedLoop] {
  var values: [String: (frame: Int, field: Tags.Field)] = [:]
  for field in fields {
    let name = field.plainName
    guard name.hasPrefix("LOOP"), values[name] == nil,
      let frame = frame(field.value, isMilliseconds: name == "LOOPMS", sampleRate: sampleRate)
    else { continue }
    values[name] = (frame, field)
  }
  guard let start = startNames.lazy.compactMap({ values[$0] }).first else { return unreadableLoop(fields) }
  var loops: [EmbeddedLoop] = []
  func add(to end: Int, _ words: String) {
    guard !loops.contains(where: { $0.region.endFrame == end }) else { return }
    loops.append(
      EmbeddedLoop(
        .fields, LoopRegion(startFrame: start.frame, endFrame: end), reading: start.field.words + words))
  }
  if let length = values["LOOPLENGTH"], length.frame > 0, length.frame <= Int.max - start.frame {
    add(to: start.frame + length.frame, " and \(length.field.words), a count of frames")
  }
  if let end = values["LOOPEND"] {
    add(to: end.frame, " and \(end.field.words), the frame behind the last one")
  }
  if loops.isEmpty, let frameCount { add(to: frameCount, " alone, to the end of the sound") }
  return loops
}

/// What a loop's start is called, the name that most readers know first.
private let startNames = ["LOOPSTART", "LOOPBEGIN", "LOOPPOINT", "LOOPMS", "LOOP"]

/// The loop of a start that is no number, so that it is not passed over in silence.
private func unreadableLoop(_ fields: [Tags.Field]) -> [EmbeddedLoop] {
  guard let start = fields.first(where: { $0.plainName != "LOOP" && startNames.contains($0.plainName) })
  else { return [] }
  return [
    EmbeddedLoop(
      .fields, LoopRegion(startFrame: 0, endFrame: 0), reading: start.words,
      problem: "its start is no position")
  ]
}

extension Tags.Field {
  fileprivate var words: String { "\(name)=\(value)" }

  /// The name without what some write between its words.
  fileprivate var plainName: String {
    name.uppercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}

/// A number of frames: ASCII digits; a time `h:m:s.f`; or milliseconds, to the nearest frame.
private func frame(_ text: String, isMilliseconds: Bool, sampleRate: Int?) -> Int? {
  if !isMilliseconds, !text.contains(":") { return wholeNumber(text[...]) }
  guard let sampleRate else { return nil }
  if !isMilliseconds { return clockFrame(text, sampleRate: sampleRate) }
  guard let milliseconds = wholeNumber(text[...]), milliseconds <= longest * 1000 else { return nil }
  let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
  return seconds * sampleRate + (rest * sampleRate + 500) / 1000
}

/// A time `h:m:s.f` or `m:s.f`; what is less than a frame is dropped, as SDL_mixer does (`_Mix_ParseTime` in its src/utils.c).
private func clockFrame(_ text: String, sampleRate: Int) -> Int? {
  let point = text.firstIndex(of: ".") ?? text.endIndex
  var seconds = 0
  for part in text[..<point].split(separator: ":", omittingEmptySubsequences: false) {
    guard let number = wholeNumber(part), number <= longest else { return nil }
    seconds = seconds * 60 + number
    guard seconds <= longest else { return nil }
  }
  let fraction = text[point...]
  guard !fraction.isEmpty else { return seconds * sampleRate }
  guard isDigits(fraction.dropFirst()), let part = Double("0" + fraction) else { return nil }
  return seconds * sampleRate + Int(part * Double(sampleRate))
}

/// Seconds of the longest time that is read: 31 years, whose frames fit an `Int` at every rate that a header can say.
private let longest = 1_000_000_000

/// `nil` also for more than an `Int` holds.
private func wholeNumber(_ text: Substring) -> Int? { isDigits(text) ? Int(text) : nil }

private func isDigits(_ text: Substring) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}

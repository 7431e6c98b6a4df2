/// From what a scan found to what is decoded: how many frames are lost, where the recording begins and ends.
extension MPEGFindings {
  /// - Parameter skipped: bytes before the first frame that are no tag.
  /// - Throws: `BakeError` (`notAudio`, `damaged`) when there is no sound.
  func stream(
    _ header: MPEGFrameHeader, _ freeFormatBytes: Int?, end: Int, skipped: Int, name: String
  ) throws(BakeError) -> MPEGStream {
    var stream = MPEGStream(
      header: header, freeFormatBytes: freeFormatBytes, end: end, parts: [], isDamaged: gapCount > 0,
      delayFrames: parts.first { $0.frames > 0 }?.tag?.trim?.delay,
      paddingFrames: parts.last { $0.frames > 0 }?.tag?.trim?.padding, warnings: [])
    if skipped > 0 {
      stream.warnings.append(somethingElse("begins", skipped))
    }
    for part in parts where part.frames > 0 {
      part.add(to: &stream, isLast: part.bytes.lowerBound == parts.last?.bytes.lowerBound, cutBytes)
    }
    if junkBehind > 0 {
      stream.warnings.append(somethingElse("ends", junkBehind))
    }
    let frames = parts.reduce(0) { $0 + $1.frames }
    guard frames > 0 else { throw Self.noSound(name, .notAudio, "the MPEG stream has no frame of sound") }
    guard parts.contains(where: { $0.headless + $0.broken < $0.frames }) else {
      throw Self.noSound(name, .damaged, "none of its MPEG frames can be decoded")
    }
    guard stream.soundFrames > 0 else {
      throw Self.noSound(
        name, .damaged, "the encoder's tag cuts away all \(frames * header.soundFrames) decoded frames")
    }
    return stream
  }

  private static func noSound(_ name: String, _ kind: BakeError.Kind, _ reason: String) -> BakeError {
    BakeError(kind, path: name, "cannot read the sound", because: reason)
  }
}

extension MPEGFindings.Part {
  fileprivate func add(to stream: inout MPEGStream, isLast: Bool, _ cutBytes: Int?) {
    let header = stream.header
    let before = stream.soundFrames
    var (runs, found, lost, broken) = ([MPEGStream.Run](), 0, 0, broken)
    var missing = tag?.frames.map { max($0 - frames, 0) }
    var gaps: [(gap: MPEGFindings.Gap, frame: Int, lost: Int)] = []
    for piece in pieces {
      switch piece {
      case .run(let offset, let count):
        runs.append(MPEGStream.Run(first: found, count: count, offset: offset))
        found += count
      case .gap(let gap):
        // Before the first frame there is nothing that the rest could be kept in time with.
        let lostHere = found > 0 ? lostFrames(in: gap, missing: missing, header) : 0
        gaps.append((gap, found, lostHere))
        missing = missing.map { $0 - lostHere }
        if lostHere > 0 {
          runs.append(MPEGStream.Run(first: found, count: lostHere, offset: nil))
          broken += gap.dependents
        }
        found += lostHere
        lost += lostHere
      }
    }
    let isCut = isLast && cutBytes != nil
    let isWhole = judge(found, isCut: isCut, &stream.warnings)
    let sound = sound(of: found * header.soundFrames, isWhole: isWhole)
    func position(_ frame: Int) -> Int { before + max(frame * header.soundFrames - sound.lowerBound, 0) }
    stream.warnings += Self.warnings(gaps) { position($0) }
    if headless > 0 {
      stream.warnings.append(
        "silence for the first \(counted(headless, "MPEG frame")), which cannot be decoded without those before"
      )
    }
    if broken > 0 { stream.warnings.append("silence for \(counted(broken, "damaged MPEG frame"))") }
    let tagWarning = "no LAME or Lavc tag: the encoder's delay is unknown, so every decoded frame is kept"
    if header.layer == 3, tag?.trim == nil, !stream.warnings.contains(tagWarning) {
      stream.warnings.append(tagWarning)
    }
    stream.isDamaged = stream.isDamaged || broken > 0
    stream.parts.append(MPEGStream.Part(runs: runs, sound: sound))
  }

  /// Frames that stood in a gap.
  ///
  /// Where the tag counts frames, it knows how many are missing; else a gap as long as so many frames of a constant bit
  /// rate was one of overwritten frames, and any other one was put in between.
  private func lostFrames(in gap: MPEGFindings.Gap, missing: Int?, _ header: MPEGFrameHeader) -> Int {
    let least = gap.tookFrame ? 1 : 0
    let mean = header.frameMean(kilobits ?? 0) ?? Double(frameBytes) / Double(max(frames, 1))
    let size = Double(gap.bytes.count) / max(mean, 1)
    if let missing { return min(max(Int(size + 0.9), least), missing) }
    guard kilobits ?? 0 > 0 else { return least }
    let whole = size.rounded()
    return abs(size - whole) * mean < 1.5 ? Int(whole) : max(Int(size), 1) * least
  }

  /// Compares the frames with what the tag says; returns whether the last one is that of the recording.
  private func judge(_ found: Int, isCut: Bool, _ warnings: inout [String]) -> Bool {
    guard let said = tag?.frames, said != found else {
      if isCut { warnings.append("the last MPEG frame is cut") }
      return !isCut
    }
    let hasAllBytes = tag?.bytes.map { bytes.count >= $0 } ?? (said == found + 1)
    // Some encoders count the frame of the tag.
    if hasAllBytes && said == found + 1 && !isCut { return true }
    if said > found && (isCut || !hasAllBytes) {
      warnings.append("the file is cut short: \(found) of \(said) MPEG frames are there")
      return false
    }
    warnings.append("the Info tag announces \(said) MPEG frames, the file holds \(found)")
    return said > found
  }

  /// The recording among the decoded frames.
  ///
  /// The decoder adds 529 frames to the delay (528 of the filter bank and one of the hybrid overlap; decoder delay in
  /// LAME's technical FAQ). When the padding is shorter than these, the recording ends in a frame that is not there.
  private func sound(of decoded: Int, isWhole: Bool) -> Range<Int> {
    guard let trim = tag?.trim, trim != MPEGInfoTag.Trim(delay: 0, padding: 0) else { return 0..<decoded }
    let start = trim.delay + 529
    return start..<max(isWhole ? decoded + 529 - trim.padding : decoded, start)
  }

  /// At most three places, then a count.
  private static func warnings(
    _ gaps: [(gap: MPEGFindings.Gap, frame: Int, lost: Int)], position: (Int) -> Int
  ) -> [String] {
    let shown = gaps.prefix(3).map { gap, frame, lost in
      "\(counted(gap.bytes.count, "byte")) at byte \(gap.bytes.lowerBound) in no MPEG frame: "
        + (lost > 0 ? "silence for \(counted(lost, "lost MPEG frame")) at" : "passed over at")
        + " frame \(position(frame))"
    }
    return shown + (gaps.count > 3 ? ["\(gaps.count - 3) more such places"] : [])
  }
}

extension MPEGFrameHeader {
  /// Mean bytes of a frame of constant bit rate, padding among them; `nil` for free format.
  fileprivate func frameMean(_ kilobits: Int) -> Double? {
    kilobits > 0 ? Double(soundFrames * kilobits * 125) / Double(sampleRate) : nil
  }
}

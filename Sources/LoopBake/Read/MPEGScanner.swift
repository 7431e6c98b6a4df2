/// Walks through all frames of an MPEG audio file, and passes over what is none.
struct MPEGScanner: ~Copyable {
  private var window: FileWindow
  /// For messages.
  private let name: String
  private let first: MPEGFrameHeader
  private let freeFormatBytes: Int?
  /// Byte offset behind the sound and before the tags.
  private let end: Int
  private var findings = MPEGFindings()
  /// Byte offset of the last frame of sound, while what comes next follows it directly.
  private var last: Int?

  /// Places that are damaged before the file is given up.
  private static let mostGaps = 10_000

  /// - Parameter offset: of the first frame, as sniffing found it.
  init(_ file: borrowing InputFile, from offset: Int) throws(BakeError) {
    var window = try FileWindow(file)
    let end = window.soundEnd(from: offset)
    guard let found = window.firstMPEGFrame(in: offset..<offset + 1, end: end),
      let header = window.mpegHeader(at: offset)
    else {
      throw .unreadable(file.name, window.failure)
    }
    name = file.name
    first = header
    freeFormatBytes = found.freeFormatBytes
    self.end = end
    self.window = window
  }

  /// - Parameters:
  ///   - offset: of the first frame.
  ///   - skipped: bytes before it that are neither sound nor a tag.
  /// - Throws: `BakeError`: `notAudio` without any frame of sound, `unfit` when the format changes midway, `unreadable`.
  consuming func scan(from offset: Int, skipped: Int) throws(BakeError) -> MPEGStream {
    var next = offset
    while next < end {
      if let tag = window.tagBytes(at: next, end: end) {
        next += tag
        last = nil
      } else if let header = window.mpegHeader(at: next), header.continues(first), let length = length(header)
      {
        last = take(header, at: next, length: length) ? next : nil
        next += length
      } else {
        next = try passOver(from: next)
      }
      if findings.gapCount > Self.mostGaps || findings.parts.count > Self.mostGaps {
        throw BakeError(
          .damaged, path: name, "cannot read the sound",
          because: "the MPEG stream is damaged in more than \(Self.mostGaps) places")
      }
    }
    if window.failure != 0 { throw .unreadable(name, window.failure) }
    return try findings.stream(first, freeFormatBytes, end: end, skipped: skipped, name: name)
  }

  private func length(_ header: MPEGFrameHeader) -> Int? { header.length(freeFormatBytes) }

  /// Notes a frame; returns whether it is one of sound.
  private mutating func take(_ header: MPEGFrameHeader, at offset: Int, length: Int) -> Bool {
    if length <= end - offset, let tag = window.mpegInfoTag(at: offset, header, length: length) {
      findings.begin(tag, at: offset)
      return false
    }
    let there = min(length, end - offset)
    guard there >= header.sideInfoEnd else {
      // Not even what the decoder needs to be told that the rest is missing.
      findings.cutBytes = there
      return false
    }
    if there < length { findings.cutBytes = there }
    // One that is cut is known to be damaged.
    let side =
      header.layer == 3 && there == length
      ? window.index(of: offset, count: header.sideInfoEnd).map { MPEGSideInfo(window.bytes, at: $0, header) }
      : nil
    findings.add(
      header, at: offset, length: length, mainBytes: there - header.sideInfoEnd, side: side)
    return true
  }

  /// Goes to the next frame behind bytes that are none; returns its offset, or the end.
  ///
  /// Where a piece is missing, the last frame's length leads into one of the next frames: so the search begins in the last
  /// frame, which is lost then.
  private mutating func passOver(from offset: Int) throws(BakeError) -> Int {
    let start = last.map { $0 + 1 } ?? offset
    for place in start..<end {
      guard let header = window.mpegHeader(at: place) else { continue }
      if header.continues(first) {
        guard
          window.hasMPEGRow(at: place, header, freeFormatBytes: freeFormatBytes, count: 2, end: end)
        else { continue }
        let tookFrame = place < offset
        findings.addGap((tookFrame ? last ?? offset : offset)..<place, tookFrame: tookFrame)
        last = nil
        return place
      }
      if place >= offset, window.hasMPEGRow(at: place, header, freeFormatBytes: nil, count: 4, end: end) {
        throw BakeError(
          .unfit, path: name, "cannot read the sound",
          because: "the stream turns from \(words(first)) to \(words(header)) at byte \(place)",
          wayOut: "split the file there")
      }
    }
    findings.junkBehind = end - offset
    return end
  }

  private func words(_ header: MPEGFrameHeader) -> String {
    "\(header.channels == 1 ? "mono" : "stereo") at \(header.sampleRate) Hz (layer \(header.layer))"
  }
}

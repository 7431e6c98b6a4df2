/// Hands out the frames of an MPEG stream one by one, each as the decoder can take it.
///
/// A frame that needs bytes which are not there keeps its own bytes, which later frames need, but says that its granules
/// are empty: so every frame decodes to its full length and leaves the decoder in a state that depends on nothing else.
struct MPEGFrameReader: ~Copyable {
  let stream: MPEGStream
  private var window: FileWindow
  /// For messages.
  private let name: String
  /// A frame without sound.
  private let silence: [UInt8]
  private var runs: ArraySlice<MPEGStream.Run> = []
  /// Frames of the first run that have been handed out, and byte offset of the next one.
  private var taken = 0
  private var offset = 0
  /// Bytes of main data right before the next frame.
  private var reservoir = 0

  init(_ file: borrowing InputFile, _ stream: MPEGStream) throws(BakeError) {
    var window = try FileWindow(file)
    silence = try Self.silence(&window, stream, name: file.name)
    name = file.name
    self.stream = stream
    self.window = window
  }

  /// Goes to a frame of a part.
  mutating func move(toPart part: Int, frame: Int) throws(BakeError) {
    let all = stream.parts[part].runs
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].first + all[middle].count <= frame { low = middle + 1 } else { high = middle }
    }
    begin(all[low...])
    guard let run = runs.first else { return }
    taken = frame - run.first
    if run.offset == nil { return }
    for _ in 0..<taken { offset += try frameHere().length }
  }

  /// The bytes of the next frame; silence behind the last one.
  mutating func next() throws(BakeError) -> [UInt8] {
    guard let run = runs.first else { return silence }
    defer {
      taken += 1
      if taken == run.count { begin(runs.dropFirst(), reservoir: run.offset == nil ? 0 : reservoir) }
    }
    guard run.offset != nil else { return silence }
    let (header, length) = try frameHere()
    let there = min(length, stream.end - offset)
    guard let index = window.index(of: offset, count: there) else { throw changed }
    var frame = Array(window.bytes[index..<index + there])
    frame += [UInt8](repeating: 0, count: length - there)
    offset += length
    guard header.layer == 3 else { return there == length ? frame : silence }
    let mainBytes = there - header.sideInfoEnd
    guard mainBytes >= 0 else { throw changed }
    if !MPEGSideInfo(frame, at: 0, header).isDecodable(reservoir: reservoir, mainBytes: mainBytes) {
      mute(&frame, header)
    }
    reservoir += mainBytes
    return frame
  }

  /// Empties the granules of a Layer III frame.
  ///
  /// It still points back at all bytes before it, because libmpg123 hands these from frame to frame only as far as each
  /// one points.
  private func mute(_ frame: inout [UInt8], _ header: MPEGFrameHeader) {
    for byte in header.sideInfoStart..<header.sideInfoEnd { frame[byte] = 0 }
    let start = header.sideInfoStart
    if header.version == .mpeg1 {
      let bytes = min(reservoir, 511)
      frame[start] = UInt8(bytes >> 1)
      frame[start + 1] = UInt8(bytes & 1) << 7
    } else {
      frame[start] = UInt8(min(reservoir, 255))
    }
  }

  private mutating func begin(_ rest: ArraySlice<MPEGStream.Run>, reservoir: Int = 0) {
    runs = rest
    taken = 0
    offset = rest.first?.offset ?? 0
    self.reservoir = reservoir
  }

  private mutating func frameHere() throws(BakeError) -> (header: MPEGFrameHeader, length: Int) {
    guard let header = window.mpegHeader(at: offset), header.continues(stream.header),
      let length = header.length(stream.freeFormatBytes)
    else {
      throw changed
    }
    return (header, length)
  }

  private var changed: BakeError {
    window.failure != 0
      ? .unreadable(name, window.failure)
      : BakeError(.unreadable, path: name, "cannot read on", because: "the file changed while it was read")
  }

  /// Header of the first frame, but without checksum, and zeros: no bits are allocated (Layers I and II, section 2.4.2.5)
  /// or all granules are empty (Layer III, section 2.4.2.7).
  private static func silence(
    _ window: inout FileWindow, _ stream: MPEGStream, name: String
  ) throws(BakeError) -> [UInt8] {
    let first = stream.parts.lazy.flatMap(\.runs).compactMap(\.offset).first
    guard let first, let header = window.mpegHeader(at: first), let index = window.index(of: first, count: 4),
      let length = header.length(stream.freeFormatBytes)
    else {
      throw BakeError(
        .unreadable, path: name, "cannot read on", because: "the file changed while it was read")
    }
    var frame = [UInt8](repeating: 0, count: length)
    frame.replaceSubrange(0..<4, with: window.bytes[index..<index + 4])
    frame[1] |= 1
    return frame
  }
}

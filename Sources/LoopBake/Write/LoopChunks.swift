/// A chunk of a RIFF or AIFF file: four letters and what follows its size field.
struct Chunk: Equatable {
  let id: String
  /// A multiple of four bytes, because libsndfile pads to that and stores the padded size.
  let payload: [UInt8]
}

/// The chunks that hold loop points. Positions are frames; a loop `[S, E)` here is half-open.
enum LoopChunks {
  /// The chunks of a WAV or RF64 file, to stand before `data`: `smpl`, `cue `, `LIST adtl`, `LIST INFO`.
  ///
  /// Layouts: Multimedia Programming Interface and Data Specifications 1.0 (IBM and Microsoft, 1991) for `cue `, `adtl`
  /// and `INFO`; its New Multimedia Data Types supplement 3.0 (Microsoft, 1994) for `smpl`.
  ///
  /// - Returns: only `LIST INFO` when the positions do not fit into 32 bits.
  static func riff(_ loop: LoopRegion, sampleRate: Int, software: String) -> [Chunk] {
    let information = Chunk(id: "LIST", payload: softwareList(software))
    guard let sampler = sampler(loop, sampleRate: sampleRate), let start = UInt32(exactly: loop.startFrame),
      let length = UInt32(exactly: loop.length)
    else { return [information] }
    return [
      Chunk(id: "smpl", payload: sampler), Chunk(id: "cue ", payload: cue(at: start)),
      Chunk(id: "LIST", payload: cueLabels(length: length)), information,
    ]
  }

  /// The payload of `smpl`: 60 bytes with one forward loop for ever, whose end is the last frame played.
  ///
  /// - Returns: `nil` when the positions do not fit into 32 bits.
  static func sampler(_ loop: LoopRegion, sampleRate: Int) -> [UInt8]? {
    guard let start = UInt32(exactly: loop.startFrame), let last = UInt32(exactly: loop.endFrame - 1),
      let period = UInt32(exactly: 1_000_000_000 / max(sampleRate, 1))
    else { return nil }
    let middleC: UInt32 = 60
    var bytes: [UInt8] = []
    // Manufacturer, product, nanoseconds a frame, note, pitch fraction, SMPTE format and offset, loops, more bytes.
    for field in [0, 0, period, middleC, 0, 0, 0, 1, 0] { bytes.appendLittleEndian(field) }
    // Loop id (that of the cue point), type forward, first and last frame, fraction, play count (0: for ever).
    for field in [1, 0, start, last, 0, 0] { bytes.appendLittleEndian(field) }
    return bytes
  }

  /// The chunks of an AIFF file, to stand before `SSND`: `MARK` and `INST`.
  ///
  /// AIFF 1.3 (Apple, 1989): a marker lies between two frames, so the end marker is `E`.
  ///
  /// - Returns: nothing when the positions do not fit into 32 bits.
  static func aiff(_ loop: LoopRegion) -> [Chunk] {
    guard let start = UInt32(exactly: loop.startFrame), let end = UInt32(exactly: loop.endFrame) else {
      return []
    }
    var markers: [UInt8] = []
    markers.appendBigEndian(UInt16(2))
    for (id, position, name) in [(1, start, "beg loop"), (2, end, "end loop")] as [(UInt16, UInt32, String)] {
      markers.appendBigEndian(id)
      markers.appendBigEndian(position)
      markers += [UInt8(name.utf8.count)] + name.utf8 + [0]  // a Pascal string of even length
    }
    // Note 60, no detune, all notes, velocities 1 to 127.
    var instrument: [UInt8] = [60, 0, 0, 127, 1, 127]
    // Gain in dB; the sustain loop (1: forward, from marker 1 to marker 2); no release loop.
    for field in [0, 1, 1, 2, 0, 0, 0] as [UInt16] { instrument.appendBigEndian(field) }
    return [Chunk(id: "MARK", payload: markers.paddedToFour), Chunk(id: "INST", payload: instrument)]
  }

  private static func cue(at start: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(UInt32(1))  // points
    for field in [1, start] { bytes.appendLittleEndian(field) }  // id, position in the play list
    bytes += "data".utf8
    for field in [0, 0, start] { bytes.appendLittleEndian(field) }  // chunk start, block start, frame
    return bytes
  }

  /// A name for the cue point, and its length, which makes it a region.
  private static func cueLabels(length: UInt32) -> [UInt8] {
    var label: [UInt8] = []
    label.appendLittleEndian(UInt32(1))
    label += "Loop".utf8 + [0, 0, 0, 0]
    var region: [UInt8] = []
    for field in [1, length] { region.appendLittleEndian(field) }
    region += "rgn ".utf8
    region += [UInt8](repeating: 0, count: 8)  // country, language, dialect, code page
    return Array("adtl".utf8) + riffChunk("labl", label) + riffChunk("ltxt", region)
  }

  private static func softwareList(_ software: String) -> [UInt8] {
    Array("INFO".utf8) + riffChunk("ISFT", (Array(software.utf8) + [0]).paddedToFour)
  }

  /// A whole RIFF chunk: id, size, payload (of even length).
  static func riffChunk(_ id: String, _ payload: [UInt8]) -> [UInt8] {
    var bytes = Array(id.utf8)
    bytes.appendLittleEndian(UInt32(payload.count))
    return bytes + payload
  }
}

extension [UInt8] {
  fileprivate mutating func appendLittleEndian(_ value: UInt32) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate var paddedToFour: [UInt8] { self + [UInt8](repeating: 0, count: (4 - count % 4) % 4) }
}

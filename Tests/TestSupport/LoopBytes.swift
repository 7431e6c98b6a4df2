/// Files that say where they loop, made without any code of the package.
public enum LoopBytes {
  /// A loop of a `smpl` chunk: its type (0 forward, 1 to and fro, 2 backward), and its first and last frame.
  public typealias Loop = (type: Int, first: Int, last: Int)

  /// A `smpl` chunk; `count` is how many loops it says it has.
  public static func sampler(_ loops: [Loop], count: Int? = nil, bigEndian: Bool = false) -> [UInt8] {
    let order = bigEndian ? TestSupport.bigEndian : littleEndian
    var numbers = [0, 0, 22_675, 60, 0, 0, 0, count ?? loops.count, 0]
    for loop in loops { numbers += [1, loop.type, loop.first, loop.last, 0, 0] }
    return chunk("smpl", numbers.flatMap { order($0, 4) }, bigEndian: bigEndian)
  }

  /// A `cue ` chunk.
  public static func cue(_ points: [(id: Int, frame: Int)]) -> [UInt8] {
    var body = littleEndian(points.count, 4)
    for (id, frame) in points {
      body += littleEndian(id, 4) + littleEndian(frame, 4) + Array("data".utf8) + littleEndian(0, 8)
      body += littleEndian(frame, 4)
    }
    return chunk("cue ", body)
  }

  /// A `LIST` chunk `adtl` with a label for each region, and the region.
  public static func regions(_ regions: [(id: Int, length: Int, purpose: String)]) -> [UInt8] {
    var body = Array("adtl".utf8)
    for (id, length, purpose) in regions {
      body += chunk("labl", littleEndian(id, 4) + Array("abcd\0".utf8))
      let region = littleEndian(id, 4) + littleEndian(length, 4)
      body += chunk("ltxt", region + Array(purpose.utf8) + littleEndian(0, 8))
    }
    return chunk("LIST", body)
  }

  /// A silent WAV file of 8 bits and one channel with chunks before and behind its sound.
  public static func wav(
    frames: Int, rate: Int = 44_100, before: [UInt8] = [], behind: [UInt8] = [], bigEndian: Bool = false
  ) -> [UInt8] {
    let order = bigEndian ? TestSupport.bigEndian : littleEndian
    let format = [(1, 2), (1, 2), (rate, 4), (rate, 4), (1, 2), (8, 2)].flatMap { order($0.0, $0.1) }
    let sound = [UInt8](repeating: 128, count: frames)
    return chunk(
      bigEndian ? "RIFX" : "RIFF",
      Array("WAVE".utf8) + chunk("fmt ", format, bigEndian: bigEndian) + before
        + chunk("data", sound, bigEndian: bigEndian) + behind, bigEndian: bigEndian)
  }

  /// The bytes of a WAV file with one more chunk behind its sound.
  public static func adding(_ chunk: [UInt8], to wav: [UInt8]) -> [UInt8] {
    let file = wav + chunk
    return Array(file[..<4]) + littleEndian(file.count - 8, 4) + Array(file[8...])
  }

  /// A silent AIFF file of 8 bits and one channel at 44.1 kHz, with markers and the two loops of an instrument.
  public static func aiff(
    frames: Int, markers: [(id: Int, frame: Int)], sustain: (mode: Int, begin: Int, end: Int),
    release: (mode: Int, begin: Int, end: Int) = (0, 0, 0)
  ) -> [UInt8] {
    // 44100 as an 80-bit float.
    let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let common = bigEndian(1, 2) + bigEndian(frames, 4) + bigEndian(8, 2) + rate
    var places = bigEndian(markers.count, 2)
    // Names of even and odd length.
    for (index, marker) in markers.enumerated() {
      let name = index % 2 == 0 ? "\u{3}beg" : "\u{2}it\0"
      places += bigEndian(marker.id, 2) + bigEndian(marker.frame, 4) + Array(name.utf8)
    }
    var instrument: [UInt8] = [60, 0, 0, 127, 1, 127, 0, 0]
    for loop in [sustain, release] {
      instrument += bigEndian(loop.mode, 2) + bigEndian(loop.begin, 2) + bigEndian(loop.end, 2)
    }
    let sound = bigEndian(0, 8) + [UInt8](repeating: 0, count: frames)
    let body =
      chunk("COMM", common, bigEndian: true) + chunk("MARK", places, bigEndian: true)
      + chunk("INST", instrument, bigEndian: true) + chunk("SSND", sound, bigEndian: true)
    return chunk("FORM", Array("AIFF".utf8) + body, bigEndian: true)
  }

  /// The metadata of a FLAC file, without sound: comments, and `smpl` chunks in blocks of the application `riff`.
  public static func flac(comments: [String] = [], chunks: [[UInt8]] = []) -> [UInt8] {
    var body = littleEndian(1, 4) + [0x78] + littleEndian(comments.count, 4)
    for comment in comments { body += littleEndian(comment.utf8.count, 4) + Array(comment.utf8) }
    let foreign = chunks.map { (UInt8(2), Array("riff".utf8) + $0) }
    let blocks = [(UInt8(0), [UInt8](repeating: 0, count: 34))] + foreign + [(UInt8(4), body)]
    var file = Array("fLaC".utf8)
    for (index, (type, body)) in blocks.enumerated() {
      file += [index == blocks.count - 1 ? type | 0x80 : type] + bigEndian(body.count, 3) + body
    }
    return file
  }

  /// A chunk of a RIFF or AIFF file with its pad byte.
  public static func chunk(_ name: String, _ body: [UInt8], bigEndian: Bool = false) -> [UInt8] {
    let size = bigEndian ? TestSupport.bigEndian(body.count, 4) : littleEndian(body.count, 4)
    return Array(name.utf8) + size + body + (body.count % 2 == 1 ? [0] : [])
  }
}

private func littleEndian(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func bigEndian(_ value: Int, _ width: Int) -> [UInt8] { littleEndian(value, width).reversed() }

/// Finds the sound of an AIFF or AIFF-C file (Apple, "Audio Interchange File Format" 1.3; "AIFF-C", draft of 1991).
///
/// Only where samples are stored one by one; the frame count of `COMM` and the size of `SSND` then check each other.
struct AIFFSound {
  let stored: StoredSound

  /// The payload of `COMM`: what matters for reading.
  private struct Common {
    let frames: Int
    let frameBytes: Int
    /// The payload with another count, and without the compression's name.
    let payload: [UInt8]

    init?(_ body: [UInt8], isCompressed: Bool) {
      guard let channels = body.number(at: 0, width: 2, .big),
        let frames = body.number(at: 2, width: 4, .big),
        let bits = body.number(at: 6, width: 2, .big), body.count >= (isCompressed ? 22 : 18),
        1...1024 ~= channels, let width = Self.sampleBytes(isCompressed ? Array(body[18..<22]) : [], bits)
      else { return nil }
      self.frames = frames
      frameBytes = channels * width
      payload = Array(body[..<(isCompressed ? 22 : 18)]) + (isCompressed ? [0, 0] : [])
    }

    private static func sampleBytes(_ compression: [UInt8], _ bits: Int) -> Int? {
      switch String(decoding: compression, as: UTF8.self) {
      case "", "NONE", "twos", "sowt": 1...32 ~= bits ? (bits + 7) / 8 : nil
      case "ulaw", "ULAW", "alaw", "ALAW", "raw ": bits <= 16 ? 1 : nil
      case "in24", "ni24", "23ni": 3
      case "fl32", "FL32", "in32", "ni32", "42ni": 4
      case "fl64", "FL64": 8
      default: nil
      }
    }
  }

  /// - Returns: `nil` for codecs that libsndfile must judge itself, and where a chunk is missing, which it names.
  init?(isCompressed: Bool, at start: Int, in file: borrowing FileBytes, name: String) throws(BakeError) {
    var chunks = ChunkWalk(order: .big, from: start + 12)
    var common: Common?
    var sound: (offset: Int, size: Int)?
    while common == nil || sound == nil, let chunk = try chunks.next(in: file) {
      switch chunk.id {
      case "COMM" where common == nil:
        guard let body = try file.read(at: chunk.offset, count: min(chunk.size, 22)) else { return nil }
        common = Common(body, isCompressed: isCompressed)
        if common == nil { return nil }
      case "SSND" where sound == nil:
        // A gap in front of the first frame, and a block size for alignment, which says nothing about the sound.
        guard let gap = try file.read(at: chunk.offset, count: 8)?.number(at: 0, width: 4, .big) else {
          return nil
        }
        let claimed = max(chunk.size - 8, 0)
        sound = (chunk.offset + 8 + min(gap, claimed), max(claimed - gap, 0))
      default: break
      }
    }
    guard let common, let sound, sound.offset <= file.size else { return nil }
    stored = Self.stored(common, sound, fileSize: file.size, isCompressed: isCompressed)
  }

  private static func stored(
    _ common: Common, _ sound: (offset: Int, size: Int), fileSize: Int, isCompressed: Bool
  ) -> StoredSound {
    let there = fileSize - sound.offset
    let claimed = common.frames * common.frameBytes
    // What lies between the count and the end of the chunk is padding, unless it is more than any alignment asks for.
    let mostPadding = 4096
    let isUnknown = sound.size == 0 || SoundExtent.isUnknown(sound.size + 8)
    let held = isUnknown ? there : min(sound.size, there)
    let isPadded = claimed > 0 && claimed <= held && (isUnknown || held - claimed <= mostPadding)
    let frames = isPadded ? common.frames : held / common.frameBytes
    var warnings: [String] = []
    if !isUnknown && sound.size > there {
      warnings = ["the file is cut short: \(there) of \(sound.size) bytes of its sound are there"]
    } else if frames != common.frames {
      warnings = ["the header says \(common.frames) frames of sound: \(frames) are there"]
    } else if !isPadded && held % common.frameBytes > 0 {
      warnings = ["the sound does not end with a whole frame: spare bytes are left out"]
    }
    let bytes = sound.offset..<sound.offset + frames * common.frameBytes
    return StoredSound(
      header: header(common.payload, frames: frames, soundBytes: bytes.count, isCompressed: isCompressed),
      bytes: bytes, frameCount: frames, warnings: warnings)
  }

  private static func header(
    _ common: [UInt8], frames: Int, soundBytes: Int, isCompressed: Bool
  ) -> [UInt8] {
    var chunks = HeaderBytes(.big)
    chunks.append(isCompressed ? "AIFC" : "AIFF")
    if isCompressed {
      chunks.append("FVER")
      chunks.append(4, width: 4)
      chunks.append(0xA280_5140, width: 4)  // version 1 of AIFF-C
    }
    chunks.append("COMM")
    chunks.append(common.count, width: 4)
    chunks.append(Array(common[..<2]))
    chunks.append(frames, width: 4)
    chunks.append(Array(common[6...]))
    chunks.append("SSND")
    chunks.append(8 + soundBytes, width: 4)
    chunks.append(0, width: 4)
    chunks.append(0, width: 4)
    var header = HeaderBytes(.big)
    header.append("FORM")
    header.append(chunks.bytes.count + soundBytes, width: 4)
    header.append(chunks.bytes)
    return header.bytes
  }
}

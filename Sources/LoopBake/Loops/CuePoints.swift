/// Cue points of a WAV file and what `LIST adtl` says about them.
///
/// Layouts: Multimedia Programming Interface and Data Specifications 1.0 (IBM and Microsoft, 1991), "Cue-Points Chunk" and
/// "Associated Data Chunk".
struct CuePoints {
  private let order: ByteOrder
  private var points: [(id: Int, frame: Int)] = []
  /// Lengths in frames of the regions that begin at points, by their ids.
  private var lengths: [Int: Int] = [:]

  init(order: ByteOrder) { self.order = order }

  /// Takes the payload of a `cue ` chunk: a count, then 24 bytes a point, the frame last.
  mutating func addPoints(_ body: [UInt8]) {
    for index in 0..<min(body.number(at: 0, width: 4, order) ?? 0, body.count / 24) {
      let offset = 4 + index * 24
      guard points.count < EmbeddedLoop.most, let id = body.number(at: offset, width: 4, order),
        let frame = body.number(at: offset + 20, width: 4, order)
      else { break }
      points.append((id, frame))
    }
  }

  /// Takes the payload of a `LIST` chunk of the form `adtl`; its `ltxt` chunks give lengths of regions.
  ///
  /// The purpose `rgn ` stands as `rng ` in files of writers that got the number of it wrong.
  mutating func addLengths(_ body: [UInt8]) {
    var offset = 4
    while let size = body.number(at: offset + 4, width: 4, order), size <= body.count - offset - 8 {
      if lengths.count < EmbeddedLoop.most, body.has("ltxt", at: offset), size >= 12,
        let id = body.number(at: offset + 8, width: 4, order),
        let length = body.number(at: offset + 12, width: 4, order), length > 0,
        body.has("rgn ", at: offset + 16) || body.has("rng ", at: offset + 16)
      {
        lengths[id] = lengths[id] ?? length
      }
      offset += 8 + size + size & 1
    }
  }

  /// The regions, or, where there is none, what the first point alone means to Source and vgmstream: from there to the end.
  func loops(frameCount: Int?) -> [EmbeddedLoop] {
    let regions = points.compactMap { point in
      lengths[point.id].map { length in
        EmbeddedLoop(
          .cue, LoopRegion(startFrame: point.frame, endFrame: point.frame + length),
          reading: "a region of \(length) frames from cue point \(point.id) on")
      }
    }
    guard regions.isEmpty, let first = points.first, let frameCount else { return regions }
    return [
      EmbeddedLoop(
        .cue, LoopRegion(startFrame: first.frame, endFrame: frameCount),
        reading: "from the \(points.count > 1 ? "first " : "")cue point to the end of the sound")
    ]
  }
}

import CSndFile
import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

/// One file format of libsndfile with one codec.
struct SoundFileKind: Sendable, CustomTestStringConvertible {
  let format: Int32
  let testDescription: String

  /// Everything that libsndfile says it can write, but for what it cannot read back.
  static let all: [SoundFileKind] = {
    var kinds: [SoundFileKind] = []
    for major in formats(SFC_GET_FORMAT_MAJOR, count: SFC_GET_FORMAT_MAJOR_COUNT) {
      for codec in formats(SFC_GET_FORMAT_SUBTYPE, count: SFC_GET_FORMAT_SUBTYPE_COUNT) {
        // The header is missing, or lies in a resource fork.
        if [SF_FORMAT_RAW, SF_FORMAT_SD2].contains(where: { major.format == Int32($0) }) { continue }
        // libsndfile 1.2.0 reads 0 frames of what it wrote, or has no encoder after all.
        if codec.format == Int32(SF_FORMAT_DWVW_12) || codec.format == Int32(SF_FORMAT_MPEG_LAYER_I)
          || codec.format == Int32(SF_FORMAT_MPEG_LAYER_II)
          || codec.format == Int32(SF_FORMAT_MPEG_LAYER_III) && major.format != Int32(SF_FORMAT_MPEG)
        {
          continue
        }
        let kind = SoundFileKind(
          format: major.format | codec.format, testDescription: "\(major.name), \(codec.name)")
        if !kind.shapes.isEmpty { kinds.append(kind) }
      }
    }
    return kinds
  }()

  /// Rates and channel counts that the format takes.
  private var shapes: [SF_INFO] {
    [(44_100, 2), (48_000, 2), (44_100, 1), (8000, 1)].map { rate, channels in
      SF_INFO(frames: 0, samplerate: rate, channels: channels, format: format, sections: 0, seekable: 0)
    }.filter { shape in
      var shape = shape
      return sf_format_check(&shape) != 0
    }
  }

  private static func formats(_ get: Int, count: Int) -> [(format: Int32, name: String)] {
    var total: Int32 = 0
    sf_command(nil, Int32(count), &total, 4)
    return (0..<total).compactMap { index in
      var entry = SF_FORMAT_INFO()
      entry.format = index
      sf_command(nil, Int32(get), &entry, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
      return entry.name.map { (entry.format, String(cString: $0)) }
    }
  }

  /// Writes `frames` of noise and tones; `false` when libsndfile refuses after all.
  func write(to path: String, frames: Int) -> Bool {
    for var shape in shapes {
      guard let file = sf_open(path, Int32(SFM_WRITE), &shape) else { continue }
      let channels = Int(shape.channels)
      let sound = Recording.ambience(
        seed: 1, rate: Int(shape.samplerate), channels: channels, .float32, frames: frames)
      // In blocks, because Vorbis and Opus encoders overflow their stack on one large write.
      for start in stride(from: 0, to: frames, by: 4096) {
        let block = sound[start..<min(start + 4096, frames)].map { Float($0) }
        sf_writef_float(file, block, sf_count_t(block.count / channels))
      }
      return sf_close(file) == 0
    }
    return false
  }
}

/// What a decoder delivers does not depend on where reading begins.
@Suite struct SeekTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Compares reads at random positions with one pass, with a decoder that seeks wherever it says it can.
  static func expectExactSeeks<S: Sample>(_ path: String, as type: S.Type, label: Comment, jumps: Int = 25)
    throws
  {
    let file = try InputFile(.file(path: path), cancellation: Cancellation())
    var once = try DecodedFrames(file, cancellation: Cancellation())
    let channels = once.format.channels
    let frames = once.frameCount
    try #require(frames > 0, label)
    let whole = try once.frames(at: 0, count: frames, as: S.self)
    var again = try DecodedFrames(file, cancellation: Cancellation())
    var dice = Dice(seed: 17)
    for jump in 0..<jumps {
      let start = jump == 0 ? frames * 9 / 10 : dice.roll(0...frames - 1)
      let count = dice.roll(1...min(3000, frames - start))
      let part = try again.frames(at: start, count: count, as: S.self)
      let expected = whole[start * channels..<(start + count) * channels]
      let difference = zip(part, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      guard difference == nil else {
        Issue.record("read \(jump) at \(start) of \(frames), sample \(difference ?? 0): \(label)")
        return
      }
    }
  }

  @Test(arguments: SoundFileKind.all) func everyFormatOfLibsndfile(_ kind: SoundFileKind) throws {
    let path = folder.file("sound")
    try #require(kind.write(to: path, frames: 50_000))
    let label = Comment(rawValue: kind.testDescription)
    try Self.expectExactSeeks(path, as: Int16.self, label: label)
    try Self.expectExactSeeks(path, as: Double.self, label: label)
  }
}

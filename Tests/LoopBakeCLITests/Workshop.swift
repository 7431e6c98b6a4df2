import Foundation
import LoopBake
import TestSupport
import Testing

/// A folder in which the real program bakes.
///
/// `in.wav` is 2 s of noise: 20000 frames at 10 kHz, two channels of 16 bits.
struct Workshop {
  let folder: TemporaryFolder
  let source = Recording.noise(seed: 1, rate: 10_000, .pcm16, frames: 20_000)

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("in.wav", source)
  }

  /// Runs loopbake in the folder with the words of `line`.
  func run(_ line: String, input: String = "/dev/null") throws -> Finished {
    try finish(binary, words(line), in: folder.path, input: input)
  }

  func start(_ line: String) throws -> Started { try Started(binary, words(line), in: folder.path) }

  /// Runs a shell script in the folder, in which `"$0"` is loopbake.
  func shell(_ script: String) throws -> Finished {
    try finish("/bin/sh", ["-c", script, binary], in: folder.path)
  }

  /// Bakes one file, which must succeed and print one JSON line.
  func bake(_ line: String, input: String = "/dev/null") throws -> BakedLine {
    let finished = try run(line + " --json", input: input)
    try #require(finished.status == 0, "\(finished.err)")
    let lines = try finished.lines
    return try #require(lines.count == 1 ? lines.first : nil, "\(finished.out)")
  }

  /// Bakes `in.wav` to `out.wav`; what was told and what is in the file.
  func baked(_ options: String) throws -> (line: BakedLine, sound: Recording) {
    let line = try bake("in.wav -o out.wav " + options)
    return (line, try folder.recording("out.wav"))
  }

  /// What libsndfile finds in a file of the folder.
  func judged(_ name: String) throws -> Judged { try Judged(folder.file(name)) }

  /// Whether two files hold the same bytes.
  func same(_ name: String, _ other: String) throws -> Bool {
    try folder.bytes(name) == folder.bytes(other)
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}

/// One line of `--json`.
struct BakedLine: Decodable, Equatable {
  struct Loop: Decodable, Equatable {
    let startFrame: Int
    let endFrame: Int
  }
  struct Failure: Decodable, Equatable {
    let kind: String
    let message: String
  }

  let event: String
  let input: String
  let output: String
  let dryRun: Bool
  let reason: String?
  let error: Failure?
  let container: String?
  let encoding: String?
  let sampleRate: Int?
  let channels: Int?
  let frames: Int?
  let loop: Loop?
  let loopSource: String?
  let fadeFrames: Int?
  let curve: String?
  let peak: Double?
  let warnings: [String]?

  /// The loop as a range; empty where the line has none.
  var loopRange: Range<Int> { loop.map { $0.startFrame..<$0.endFrame } ?? 0..<0 }
}

extension Finished {
  /// Standard output as lines of JSON.
  var lines: [BakedLine] {
    get throws {
      try out.split(separator: "\n").map { try JSONDecoder().decode(BakedLine.self, from: Data($0.utf8)) }
    }
  }
}

/// An audio file as other people's programs read it.
struct Judged: Equatable {
  var frames: Int
  var rate: Int
  var channels: Int
  /// What the file says itself; `nil` where it says none.
  var loop: Range<Int>?

  init(frames: Int, rate: Int, channels: Int, loop: Range<Int>?) {
    (self.frames, self.rate, self.channels, self.loop) = (frames, rate, channels, loop)
  }

  /// Asks `sndfile-info`, and `metaflac` where it knows more.
  init(_ path: String) throws {
    let info = try finish("sndfile-info", [path]).out
    func number(_ name: String) throws -> Int {
      let pattern = try Regex(name + #" *: (\d+)"#, as: (Substring, Substring).self)
      return try #require(info.firstMatch(of: pattern).flatMap { Int($0.1) }, "\(info)")
    }
    frames = try number("Frames")
    rate = try number("Sample Rate")
    channels = try number("Channels")
    loop = path.hasSuffix(".flac") ? try Self.tags(path) : try Self.instrument(path)
  }

  /// libsndfile's own end of a loop is exclusive, whatever the file's is.
  private static func instrument(_ path: String) throws -> Range<Int>? {
    let text = try finish("sndfile-info", ["--instrument", path]).out
    guard let match = text.firstMatch(of: /Start : +(\d+) +End : +(\d+)/) else { return nil }
    return try range(match.1, match.2)
  }

  private static func tags(_ path: String) throws -> Range<Int>? {
    let text = try finish("metaflac", ["--export-tags-to=-", path]).out
    guard let match = text.firstMatch(of: /LOOP_START=(\d+)\nLOOP_END=(\d+)/) else { return nil }
    return try range(match.1, match.2)
  }

  private static func range(_ start: Substring, _ end: Substring) throws -> Range<Int> {
    let (start, end) = (try #require(Int(start)), try #require(Int(end)))
    try #require(start <= end)
    return start..<end
  }
}

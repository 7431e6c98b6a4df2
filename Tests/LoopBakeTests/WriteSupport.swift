import Foundation
import LoopDSP
import Testing

@testable import LoopBake

/// A folder that goes away with the value.
final class WriteFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/loopbake-write-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Everything in the folder, hidden files too.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func put(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }
}

func writtenBytes(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Runs another program; its output and errors together, and its exit status (-1: not found).
///
/// Not Foundation's `Process`, which leaks and would hide our own leaks from the sanitizer.
func runTool(_ program: String, _ arguments: String...) -> (text: String, status: Int32) {
  let path = FileManager.default.temporaryDirectory.path + "/loopbake-tool-" + UUID().uuidString
  let output = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  unlink(path)
  defer { close(output) }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  for stream in [1, 2] as [Int32] { posix_spawn_file_actions_adddup2(&actions, output, stream) }

  let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
  defer { words.forEach { free($0) } }
  var child: pid_t = 0
  guard posix_spawnp(&child, program, &actions, nil, words + [nil], environ) == 0 else { return ("", -1) }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}

  var bytes = [UInt8](repeating: 0, count: Int(lseek(output, 0, SEEK_END)))
  let count = pread(output, &bytes, bytes.count, 0)
  return (String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self), status >> 8 & 0xff)
}

func hasTool(_ program: String) -> Bool { runTool("which", program).status == 0 }

/// Reproducible bits, one after the other (SplitMix64).
struct WriteBits: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// Samples over the whole range of an encoding, extremes first, left-justified.
func encodedNoise<S: Sample>(_ count: Int, _ encoding: SampleEncoding, as: S.Type) -> ContiguousArray<S> {
  var bits = WriteBits(seed: 42)
  func make() -> S {
    let word = bits.next()
    switch S.self {
    case is Int16.Type:
      return unsafeBitCast(Int16(truncatingIfNeeded: word) & (encoding == .pcm8 ? ~0xff : ~0), to: S.self)
    case is Int32.Type:
      return unsafeBitCast(Int32(truncatingIfNeeded: word) & (encoding == .pcm24 ? ~0xff : ~0), to: S.self)
    case is Float.Type:
      return unsafeBitCast(Float(bitPattern: UInt32(truncatingIfNeeded: word) & 0xbfff_ffff), to: S.self)
    default: return unsafeBitCast(Double(bitPattern: word & 0xbfff_ffff_ffff_ffff), to: S.self)
    }
  }
  var samples = ContiguousArray((0..<count).map { _ in make() })
  if count > 2, encoding.isInteger {
    samples[0] = S(normalized: -1)
    samples[1] =
      encoding.bits == 8 && S.self == Int16.self ? unsafeBitCast(Int16(0x7f00), to: S.self) : samples[1]
  }
  return samples
}

/// Writes `frames` of noise as one file, in blocks of `blockFrames`.
func writeNoise(_ spec: OutputSpec, to path: String, blockFrames: Int = 1000) throws(BakeError) -> [String] {
  let file = try OutputFile(path: path)
  let warnings = try writeNoise(spec, to: file.descriptor, path: path, blockFrames: blockFrames)
  try file.commit()
  return warnings
}

func writeNoise(
  _ spec: OutputSpec, to descriptor: Int32, path: String, blockFrames: Int = 1000
) throws(BakeError) -> [String] {
  switch spec.encoding {
  case .pcm8, .pcm16: try write(spec, descriptor, path, blockFrames, Int16.self)
  case .pcm24, .pcm32: try write(spec, descriptor, path, blockFrames, Int32.self)
  case .float32: try write(spec, descriptor, path, blockFrames, Float.self)
  case .float64: try write(spec, descriptor, path, blockFrames, Double.self)
  }
}

private func write<S: Sample>(
  _ spec: OutputSpec, _ descriptor: Int32, _ path: String, _ blockFrames: Int, _: S.Type
) throws(BakeError) -> [String] {
  let samples = encodedNoise(spec.frames * spec.format.channels, spec.encoding, as: S.self)
  var writer = try AudioWriter(spec, to: descriptor, path: path)
  let warnings = writer.warnings
  let step = blockFrames * spec.format.channels
  for start in stride(from: 0, to: samples.count, by: step) {
    let block = ContiguousArray(samples[start..<min(start + step, samples.count)])
    try writer.write(block.span)
  }
  try writer.finish()
  return warnings
}

extension OutputSpec {
  /// A small stereo file with an intro; every number in it is different.
  static func small(_ container: Container, _ encoding: SampleEncoding, channels: Int = 2) -> OutputSpec {
    OutputSpec(
      container: container, encoding: encoding, format: AudioFormat(sampleRate: 44_100, channels: channels),
      frames: 5003, loop: LoopRegion(startFrame: 1201, endFrame: 5003))
  }

  static var all: [OutputSpec] {
    Container.allCases.flatMap { container in container.encodings.map { .small(container, $0) } }
  }
}

extension OutputSpec: CustomTestStringConvertible {
  public var testDescription: String { "\(container) \(encoding) \(format.channels)" }
}

/// The most trusted loop that a file by this path says it has.
func readLoopPoints(_ path: String) throws -> LoopRegion? {
  let file = try InputFile(.file(path: path), cancellation: Cancellation())
  let loops = try embeddedLoops(file, fields: readTags(file).fields, format: nil, frameCount: nil)
  return loops.first { $0.problem == nil }?.region
}

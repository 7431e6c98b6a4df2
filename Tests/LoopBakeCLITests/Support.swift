import Foundation
import LoopDSP

@testable import LoopBake
@testable import LoopBakeCLI

/// Keeps what is written to it, or fails as told.
final class FakeSink: TextSink {
  let isTerminal: Bool
  var failure: WriteFailure?
  private(set) var text = ""
  private(set) var writes = 0

  init(isTerminal: Bool = false, failure: WriteFailure? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
  }

  func write(_ text: String) throws(WriteFailure) {
    writes += 1
    if let failure { throw failure }
    self.text += text
  }
}

/// What a run in this process gave.
struct Ran: Equatable {
  var status: ExitStatus
  var out: String
  var err: String

  init(_ arguments: [String]) {
    let out = FakeSink()
    let err = FakeSink()
    status = run(arguments: arguments, console: Console(out: out, err: err))
    (self.out, self.err) = (out.text, err.text)
  }
}

/// A folder of its own for `body`, removed afterwards; its path has no `/` at the end.
func withTemporaryFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loopbake-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

/// A result with a number of its own in every field.
var sampleResult: BakeResult {
  BakeResult(
    input: "in/rain.wav", output: "out/rain.flac", container: .flac, encoding: .pcm24,
    format: AudioFormat(sampleRate: 48_000, channels: 2), frames: 2_880_048,
    loop: LoopRegion(startFrame: 240_000, endFrame: 2_880_048), fadeFrames: 240_000, curve: .equalPower,
    peak: 0.5,
    seamStep: 0.001, ownStep: 0.0123,
    source: SourceSummary(
      format: AudioFormat(sampleRate: 44_100, channels: 1), frames: 3_000_001, usedFrames: 7..<3_120_055,
      description: "WAV, 16 bit PCM"),
    warnings: ["limited by 0.3 dB near frame 12"])
}

var sampleJob: BakeJob {
  BakeJob(input: .file(path: "in/rain.wav"), output: .file(path: "out/rain.flac"), settings: BakeSettings())
}

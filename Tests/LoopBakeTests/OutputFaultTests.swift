import LoopDSP
import TestSupport
import Testing

@testable import LoopBake

/// Faults that were found in use, each with the bake that showed it.
@Suite struct OutputFaultTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func settings(_ change: (inout BakeSettings) -> Void) -> BakeSettings {
    var settings = BakeSettings()
    settings.fade = .frames(0)
    change(&settings)
    return settings
  }

  private func job(_ input: String, _ output: String, _ change: (inout BakeSettings) -> Void = { _ in })
    -> BakeJob
  {
    BakeJob(
      input: .file(path: folder.file(input)), output: .file(path: folder.file(output)),
      settings: settings(change),
      inputPaths: InputFiles([folder.file(input)]))
  }

  @Test(arguments: [(SampleEncoding.pcm8, 1), (.pcm8, 3), (.pcm24, 1)])
  func oddSoundInAIFFIsNotPadded(_ encoding: SampleEncoding, _ channels: Int) throws {
    try folder.put("in.wav", Recording.noise(seed: 1, channels: channels, encoding, frames: 5001))
    _ = try job("in.wav", "out.aiff").run(cancellation: Cancellation())
    let bytes = try folder.bytes("out.aiff")
    let place = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == Array("SSND".utf8) })
    let size = bytes[place + 4..<place + 8].reduce(0) { $0 << 8 | Int($1) }
    #expect(size == 5001 * channels * encoding.bits / 8 + 8)
  }

  @Test func aSidecarInTheWayLeavesTheOldOutput() throws {
    try folder.put("in.wav", Recording.noise(seed: 1, .pcm16, frames: 5000))
    try folder.put("out.wav", Array("old".utf8))
    try folder.put("out.wav.loop.json/something", Array("in the way".utf8))
    #expect(throws: BakeError.self) {
      try job("in.wav", "out.wav") { $0.sidecar = true }.run(cancellation: Cancellation())
    }
    #expect(try folder.bytes("out.wav") == Array("old".utf8))
  }

  @Test func copiesOfOneChannelStayEqual() throws {
    try folder.put("in.wav", Recording.noise(seed: 1, channels: 1, .pcm24, frames: 20_000))
    _ = try job("in.wav", "out.wav") {
      $0.channels = 2
      $0.encoding = .pcm16
      $0.fade = .frames(4000)
    }.run(cancellation: Cancellation())
    let samples = try folder.recording("out.wav").samples
    #expect(stride(from: 0, to: samples.count, by: 2).allSatisfy { samples[$0] == samples[$0 + 1] })
  }

  @Test func scalingIsTold() throws {
    try folder.put("in.wav", Recording.noise(seed: 1, .pcm16, frames: 5000, amplitude: 0.9))
    let outcome = try job("in.wav", "out.wav") {
      $0.gainDB = 6
      $0.onClip = .scale
    }.run(cancellation: Cancellation())
    guard case .baked(let result) = outcome else { return #expect(Bool(false)) }
    #expect(result.warnings.contains { $0.contains("scaled down") })
  }

  /// A gain on narrow sound is computed as finely as the output can hold it.
  @Test func gainIsAsFineAsTheOutput() throws {
    let source = Recording.noise(seed: 1, channels: 1, .pcm16, frames: 5000)
    try folder.put("in.wav", source)
    _ = try job("in.wav", "out.wav") {
      $0.gainDB = -6
      $0.encoding = .float64
    }.run(cancellation: Cancellation())
    let samples = try folder.recording("out.wav").samples
    let gain = 0.5011872336272722  // 10^(-6/20)
    #expect(zip(samples, source.samples).allSatisfy { abs($0 - $1 * gain) < 1e-15 })
  }
}

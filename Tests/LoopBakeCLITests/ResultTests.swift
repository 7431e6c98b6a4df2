import Testing

@testable import LoopBake
@testable import LoopBakeCLI

struct ResultTests {
  @Test func summaryLine() {
    #expect(
      sampleResult.summary(dryRun: false, verbose: false) == """
        out/rain.flac: 1:00.001, loop 240000..2880048 at 48000 Hz, fade 240000 frames equal-power, peak -6.0 dBFS, \
        seam step -60.0 dBFS (own -38.2 dBFS)
        """)
  }

  @Test func verboseSummary() {
    let lines = sampleResult.summary(dryRun: true, verbose: true).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("out/rain.flac: would be 1:00.001, loop 240000..2880048"))
    #expect(
      lines[1] == """
          from in/rain.wav: WAV, 16 bit PCM, 44100 Hz, 1 channel, 3000001 frames, used 7..3120055
        """)
    #expect(lines[2] == "  written as flac pcm24, 48000 Hz, 2 channels, 2880048 frames")
  }

  @Test func loopOfTheSourceIsTold() {
    var result = sampleResult
    result.loopSource = .flacSampler
    #expect(
      result.summary(dryRun: true, verbose: true).hasSuffix("\n  loop taken from the source's riff-smpl"))
    #expect(
      jsonEvent(sampleJob, .success(.baked(result)), dryRun: false).line.contains(
        "\"loopSource\":\"riff-smpl\""))
  }

  @Test func summaryWithoutFadeOrSound() {
    var result = sampleResult
    (result.fadeFrames, result.peak, result.seamStep, result.ownStep) = (0, 0, 0, 0)
    result.output = "a\nb\u{1B}[2J"
    #expect(
      result.summary(dryRun: false, verbose: false) == """
        a\\nb\\u{1b}[2J: 1:00.001, loop 240000..2880048 at 48000 Hz, no fade, peak silent, seam step silent (own silent)
        """)
  }

  @Test func bakedLine() {
    #expect(
      jsonEvent(sampleJob, .success(.baked(sampleResult)), dryRun: false).line == """
        {"channels":2,"container":"flac","curve":"equal-power","dryRun":false,"encoding":"pcm24","event":"baked",\
        "fadeFrames":240000,"frames":2880048,"input":"in/rain.wav","loop":{"endFrame":2880048,"startFrame":240000},"loopSource":null,\
        "output":"out/rain.flac","ownStep":0.0123,"peak":0.5,"sampleRate":48000,"seamStep":0.001,\
        "source":{"channels":1,"description":"WAV, 16 bit PCM","frames":3000001,"sampleRate":44100,\
        "usedFrames":{"end":3120055,"start":7}},"warnings":["limited by 0.3 dB near frame 12"]}
        """)
  }

  @Test func skippedLine() {
    #expect(
      jsonEvent(sampleJob, .success(.skipped(reason: "it exists")), dryRun: true).line == """
        {"dryRun":true,"event":"skipped","input":"in/rain.wav","output":"out/rain.flac","reason":"it exists"}
        """)
  }

  @Test func failedLine() {
    let error = BakeError(.damaged, path: "in/rain.wav", "cannot decode", because: "it \"ends\"\n")
    #expect(
      jsonEvent(sampleJob, .failure(error), dryRun: false).line == """
        {"dryRun":false,"error":{"kind":"damaged","message":"in/rain.wav: cannot decode: it \\"ends\\"\\n"},\
        "event":"failed","input":"in/rain.wav","output":"out/rain.flac"}
        """)
  }

  @Test(arguments: [
    (0, 48_000, "0:00.000"), (48, 48_000, "0:00.001"), (23, 48_000, "0:00.000"), (24, 48_000, "0:00.001"),
    (2_879_999, 48_000, "1:00.000"), (44_100 * 3600, 44_100, "1:00:00.000"), (1, 1, "0:01.000"),
    (44_100 * 36_061 + 22_050, 44_100, "10:01:01.500"), (1_000_000_000_000_000, 1000, "277777777:46:40.000"),
  ])
  func durations(frames: Int, sampleRate: Int, text: String) {
    #expect(durationText(frames: frames, sampleRate: sampleRate) == text)
  }

  @Test(arguments: [
    (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (12.345, 2, "12.35"), (-6.02, 1, "-6.0"),
    (9.99, 1, "10.0"),
    (3.0, 0, "3"), (1.005, 3, "1.005"), (-123.06, 1, "-123.1"),
  ])
  func decimals(value: Double, decimals: Int, text: String) {
    #expect(decimalText(value, decimals: decimals) == text)
  }
}

import Foundation
import LoopBake
import TestSupport
import Testing

/// `--rate`, `--resampler`, `--channels`, `--gain`, `--on-clip` and `--dither`, as the program does them.
struct BinarySoundTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  var source: Recording { workshop.source }

  /// A sound that two fades added up bring to 0.9 * sqrt(2), 2.1 dB above full scale.
  func putLoud(_ encoding: SampleEncoding = .pcm16) throws -> Recording {
    let loud = Recording(rate: 10_000, channels: 1, encoding, frames: 20_000) { _, _ in 0.9 }
    try workshop.folder.put("loud.wav", loud)
    return loud
  }

  @Test(arguments: [
    ("8000", 16_000), ("48000", 96_000), ("10000", 20_000), ("9999", 19_998), ("10007", 20_014),
    ("44100", 88_200), ("1000", 2000),
  ])
  func rateKeepsTheLengthExact(rate: String, frames: Int) throws {
    let line = try workshop.bake("in.wav -o out.wav -f 0.3 -r \(rate)")
    let hertz = try #require(Int(rate))
    let fade = (3 * hertz + 5) / 10
    #expect(line.fadeFrames == fade)
    let length = frames - fade
    #expect(
      try workshop.judged("out.wav") == Judged(frames: length, rate: hertz, channels: 2, loop: 0..<length))
  }

  /// Half a frame more is one frame more: 20001 frames at 10 kHz are 10000.5 at 5 kHz.
  @Test func rateRoundsTheLength() throws {
    try workshop.folder.put("odd.wav", .noise(seed: 3, rate: 10_000, .pcm16, frames: 20_001))
    #expect(try workshop.bake("odd.wav -o out.wav -f 1000f -r 5000").frames == 9001)
    #expect(try workshop.judged("out.wav").frames == 9001)
  }

  @Test func frameTimesAreAtTheOutputRate() throws {
    let line = try workshop.bake("in.wav -o out.wav -f 2000f --trim 8000f..40000f -r 20000")
    #expect(line.fadeFrames == 2000)
    #expect(try workshop.judged("out.wav").frames == 30_000)
  }

  /// A tone of 400 Hz is the same tone at any rate, whoever converts it.
  @Test(arguments: ["sinc", "src-best", "src-medium", "src-fast"])
  func eachResamplerKeepsATone(name: String) throws {
    let frames = 20_000
    try workshop.folder.put("tone.wav", .tone(cycles: 800, rate: 10_000, .float32, frames: frames))
    let line = try workshop.bake("tone.wav -o out.wav -f 0 -r 16000 --resampler \(name)")
    #expect(line.encoding == "float32")
    let sound = try workshop.folder.recording("out.wav")
    let ideal = Recording.tone(cycles: 800, rate: 16_000, .float64, frames: 32_000)
    // libsamplerate's fastest converter is good for 97 dB (its API documentation).
    #expect(largestDifference(sound.samples, ideal.samples) < 1e-4)
  }

  @Test func resamplersDiffer() throws {
    for name in ["sinc", "src-best", "src-medium", "src-fast"] {
      _ = try workshop.bake("in.wav -o \(name).wav -f 0.2 -r 16000 -e float32 --resampler \(name)")
    }
    let files = try workshop.folder.names.filter { $0 != "in.wav" }.map { try workshop.folder.bytes($0) }
    #expect(Set(files).count == 4)
  }

  @Test func twoChannelsBecomeTheirMean() throws {
    let (line, sound) = try workshop.baked("-f 0 --channels 1 -e float64")
    #expect(line.channels == 1)
    let mean = (0..<source.frames).map { (source[$0, 0] + source[$0, 1]) / 2 }
    #expect(sound.samples == mean)
    #expect(try workshop.judged("out.wav").channels == 1)
  }

  @Test func oneChannelBecomesTwoCopies() throws {
    try workshop.folder.put("mono.wav", .noise(seed: 4, rate: 10_000, channels: 1, .pcm16, frames: 9000))
    let line = try workshop.bake("mono.wav -o out.wav -f 500f --channels 2")
    #expect(line.channels == 2)
    let sound = try workshop.folder.recording("out.wav")
    let mono = try workshop.folder.recording("mono.wav")
    #expect(Array(sound.channel(0)[500...]) == Array(mono.samples[500..<8500]))
    #expect(Array(sound.channel(1)[500...]) == Array(mono.samples[500..<8500]))
    #expect(try workshop.judged("out.wav").channels == 2)
  }

  @Test(arguments: [("1", 4), ("2", 3), ("1", 3)])
  func otherChannelChangesAreRefused(asked: String, channels: Int) throws {
    try workshop.folder.put("many.wav", .noise(seed: 5, channels: channels, .pcm16, frames: 9000))
    let finished = try workshop.run("many.wav -o out.wav -f 500f --channels \(asked)")
    #expect(finished.status == 1)
    #expect(
      finished.err
        == "loopbake: many.wav: cannot make \(asked) channels from \(channels): only 1 from 2 (mean) and 2 from 1 "
        + "(copy) are defined; leave --channels out\n")
    #expect(workshop.folder.names == ["in.wav", "many.wav"])
  }

  @Test func moreChannelsPassThrough() throws {
    let many = Recording.noise(seed: 5, rate: 10_000, channels: 6, .pcm16, frames: 9000)
    try workshop.folder.put("many.wav", many)
    _ = try workshop.bake("many.wav -o out.wav -f 500f")
    #expect(try Array(workshop.folder.recording("out.wav")[500..<8500]) == Array(many[500..<8500]))
    #expect(try workshop.judged("out.wav").channels == 6)
  }

  @Test(arguments: [("-6", -6.0), ("3dB", 3), ("+1.5", 1.5), ("0", 0)])
  func gainIsOnEverything(text: String, decibels: Double) throws {
    let (line, sound) = try workshop.baked("-f 0 -e float64 --gain \(text)")
    let factor = linear(decibels: decibels)
    #expect(largestDifference(sound.samples, source.samples.map { $0 * factor }) < 1e-6)
    let peak = try #require(line.peak)
    #expect(abs(peak - sound.samples.reduce(0) { max($0, abs($1)) }) < 1e-9)
  }

  @Test func limitKeepsWhatItNeedNotTouch() throws {
    let loud = try putLoud()
    let line = try workshop.bake("loud.wav -o out.wav -f 5000f --layout intro")
    let sound = try workshop.folder.recording("out.wav")
    #expect(sound.frames == 20_000)
    #expect(sound.samples.allSatisfy { abs($0) <= 1 })
    // More than 200 ms away from the fade, and from the loop's start, which the limiter treats as the fade's neighbour.
    #expect(Array(sound[0..<3000]) == Array(loud[0..<3000]))
    #expect(Array(sound[7000..<13_000]) == Array(loud[7000..<13_000]))
    let warnings = try #require(line.warnings)
    #expect(warnings.count == 1 && warnings[0].contains("was limited, most at frame"), "\(warnings)")
    #expect(warnings.first?.hasSuffix("by 2.1 dB") == true, "\(warnings)")
    let asked = try workshop.bake("loud.wav -o asked.wav -f 5000f --layout intro --on-clip limit")
    #expect(asked.warnings == warnings)
    #expect(try workshop.same("out.wav", "asked.wav"))
  }

  @Test func scaleJustFits() throws {
    _ = try putLoud()
    let line = try workshop.bake("loud.wav -o out.wav -f 5000f --on-clip scale --dither none")
    let sound = try workshop.folder.recording("out.wav")
    let peak = sound.samples.reduce(0) { max($0, abs($1)) }
    #expect(peak <= 1 && peak > 0.9999)
    #expect(line.peak == peak)
    // One gain: the body stays in proportion.
    #expect(sound[5000..<15_000].allSatisfy { abs($0 - 1 / 2.0.squareRoot()) < 1e-4 })
  }

  @Test func clipCounts() throws {
    _ = try putLoud()
    let line = try workshop.bake("loud.wav -o out.wav -f 5000f --on-clip clip --dither none")
    let sound = try workshop.folder.recording("out.wav")
    let full = sound.samples.filter { $0 == 1 - SampleEncoding.pcm16.step }.count
    #expect(full > 1000)
    #expect(line.warnings == ["\(full) samples exceeded full scale and were clipped"])
  }

  @Test func errorNamesPeakAndGain() throws {
    _ = try putLoud()
    let finished = try workshop.run("loud.wav -o out.wav -f 5000f --on-clip error")
    #expect(finished.status == 1)
    #expect(
      finished.err
        == "loopbake: loud.wav: the loop exceeds full scale: its peak is 2.1 dBFS; use --gain -2.1, or --on-clip "
        + "limit or scale\n")
    #expect(workshop.folder.names == ["in.wav", "loud.wav"])
    #expect(try workshop.run("loud.wav -o out.wav -f 5000f --on-clip error --gain -2.1").status == 0)
  }

  @Test func floatingPointIsLeftAboveFullScale() throws {
    _ = try putLoud(.float32)
    let line = try workshop.bake("loud.wav -o out.wav -f 5000f")
    #expect(try #require(line.peak) > 1.27)
    #expect(line.warnings == [])
  }

  /// The middle of a fade needs bits that 16 do not hold; the body needs none.
  @Test func ditherIsOnlyInTheFade() throws {
    let (line, dithered) = try workshop.baked("-f 5000f --dither tpdf")
    let plain = try workshop.baked("-f 5000f --dither none").sound
    let exact = try workshop.baked("-f 5000f -e float64").sound
    #expect(line.warnings == [])
    let step = SampleEncoding.pcm16.step
    #expect(Array(dithered[5000..<15_000]) == Array(source[5000..<15_000]))
    #expect(Array(plain[5000..<15_000]) == Array(source[5000..<15_000]))
    #expect(largestDifference(plain[0..<5000], exact[0..<5000]) <= 0.5001 * step)
    #expect(largestDifference(dithered[0..<5000], exact[0..<5000]) <= 1.5001 * step)
    #expect(largestDifference(dithered[0..<5000], exact[0..<5000]) > 1.2 * step)
    _ = try workshop.bake("in.wav -o default.wav -f 5000f")
    _ = try workshop.bake("in.wav -o again.wav -f 5000f --dither tpdf")
    #expect(try workshop.same("default.wav", "again.wav"))
  }
}

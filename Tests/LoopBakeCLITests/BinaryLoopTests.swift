import Foundation
import LoopBake
import TestSupport
import Testing

/// `--fade`, `--curve`, `--layout`, `--trim`, `--loop` and `--short`, as the program that users run does them.
struct BinaryLoopTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  var source: Recording { workshop.source }

  @Test func defaultsMakeAWholeLoopWithFiveSeconds() throws {
    try workshop.folder.put("long.wav", .noise(seed: 2, rate: 1000, .pcm16, frames: 12_001))
    let line = try workshop.bake("long.wav -o out.wav")
    #expect(line.fadeFrames == 5000)
    #expect(line.curve == "equal-power")
    #expect(
      try workshop.judged("out.wav") == Judged(frames: 7001, rate: 1000, channels: 2, loop: 0..<7001))
  }

  @Test(arguments: [
    ("1", 10_000), ("0.5", 5000), ("0.25s", 2500), (".25", 2500), ("250ms", 2500), ("0:01", 10_000),
    ("0:00:00.5", 5000), ("4801f", 4801), ("10%", 2000), ("12.5%", 2500), ("0", 0), ("0f", 0),
    ("50%", 10_000),
  ])
  func fadeTakesEveryFormOfTime(time: String, frames: Int) throws {
    let line = try workshop.bake("in.wav -o out.wav -f \(time)")
    #expect(line.fadeFrames == frames)
    let length = 20_000 - frames
    #expect(
      try workshop.judged("out.wav")
        == Judged(frames: length, rate: 10_000, channels: 2, loop: 0..<length))
  }

  /// Minutes and hours, at a rate that keeps the file small.
  @Test(arguments: [("1:30", 9000), ("90", 9000), ("1:02:03.5", 372_350), ("3723500ms", 372_350)])
  func clockTimes(time: String, frames: Int) throws {
    try workshop.folder.put(
      "slow.wav",
      Recording(rate: 100, channels: 1, .pcm8, frames: 750_000) { frame, _ in Double(frame % 7) / 9 }
    )
    #expect(try workshop.bake("slow.wav -o out.wav -f \(time)").fadeFrames == frames)
    #expect(try workshop.bake("slow.wav -o out.wav -f 1 --trim ..\(time)").frames == frames - 100)
    #expect(try workshop.judged("out.wav").frames == frames - 100)
  }

  @Test(arguments: ["equal-power", "equal-gain", "smooth", "hold=0.7", "hold=1"])
  func eachLawMixesByItsFormula(law: String) throws {
    let (line, sound) = try workshop.baked("-f 500ms -e float64 -c \(law)")
    #expect(line.curve == law)
    let fade = 5000
    func weight(_ u: Double) -> Double {
      switch law {
      case "equal-power": sin(.pi / 2 * u)
      case "equal-gain": u
      case "smooth": 0.5 - 0.5 * cos(.pi * u)
      default: Double(law.dropFirst(5)) ?? .nan
      }
    }
    var expected: [Double] = []
    for frame in 0..<fade {
      let u = (Double(frame) + 0.5) / Double(fade)
      for channel in 0..<2 {
        expected.append(
          source[20_000 - fade + frame, channel] * weight(1 - u) + source[frame, channel] * weight(u))
      }
    }
    #expect(largestDifference(Array(sound[0..<fade]), expected) < 1e-12)
    #expect(Array(sound[fade..<15_000]) == Array(source[fade..<15_000]))
  }

  @Test func layoutWhole() throws {
    let (line, sound) = try workshop.baked("-f 500ms --layout whole")
    #expect(line.loopRange == 0..<15_000)
    #expect(sound[5000..<15_000] == source[5000..<15_000])
  }

  @Test func layoutIntro() throws {
    let (line, sound) = try workshop.baked("-f 500ms --layout intro")
    #expect(line.loopRange == 5000..<20_000)
    #expect(sound[0..<15_000] == source[0..<15_000])
    #expect(
      try workshop.judged("out.wav")
        == Judged(frames: 20_000, rate: 10_000, channels: 2, loop: 5000..<20_000))
  }

  /// Both layouts are one loop: what repeats is the same, only that it begins elsewhere.
  @Test func layoutsRepeatTheSameSound() throws {
    let whole = try workshop.baked("-f 500ms -e float64").sound
    let intro = try workshop.baked("-f 500ms -e float64 --layout intro").sound
    #expect(Array(intro[15_000..<20_000]) == Array(whole[0..<5000]))
    #expect(Array(intro[5000..<15_000]) == Array(whole[5000..<15_000]))
  }

  @Test(arguments: [
    ("0.5..1.5", 5000..<15_000), ("500ms..", 5000..<20_000), ("..15000f", 0..<15_000),
    ("5001f..0:01.5", 5001..<15_000),
  ])
  func trimUsesAPart(range: String, used: Range<Int>) throws {
    let (line, sound) = try workshop.baked("-f 1000f --trim \(range)")
    #expect(line.loopRange == 0..<used.count - 1000)
    #expect(sound.frames == used.count - 1000)
    #expect(
      Array(sound[1000..<sound.frames]) == Array(source[used.lowerBound + 1000..<used.upperBound - 1000]))
  }

  @Test(arguments: [
    ("0.5..1.5", 15_000, 5000..<15_000), ("5000f..", 20_000, 5000..<20_000),
    ("0.5..1.5 --layout intro", 15_000, 5000..<15_000), ("0.5..1.5 --layout whole", 10_000, 0..<10_000),
    ("0.5..1.5 --trim 1000f..", 14_000, 4000..<14_000),
  ])
  func loopLiesInsideTheSource(options: String, frames: Int, loop: Range<Int>) throws {
    let (line, sound) = try workshop.baked("-f 1000f --loop \(options)")
    #expect(line.loopRange == loop)
    #expect(
      try workshop.judged("out.wav") == Judged(frames: frames, rate: 10_000, channels: 2, loop: loop))
    let isWhole = loop.lowerBound == 0
    let body = isWhole ? 1000..<frames : 0..<frames - 1000
    let origin = isWhole ? 4000 : 5000 - loop.lowerBound
    #expect(Array(sound[body]) == Array(source[body.lowerBound + origin..<body.upperBound + origin]))
  }

  @Test func fadeZeroKeepsEveryFrame() throws {
    let (line, sound) = try workshop.baked("-f 0")
    #expect(line.loopRange == 0..<20_000)
    #expect(sound == source)
  }

  @Test func shortRefuses() throws {
    let finished = try workshop.run("in.wav -o out.wav -f 10001f")
    #expect(finished.status == 1)
    #expect(finished.out == "")
    #expect(
      finished.err
        == "loopbake: in.wav: a fade of 10001 frames does not fit: the region has 20000 frames, two fades need "
        + "20002; at 10000 Hz the longest fade is 10000f; use --fade 10000f or --short shrink\n")
    #expect(try workshop.run("in.wav -o out.wav -f 10001f --short error").status == 1)
    #expect(workshop.folder.names == ["in.wav"])
  }

  @Test func shortShrinks() throws {
    let line = try workshop.bake("in.wav -o out.wav -f 10001f --short shrink")
    #expect(line.fadeFrames == 10_000)
    #expect(line.warnings == ["the fade was shortened from 10001 to 10000 frames: no more fits"])
    #expect(try workshop.judged("out.wav").frames == 10_000)
  }

  @Test func shortSkips() throws {
    let finished = try workshop.run("in.wav -o out.wav -f 10001f --short skip")
    #expect(finished.status == 0)
    #expect(finished.out == "in.wav: skipped: the region is shorter than two fades\n")
    #expect(finished.err == "")
    #expect(workshop.folder.names == ["in.wav"])
  }

  @Test(arguments: ["0.05..1", "0.5..0.55"])
  func loopNeedsRoomForItsFade(loop: String) throws {
    let finished = try workshop.run("in.wav -o out.wav -f 1000f --loop \(loop)")
    #expect(finished.status == 1)
    #expect(finished.err.contains("a fade of 1000 frames does not fit"), "\(finished.err)")
    #expect(finished.err.contains("the longest fade is 500f"), "\(finished.err)")
    #expect(workshop.folder.names == ["in.wav"])
  }

  @Test(arguments: ["--trim 1..2.1", "--loop 1..20001f", "--trim 0.5..1.5 --loop 0.4..1.2"])
  func rangesLieInsideTheSource(options: String) throws {
    let finished = try workshop.run("in.wav -o out.wav -f 10f \(options)")
    #expect(finished.status == 1)
    #expect(finished.err.contains("does not fit: the used part of the source is"), "\(finished.err)")
    #expect(workshop.folder.names == ["in.wav"])
  }
}

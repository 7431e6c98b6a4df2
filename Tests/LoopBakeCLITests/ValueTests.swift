import LoopBake
import LoopDSP
import Testing

@testable import LoopBakeCLI

struct ValueTests {
  @Test(arguments: [
    ("-6", -6.0), ("+1.5", 1.5), ("3", 3), ("-3dB", -3), ("3db", 3), ("0", 0), ("-.5", -0.5), ("120", 120),
    ("-120", -120),
  ])
  func readsGains(text: String, gain: Double) throws { #expect(try gainDB(text) == gain) }

  @Test(arguments: [
    "", "-", "dB", "1e3", "120.1", "-121", "--3", "+-3", "3 dB", "0.5.1", "inf", "3,5", "-3dBdB",
  ])
  func refusesGains(text: String) {
    #expect(throws: BadValue.isNo("gain", "use a number of dB from -120 to 120, as -6 or 1.5")) {
      try gainDB(text)
    }
  }

  @Test(arguments: [
    ("equal-power", FadeLaw.equalPower), ("equal-gain", .equalGain), ("smooth", .smooth),
    ("hold=0.7", .hold(gain: 0.7)), ("hold=1", .hold(gain: 1)), ("hold=.5", .hold(gain: 0.5)),
  ])
  func readsCurves(text: String, law: FadeLaw) throws { #expect(try CurveArgument.law(text) == law) }

  @Test(arguments: ["hold", "hold=", "hold=0", "hold=1.01", "hold=-1", "hold=1e-1", "hold=x", "hold=0.5 "])
  func refusesHoldGains(text: String) {
    #expect(throws: BadValue.isNo("curve", "hold=G takes a gain above 0 and up to 1, as hold=0.7")) {
      try CurveArgument.law(text)
    }
  }

  @Test(arguments: FadeLaw.examples)
  func readsTheNamesThatResultsPrint(law: FadeLaw) throws { #expect(try CurveArgument.law(law.name) == law) }

  @Test(arguments: [
    ("a.wav", Container.wav), ("a.WAV", .wav), ("a.b/c.aif", .aiff), ("a.tar.flac", .flac),
    ("x/.hidden.caf", .caf),
    ("a.rf64", .rf64), ("a.snd", .au), ("a.w64", .w64),
  ])
  func readsExtensions(path: String, container: Container) throws {
    #expect(try FormatArgument.container(ofOutput: path) == container)
    #expect(FormatArgument.looksLikeAudio(path))
  }

  @Test(arguments: ["a", "a.", ".wav", "dir.wav/a", "a.txt", "a.wav~"])
  func refusesOtherNames(path: String) {
    #expect(throws: BadValue.self) { try FormatArgument.container(ofOutput: path) }
    #expect(!FormatArgument.looksLikeAudio(path))
  }

  @Test(arguments: ["ogg", "oga", "opus", "mp3", "MP3"])
  func formatsToComeAreNamed(name: String) {
    let error = #expect(throws: BadValue.self) { try FormatArgument.container(ofOutput: "a." + name) }
    #expect(error?.complaint.contains("output is not available in this version") == true)
  }

  @Test(
    arguments: [
      ("fadee", "fade"), ("fdae", "fade"), ("Fade", "fade"), ("fad", "fade"), ("equalpower", "equal-power"),
      ("equal_gian", "equal-gain"), ("no-clobbering", "no-clobber"), ("cha", nil), ("chan", "channels"),
      ("xyz", nil),
      ("", nil),
    ] as [(String, String?)])
  func nearestNames(typed: String, name: String?) {
    let names = ["fade", "equal-power", "equal-gain", "no-clobber", "channels"]
    #expect(nearestName(to: typed, among: names) == name)
  }

  @Test func firstOfEquallyNearNamesWins() {
    #expect(nearestName(to: "cat", among: ["bat", "rat"]) == "bat")
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ("abcd", "acbd", 1),
    ("same", "same", 0), ("ca", "abc", 3),
  ])
  func editDistances(from: String, to: String, edits: Int) { #expect(editDistance(from, to) == edits) }
}

extension FadeLaw {
  static let examples: [FadeLaw] = [.equalPower, .equalGain, .smooth, .hold(gain: 0.1), .hold(gain: 1)]
}

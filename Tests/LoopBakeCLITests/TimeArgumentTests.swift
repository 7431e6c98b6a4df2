import LoopBake
import Testing

@testable import LoopBakeCLI

struct TimeArgumentTests {
  @Test(arguments: [
    ("5", TimeValue.seconds(5)), ("0", .seconds(0)), ("007", .seconds(7)), ("2.5", .seconds(2.5)),
    (".5", .seconds(0.5)), ("2.5s", .seconds(2.5)), ("250ms", .seconds(0.25)), ("0.5ms", .seconds(0.0005)),
    ("1:30", .seconds(90)), ("90:00", .seconds(5400)), ("0:5.25", .seconds(5.25)),
    ("1:02:03.5", .seconds(3723.5)),
    ("100:00:00", .seconds(360_000)), ("48000f", .frames(48_000)), ("0f", .frames(0)),
    ("1000000000000000f", .frames(1_000_000_000_000_000)), ("1000000000", .seconds(1e9)),
  ])
  func reads(text: String, value: TimeValue) throws {
    #expect(try TimeArgument.time(text) == value)
    #expect(try TimeArgument.fade(text) == value)
  }

  @Test(arguments: [("10%", 10.0), ("0%", 0), ("12.5%", 12.5), ("100%", 100)])
  func readsShares(text: String, percent: Double) throws {
    #expect(try TimeArgument.fade(text) == .percent(percent))
    #expect(throws: BadValue.isNo("time", "a percentage is for --fade only")) { try TimeArgument.time(text) }
  }

  private static let forms = "use seconds (5 or 2.5s), 250ms, 1:30, 1:02:03.5 or 48000f"

  @Test(arguments: [
    "", " ", "5x", "5 ", " 5", "5 s", "+5", "1e3", "0x10", "inf", "nan", "infinity", "5.", ".", "1.2.3", "s",
    "ms", "f",
    ":", "1:", ":30", "1::30", "1:2:3:4", "1.5:30", "1:30s", "1:30ms", "5S", "5F", "5m", "1h", "0x1f", "५",
    "٣s",
    "5\n", "５",
  ])
  func refusesWhatIsNoTime(text: String) {
    #expect(throws: BadValue.isNo("time", Self.forms)) { try TimeArgument.time(text) }
  }

  @Test(arguments: [
    ("-5", "it cannot be negative"), ("-0", "it cannot be negative"), ("-1f", "it cannot be negative"),
    ("2,5", "write a decimal point, not a comma"),
    ("1.5f", "frames are a whole number"), ("1.0f", "frames are a whole number"),
    ("1:60", "minutes and seconds after a colon are below 60"),
    ("1:59.9999:00", forms), ("1:60:00", "minutes and seconds after a colon are below 60"),
    ("1:00:60.5", "minutes and seconds after a colon are below 60"),
    ("1000000000.1", "it is too long"), ("1000000000000001f", "it is too long"),
    ("99999999999999999999f", "it is too long"), (String(repeating: "9", count: 400), "it is too long"),
    (String(repeating: "9", count: 400) + ":00", "it is too long"),
  ])
  func saysWhatIsWrong(text: String, reason: String) {
    #expect(throws: BadValue.isNo("time", reason)) { try TimeArgument.time(text) }
  }

  @Test(arguments: [
    ("101%", "a fade has at most 100% of the region"),
    ("-5%", "use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"),
    ("%", "use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"),
    ("10%%", "use seconds (5 or 2.5s), 250ms, 1:30, 48000f or 10%"),
  ])
  func refusesShares(text: String, reason: String) {
    #expect(throws: BadValue.isNo("time", reason)) { try TimeArgument.fade(text) }
  }

  @Test(arguments: [
    ("1..2", TimeRange(start: .seconds(1), end: .seconds(2))),
    ("1..", TimeRange(start: .seconds(1), end: nil)),
    ("..2", TimeRange(start: nil, end: .seconds(2))),
    ("1.5..2.5", TimeRange(start: .seconds(1.5), end: .seconds(2.5))),
    ("1:30..2:45.5", TimeRange(start: .seconds(90), end: .seconds(165.5))),
    ("0f..48000f", TimeRange(start: .frames(0), end: .frames(48_000))),
    ("5s..48000f", TimeRange(start: .seconds(5), end: .frames(48_000))),
    ("0.25..500ms", TimeRange(start: .seconds(0.25), end: .seconds(0.5))),
  ])
  func readsRanges(text: String, range: TimeRange) throws {
    #expect(try TimeArgument.range(text, startNeeded: false) == range)
  }

  @Test(arguments: [
    ("", " is no range: use START..END, as 1:30..2:45.5"),
    ("5", " is no range: use START..END, as 1:30..2:45.5"),
    ("5.", " is no range: use START..END, as 1:30..2:45.5"),
    ("1-2", " is no range: use START..END, as 1:30..2:45.5"),
    ("..", " is no range: give at least one side of START..END"),
    ("1...5", " is no range: put two points between the times, and a digit before a decimal point"),
    ("2..1", " is no range: START must come before END"),
    ("2..2", " is no range: START must come before END"),
    ("5f..5f", " is no range: START must come before END"),
    ("..0", " is no range: START must come before END"),
    ("1x..2", ": \"1x\" is no time: \(forms)"), ("1..2x", ": \"2x\" is no time: \(forms)"),
    ("1..2..3", ": \"2..3\" is no time: \(forms)"),
    ("1..50%", ": \"50%\" is no time: a percentage is for --fade only"),
  ])
  func refusesRanges(text: String, complaint: String) {
    #expect(throws: BadValue(complaint: complaint)) { try TimeArgument.range(text, startNeeded: false) }
  }

  @Test func loopNeedsItsStart() {
    #expect(throws: BadValue.isNo("range", "START is needed, only END may be left out")) {
      try TimeArgument.range("..5", startNeeded: true)
    }
    #expect(throws: Never.self) { try TimeArgument.range("5..", startNeeded: true) }
  }
}

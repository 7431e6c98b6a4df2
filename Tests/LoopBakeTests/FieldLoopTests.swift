import Testing

@testable import LoopBake

/// Fields of the LOOPSTART family in the spellings of games and players.
@Suite struct FieldLoopTests {
  private func loops(
    _ fields: [String], sampleRate: Int? = 44_100, frameCount: Int? = 1_000_000
  ) -> [Range<Int>] {
    let fields = fields.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Tags.Field(String(parts[0]), String(parts[1]))
    }
    return fieldLoops(fields, sampleRate: sampleRate, frameCount: frameCount).map {
      $0.region.length < 0 ? -1..<0 : $0.region.startFrame..<$0.region.endFrame
    }
  }

  @Test(
    arguments: [
      (["LOOPSTART=10", "LOOPLENGTH=5"], [10..<15]), (["LOOPLENGTH=5", "LOOPSTART=10"], [10..<15]),
      (["loopstart=10", "LoopEnd=15"], [10..<15]), (["LoopStart=10", "LoopEnd=15"], [10..<15]),
      (["LOOP_START=10", "LOOP_END=15"], [10..<15]), (["LOOP-START=10", "LOOP-LENGTH=5"], [10..<15]),
      (["LOOP_START=10", "LOOPEND=15"], [10..<15]),
      // A length beats an end, wherever it stands; both are named where they differ.
      (["LOOPSTART=10", "LOOPLENGTH=5", "LOOPEND=15"], [10..<15]),
      (["LOOPSTART=10", "LOOPEND=90", "LOOPLENGTH=5"], [10..<15, 10..<90]),
      (["LOOPEND=90", "LOOPLENGTH=5", "LOOPSTART=10"], [10..<15, 10..<90]),
      // What loopbake writes.
      (["LOOPSTART=10", "LOOPLENGTH=5", "LOOP_START=10", "LOOP_END=15"], [10..<15]),
      // The first of one name counts.
      (["LOOPSTART=10", "LOOPSTART=11", "LOOPLENGTH=5"], [10..<15]),
      // A start alone, in frames or milliseconds.
      (["LOOPSTART=10"], [10..<1_000_000]), (["LOOPPOINT=10"], [10..<1_000_000]),
      (["LOOPMS=1000"], [44_100..<1_000_000]), (["LOOPMS=1"], [44..<1_000_000]),
      (["LOOPSTART=10", "LOOPLENGTH=0"], [10..<1_000_000]),
      (["LOOPSTART=10", "LOOPLENGTH=x"], [10..<1_000_000]),
      (["LOOPSTART=10", "LOOPLENGTH=0", "LOOPEND=15"], [10..<15]),
      // Times as SDL_mixer reads them: less than a frame is dropped.
      (["LOOPSTART=0:01", "LOOPEND=0:0:2"], [44_100..<88_200]),
      (["LOOPSTART=0:00.5", "LOOPLENGTH=1:00"], [22_050..<2_668_050]),
      (["LOOPSTART=1:0:0.25", "LOOPLENGTH=9"], [158_771_025..<158_771_034]),
      (["LOOPSTART=0:0.99999", "LOOPLENGTH=9"], [44_099..<44_108]),
      // An end at or before the start is found, and told.
      (["LOOPSTART=10", "LOOPEND=10"], [10..<10]), (["LOOPSTART=15", "LOOPEND=10"], [-1..<0]),
      // Without a start there is no loop; one that is no number is found, and told.
      (["LOOPLENGTH=10"], []), (["LOOPEND=10"], []), (["TITLE=10", "LOOP_TITLE=3"], []), (["LOOP=yes"], []),
      (["LOOPSTART=10", "LOOP-START=x", "LOOPLENGTH=5"], [10..<15]),
      (["LOOPSTART=9223372036854775807", "LOOPLENGTH=9223372036854775807"], [-1..<0]),
    ] as [([String], [Range<Int>])])
  func fields(_ fields: [String], _ expected: [Range<Int>]) { #expect(loops(fields) == expected) }

  @Test(arguments: [
    "-1", "", " 1", "1.5", "1e3", "0x10", "\u{661}", ":", "1:", ":1", "1:2.", "1:2.3.4", "1.5:2", "1:-2",
    "0:0.12345678901234567890e99", "99999999999999999999", "9223372036854775807:0",
    "999999999:999999999:999999999",
  ])
  func noNumber(value: String) {
    let found = fieldLoops(
      [Tags.Field("LOOP_START", value), Tags.Field("LOOPEND", "10")], sampleRate: 44_100, frameCount: 100)
    #expect(found.map(\.problem) == ["its start is no position"])
    #expect(found.map(\.reading) == ["LOOP_START=\(value)"])
    #expect(loops(["LOOPMS=\(value)"]).first?.isEmpty != false)
  }

  @Test func timesNeedARateAndAStartAloneALength() {
    #expect(loops(["LOOPSTART=0:01", "LOOPLENGTH=5"], sampleRate: nil) == [0..<0])
    #expect(loops(["LOOPMS=1000"], sampleRate: nil) == [0..<0])
    #expect(loops(["LOOPSTART=10"], frameCount: nil) == [])
    #expect(loops(["LOOPSTART=10", "LOOPLENGTH=5"], sampleRate: nil, frameCount: nil) == [10..<15])
  }

  /// The highest rate that a header can say.
  @Test func timesAtTheHighestRate() {
    let rate = Int(UInt32.max)
    #expect(loops(["LOOPMS=1000000000000", "LOOPLENGTH=1"], sampleRate: rate).count == 1)
    #expect(loops(["LOOPSTART=0:1000000000", "LOOPLENGTH=1"], sampleRate: rate).count == 1)
  }
}

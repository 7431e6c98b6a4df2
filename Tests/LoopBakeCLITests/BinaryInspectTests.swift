import Foundation
import LoopBake
import TestSupport
import Testing

/// `loopbake inspect` and `--loop embedded`, as the program that users run does them.
struct BinaryInspectTests {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  private var folder: TemporaryFolder { workshop.folder }

  /// `song.wav`: `in.wav` with a title in two lines, a loop, and one to and fro.
  private func putSong(_ name: String = "song.wav") throws {
    let title = LoopBytes.chunk("INAM", Array("Two\nlines\0".utf8))
    let chunks =
      LoopBytes.sampler([(0, 5000, 14_999), (1, 1, 2)]) + LoopBytes.chunk("LIST", Array("INFO".utf8) + title)
    try folder.put(name, LoopBytes.adding(chunks, to: folder.bytes("in.wav")))
  }

  /// One line of `--json` as it stands.
  private func objects(_ finished: Finished) throws -> [NSDictionary] {
    try finished.out.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
    }
  }

  @Test func textIsWhole() throws {
    try putSong()
    let finished = try workshop.run("inspect song.wav in.wav")
    #expect(finished.status == 0 && finished.err == "")
    #expect(
      finished.out == """
        song.wav
          format   wav: WAV (Microsoft), Signed 16 bit PCM
          codec    pcm
          sound    10000 Hz, 2 channels, pcm16
          length   20000 frames, 2.0000000 s
          loop     5000..15000 by smpl: 14999 is the last frame played
          loop     1..3 by smpl: 2 is the last frame played; not used: it plays to and fro (type 1)
          tag      TITLE=Two\\nlines
        in.wav
          format   wav: WAV (Microsoft), Signed 16 bit PCM
          codec    pcm
          sound    10000 Hz, 2 channels, pcm16
          length   20000 frames, 2.0000000 s

        """)
  }

  @Test func jsonIsWhole() throws {
    try putSong()
    let finished = try workshop.run("inspect --json song.wav none.wav")
    #expect(finished.status == 1)
    #expect(finished.err == "loopbake: none.wav: cannot read the file: No such file or directory\n")
    #expect(
      finished.out == #"""
        {"channels":2,"codec":"pcm","container":"wav","delayFrames":null,\#
        "description":"WAV (Microsoft), Signed 16 bit PCM","encoding":"pcm16","event":"inspected","frames":20000,\#
        "input":"song.wav","loops":[{"correction":null,"dialect":"smpl","endFrame":15000,"problem":null,\#
        "reading":"14999 is the last frame played","startFrame":5000},{"correction":null,"dialect":"smpl",\#
        "endFrame":3,"problem":"it plays to and fro (type 1)","reading":"2 is the last frame played",\#
        "startFrame":1}],"lossy":false,"paddingFrames":null,"pictures":[],"sampleRate":10000,"seconds":2,\#
        "tags":[{"name":"TITLE","value":"Two\nlines"}],"warnings":[]}
        {"error":{"kind":"unreadable","message":"none.wav: cannot read the file: No such file or directory"},\#
        "event":"failed","input":"none.wav"}

        """#)
  }

  @Test func foldersAndStandardInput() throws {
    for name in ["b/2.wav", "b/1.wav", "a.wav", "b/c/3.wav"] { try putSong("music/" + name) }
    try folder.put("music/b/cover.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    let finished = try workshop.run("inspect --json music - music/b/", input: folder.file("in.wav"))
    #expect(finished.status == 0 && finished.err == "")
    #expect(
      try objects(finished).map { $0["input"] as? String } == [
        "music/a.wav", "music/b/1.wav", "music/b/2.wav", "music/b/c/3.wav", "-", "music/b/1.wav",
        "music/b/2.wav", "music/b/c/3.wav",
      ])
  }

  @Test func badFilesDoNotStopTheOthers() throws {
    try folder.put("text.wav", Array("no audio at all, just words".utf8))
    try folder.put("empty.wav", [])
    let finished = try workshop.run("inspect text.wav empty.wav in.wav")
    #expect(finished.status == 1)
    #expect(finished.out.hasPrefix("in.wav\n  format   wav"))
    let lines = finished.err.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("loopbake: text.wav: cannot read the sound: "))
    #expect(lines[1] == "loopbake: empty.wav: cannot read the sound: the file is empty")
    #expect(try workshop.run("inspect --quiet text.wav in.wav").out == "")
  }

  @Test(arguments: [
    ("inspect", "no input: loopbake inspect FILE...; see 'loopbake help inspect'"),
    ("inspect --jsn in.wav", "--jsn: no such option; did you mean --json? See 'loopbake help inspect'"),
    (
      "inspct in.wav",
      "\"inspct\" is neither a file nor a command; did you mean 'loopbake inspect'? See 'loopbake help'"
    ),
  ])
  func usageErrors(line: String, message: String) throws {
    let finished = try workshop.run(line)
    #expect((finished.status, finished.out, finished.err) == (2, "", "loopbake: \(message)\n"))
  }

  /// A name with an escape sequence in it stays one line and harmless.
  @Test func namesAndTagsCannotDriveTheTerminal() throws {
    let title = LoopBytes.chunk("INAM", Array("\u{1B}[2J\0".utf8))
    try folder.put(
      "a\u{1B}[2J\n.wav",
      LoopBytes.adding(LoopBytes.chunk("LIST", Array("INFO".utf8) + title), to: folder.bytes("in.wav")))
    let finished = try workshop.shell("\"$0\" inspect a*")
    #expect(finished.status == 0)
    #expect(finished.out.hasPrefix("a\\u{1b}[2J\\n.wav\n  format"))
    #expect(finished.out.contains("  tag      TITLE=\\u{1b}[2J\n"))
  }

  /// What encoders put around the sound: lame 576 frames before it, opusenc 312 at 48 kHz.
  @Test func delayAndPaddingAreTold() throws {
    try folder.put("song.wav", .ambience(seed: 5, rate: 48_000, .pcm16, frames: 48_001))
    if installed("lame") != nil {
      try finish("lame", ["--quiet", "song.wav", "song.mp3"], in: folder.path)
      let song = try #require(try objects(workshop.run("inspect --json song.mp3")).first)
      #expect(song["container"] as? String == "mpeg" && song["codec"] as? String == "mp3")
      #expect(song["frames"] as? Int == 48_001 && song["delayFrames"] as? Int == 576)
      let padding = try #require(song["paddingFrames"] as? Int)
      #expect((576 + 48_001 + padding) % 1152 == 0)
    }
    if installed("opusenc") != nil {
      try finish("opusenc", ["--quiet", "song.wav", "song.opus"], in: folder.path)
      let song = try #require(try objects(workshop.run("inspect --json song.opus")).first)
      #expect(song["container"] as? String == "ogg" && song["codec"] as? String == "opus")
      #expect(song["frames"] as? Int == 48_001 && song["delayFrames"] as? Int == 312)
    }
  }

  /// Comments and a picture of other people's programs.
  @Test func tagsAndPicturesAreTold() throws {
    guard installed("flac") != nil, installed("metaflac") != nil else { return }
    let picture: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [UInt8](repeating: 0, count: 60)
    try folder.put("cover.png", picture)
    try finish("flac", ["-s", "-o", "song.flac", "in.wav"], in: folder.path)
    let made = try finish(
      "metaflac",
      [
        "--set-tag=TITLE=Regen über Köln", "--set-tag=LOOPSTART=0:0.5", "--set-tag=LOOPEND=20001",
        "--import-picture-from=3|image/png|Front|8x8x24|cover.png", "song.flac",
      ], in: folder.path)
    try #require(made.status == 0, "\(made.err)")
    #expect(
      try workshop.run("inspect song.flac").out == """
        song.flac
          format   flac: FLAC (Free Lossless Audio Codec), Signed 16 bit PCM
          codec    flac
          sound    10000 Hz, 2 channels, pcm16
          length   20000 frames, 2.0000000 s
          loop     5000..20000 by fields: LOOPSTART=0:0.5 and LOOPEND=20001, the frame behind the last one; its end \
        was one frame behind the sound and was taken for the end of the sound
          picture  front cover, image/png, 68 bytes: Front
          tag      TITLE=Regen über Köln
          tag      LOOPSTART=0:0.5
          tag      LOOPEND=20001

        """)
  }

  @Test func embeddedLoopIsBaked() throws {
    try putSong()
    let line = try workshop.bake("song.wav -o out.flac --loop embedded -f 100ms")
    #expect(line.loopRange == 5000..<15_000 && line.loopSource == "smpl" && line.warnings == [])
    #expect(
      try workshop.judged("out.flac")
        == Judged(frames: 15_000, rate: 10_000, channels: 2, loop: 5000..<15_000))
    #expect(try workshop.bake("song.wav -o out.flac -f 100ms").loopSource == nil)
    let told = try workshop.run("song.wav -o out.wav --loop embedded -f 0 -v")
    #expect(told.out.hasSuffix("\n  loop taken from the source's smpl\n"))
  }

  @Test func filesWithoutLoopFailAlone() throws {
    try putSong("music/a.wav")
    try putSong("music/c.wav")
    try folder.put("music/b.wav", folder.bytes("in.wav"))
    let finished = try workshop.run("music -o loops --loop embedded -f 100ms --json")
    #expect(finished.status == 1)
    #expect(try finished.lines.map(\.event) == ["baked", "failed", "baked"])
    #expect(
      finished.err
        == "loopbake: music/b.wav: cannot take the file's own loop: it names none: there is no smpl or INST chunk "
        + "with a loop, no LOOPSTART field and no cue point; use --loop START..END\nloopbake: 2 baked, 1 failed\n"
    )
    #expect(folder.names.filter { $0.hasPrefix("loops/") } == ["loops/a.wav", "loops/c.wav"])
  }
}

import Foundation
import LoopDSP
import Testing

@testable import LoopBake

@Suite struct WriteSidecarTests {
  func result(_ container: Container, output: String = "out/rain.wav") -> BakeResult {
    BakeResult(
      input: "/in/rain-raw.wav", output: output, container: container, encoding: .pcm16,
      format: AudioFormat(sampleRate: 48_000, channels: 2), frames: 1_440_000,
      loop: LoopRegion(startFrame: 96_000, endFrame: 1_440_000), fadeFrames: 96_000, curve: .equalPower,
      peak: 0.5,
      seamStep: 0, ownStep: 0,
      source: SourceSummary(
        format: AudioFormat(sampleRate: 44_100, channels: 2), frames: 1_411_200, usedFrames: 0..<1_536_000,
        description: "WAV, 16 bit PCM"))
  }

  func parse(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func wholeDocument() {
    let expected = """
      {
        "channels": 2,
        "codec": "pcm",
        "codecDelay": {
          "delayFrames": 0,
          "exactLength": true,
          "paddingFrames": 0
        },
        "container": "wav",
        "crossfade": {
          "curve": "equal-power",
          "frames": 96000,
          "seconds": 2
        },
        "embedded": {
          "markers": null,
          "smpl": {
            "end": 1439999,
            "endIsExclusive": false,
            "start": 96000
          },
          "vorbisComments": null
        },
        "encoding": "pcm16",
        "engines": {
          "audiosprite": {
            "resources": [
              "rain.wav"
            ],
            "spritemap": {
              "rain": {
                "end": 30,
                "loop": true,
                "start": 2
              }
            }
          },
          "godot": {
            "compress/mode": 0,
            "edit/loop_begin": 96000,
            "edit/loop_end": 1439999,
            "edit/loop_mode": 2
          },
          "howler": {
            "rain": [
              2000,
              28000,
              true
            ]
          },
          "webaudio": {
            "loop": true,
            "loopEnd": 30,
            "loopStart": 2
          }
        },
        "file": "rain.wav",
        "frames": 1440000,
        "guardFrames": 0,
        "loop": {
          "count": 0,
          "endFrame": 1440000,
          "endIsExclusive": true,
          "endSeconds": 30,
          "lengthFrames": 1344000,
          "mode": "forward",
          "startFrame": 96000,
          "startSeconds": 2
        },
        "sampleRate": 48000,
        "schema": "loopbake.loop/1",
        "source": {
          "endFrame": 1411200,
          "file": "rain-raw.wav",
          "sampleRate": 44100,
          "startFrame": 0
        }
      }

      """
    #expect(sidecarDocument(result(.wav)) == expected)
  }

  @Test func everyContainerSaysWhatItEmbeds() throws {
    for container in Container.allCases {
      let document = try parse(sidecarDocument(result(container)))
      let embedded = try #require(document["embedded"] as? [String: Any])
      #expect((embedded["smpl"] is NSNull) == ![.wav, .rf64, .flac].contains(container), "\(container)")
      #expect((embedded["markers"] is NSNull) == (container != .aiff))
      #expect((embedded["vorbisComments"] is NSNull) == (container != .flac))
      let engines = try #require(document["engines"] as? [String: Any])
      #expect((engines["godot"] != nil) == (container == .wav))
    }
  }

  @Test func namesAreQuotedAndStemsAreSensible() throws {
    for (output, stem) in [
      ("/x/a.b.wav", "a.b"), (".wav", ".wav"), ("noext", "noext"), ("q\"\\\u{1}ü.wav", "q\"\\\u{1}ü"),
    ] {
      let document = try parse(sidecarDocument(result(.wav, output: output)))
      let engines = try #require(document["engines"] as? [String: Any])
      let howler = try #require(engines["howler"] as? [String: Any])
      #expect(Array(howler.keys) == [stem])
    }
  }

  @Test func sidecarIsWrittenBesideItsOutput() throws {
    let folder = try WriteFolder()
    let baked = result(.wav, output: folder.file("a.wav"))
    try writeSidecar(baked, never: [])
    #expect(folder.names == ["a.wav.loop.json"])
    #expect(try folder.text("a.wav.loop.json") == sidecarDocument(baked))
    #expect(throws: BakeError.self) { try writeSidecar(baked, never: [folder.file("a.wav.loop.json")]) }
  }
}

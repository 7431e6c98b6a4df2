import TestSupport
import Testing

@testable import LoopBake

/// Files that hold no sound that loopbake reads are named in the error.
@Suite struct ForeignFormatTests {
  @Test(
    arguments: [
      ("a web page", "<!DOCTYPE html>\n<html><body>404 Not Found</body></html>"), ("a web page", "\n <HTML>"),
      ("text", "This is not a sound.\n"), ("text", "{\"error\": \"not found\"}"),
      ("an XML document", "<?xml version=\"1.0\"?>"),
      ("a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"),
      ("a MIDI file", "MThd\u{0}\u{0}\u{0}\u{6}\u{0}\u{1}"),
      ("an MP4 or M4A file", "\u{0}\u{0}\u{0} ftypM4A "),
      ("a WavPack file", "wvpk\u{10}\u{0}"), ("a ZIP archive", "PK\u{3}\u{4}"),
      ("a PDF document", "%PDF-1.7"),
      ("empty space", String(repeating: "\u{0}", count: 5000)),
    ])
  func isNamed(_ name: String, content: String) throws {
    let folder = try TemporaryFolder()
    try folder.put("sound.wav", Array(content.utf8))
    let error = #expect(throws: BakeError.self) {
      try folder.bake("sound.wav", to: "out.flac", BakeSettings())
    }
    #expect(error?.kind == .notAudio)
    #expect(error?.reason.hasPrefix("it is \(name)") == true, "\(String(describing: error))")
    #expect(folder.names == ["sound.wav"])
  }
}

import Foundation
import Testing

@testable import LoopBake

/// Other people's programs read what was written.
@Suite struct WriteJudgesTests {
  let folder: WriteFolder
  init() throws { folder = try WriteFolder() }

  func written(_ spec: OutputSpec) throws -> String {
    let path = folder.file("a." + spec.container.fileExtension)
    _ = try writeNoise(spec, to: path)
    return path
  }

  @Test(.enabled(if: hasTool("ffprobe")), arguments: OutputSpec.all)
  func ffprobeCountsTheFrames(_ spec: OutputSpec) throws {
    let path = try written(spec)
    let answer = runTool(
      "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=sample_rate,channels,duration_ts",
      "-of",
      "csv=p=0", path)
    #expect(answer.status == 0 && answer.text.hasPrefix("44100,2,5003"), "\(answer.text)")
  }

  /// One decoder hears the same samples in every container.
  @Test(.enabled(if: hasTool("ffmpeg")), arguments: SampleEncoding.allCases)
  func ffmpegDecodesAllContainersAlike(_ encoding: SampleEncoding) throws {
    let sums = try Container.allCases.filter { $0.encodings.contains(encoding) }.map { container in
      let path = try written(.small(container, encoding))
      let format = encoding.isInteger ? "pcm_s32le" : "pcm_f64le"
      return runTool("ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-c:a", format, "-f", "md5", "-")
        .text
    }
    #expect(sums[0].hasPrefix("MD5=") && Set(sums).count == 1, "\(sums)")
  }

  @Test(.enabled(if: hasTool("ffprobe")))
  func ffprobeSeesTheCuePointAsAChapter() throws {
    let path = try written(.small(.wav, .pcm16))
    let chapters = runTool("ffprobe", "-v", "error", "-show_chapters", "-of", "flat", path).text
    #expect(chapters.contains("chapters.chapter.0.start=1201"), "\(chapters)")
    #expect(chapters.contains("tags.title=\"Loop\""), "\(chapters)")
    #expect(!chapters.contains("chapter.1"))
  }

  @Test(
    .enabled(if: hasTool("soxi")),
    arguments: OutputSpec.all.filter { $0.container != .rf64 && $0.container != .caf })
  func soxCountsTheFrames(_ spec: OutputSpec) throws {
    let path = try written(spec)
    let answer = runTool("soxi", "-s", path)
    #expect(answer.text.contains("5003"), "\(answer.text)")
  }

  @Test(.enabled(if: hasTool("sndfile-info")), arguments: OutputSpec.all)
  func libsndfileReadsTheLoop(_ spec: OutputSpec) throws {
    let path = try written(spec)
    let answer = runTool("sndfile-info", path).text
    #expect(answer.contains("Frames      : 5003") || answer.contains("Frames : 5003"), "\(answer)")
    guard spec.container == .wav || spec.container == .aiff else { return }
    // libsndfile's own end is exclusive, whatever the file says.
    let instrument = runTool("sndfile-info", "--instrument", path).text
    #expect(
      instrument.contains("Mode : fwd     Start :   1201   End :   5003   Count :      0"), "\(instrument)")
  }

  @Test(.enabled(if: hasTool("metaflac")), arguments: OutputSpec.all.filter { $0.container == .flac })
  func flacToolsAgree(_ spec: OutputSpec) throws {
    let path = try written(spec)
    let test = runTool("flac", "-t", "-s", path)
    #expect(test.status == 0 && test.text.isEmpty, "\(test.text)")
    let tags = runTool("metaflac", "--export-tags-to=-", path).text.split(separator: "\n").prefix(4)
    #expect(tags == ["LOOPSTART=1201", "LOOPLENGTH=3802", "LOOP_START=1201", "LOOP_END=5003"])
    let list = runTool("metaflac", "--list", "--block-type=APPLICATION", path).text
    #expect(list.contains("application ID: 72696666") && list.contains("length: 72"), "\(list)")
  }

  /// The samples as another decoder gives them, for each encoding that FLAC has.
  @Test(.enabled(if: hasTool("flac")), arguments: [SampleEncoding.pcm8, .pcm16, .pcm24])
  func flacDecodesToTheWAV(_ encoding: SampleEncoding) throws {
    let flac = try written(.small(.flac, encoding))
    let wav = try written(.small(.wav, encoding))
    let raw = folder.file("raw")
    let sign = encoding == .pcm8 ? "unsigned" : "signed"
    let decode = runTool(
      "flac", "-d", "-s", "-f", "--force-raw-format", "--endian=little", "--sign=\(sign)", "-o", raw, flac)
    #expect(decode.status == 0, "\(decode.text)")
    #expect(try writtenBytes(raw) == FileChunks(writtenBytes(wav))["data"])
  }
}

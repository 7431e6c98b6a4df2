/// What a file is and what it says of itself.
public struct Inspection: Sendable, Equatable {
  /// Path as it was given, `-` for standard input.
  public var input: String
  /// Short name of the file format: `wav`, `flac`, `ogg`, `mpeg`.
  public var container: String
  /// Short name of how the sound is coded in it: `pcm`, `flac`, `vorbis`, `mp3`.
  public var codec: String
  /// Both in the decoder's words: "WAV, signed 16 bit PCM".
  public var description: String
  public var format: AudioFormat
  /// The narrowest encoding that holds every sample that decoding gives.
  public var encoding: SampleEncoding
  public var isLossy: Bool
  /// Frames of the decoded sound, without what the codec puts before and behind it.
  public var frames: Int
  /// Frames that the encoder put before the sound, where the file says how many.
  public var delayFrames: Int?
  /// Frames that the encoder put behind the sound, where the file says how many.
  public var paddingFrames: Int?
  public var tags: Tags
  /// In every dialect found, the most trusted first.
  public var loops: [EmbeddedLoop]
  /// What the user should know, one line each.
  public var warnings: [String]

  /// Looks at a file; decodes it only when its length is not known otherwise.
  ///
  /// Memory does not grow with the length of the sound: tags are bounded, see `readTags`.
  ///
  /// - Throws: `BakeError`: the file cannot be read, is no audio, or the work was interrupted.
  public init(of input: BakeJob.Input, cancellation: Cancellation) throws(BakeError) {
    if cancellation.isCancelled { throw .interrupted(input.name) }
    let file = try InputFile(input, cancellation: cancellation)
    do throws(BakeError) {
      try self.init(of: file, isDamaged: false, cancellation)
    } catch {
      guard error.needsScan else { throw error }
      try self.init(of: file, isDamaged: true, cancellation)
    }
  }

  /// - Parameter isDamaged: whether a former pass found damage in the sound.
  private init(
    of file: borrowing InputFile, isDamaged: Bool, _ cancellation: Cancellation
  ) throws(BakeError) {
    let decoded = try DecodedFrames(file, isDamaged: isDamaged, cancellation: cancellation)
    let source = decoded.description
    let bytes = try file.byPosition()
    let tags = try readTags(file)
    container = try SoundNames.container(bytes, source.summary)
    codec = SoundNames.codec(source.summary)
    input = file.name
    description = source.summary
    format = source.format
    encoding = source.encoding
    isLossy = source.isLossy
    frames = decoded.frameCount
    delayFrames = source.delayFrames
    paddingFrames = source.paddingFrames
    loops = try embeddedLoops(
      file, fields: tags.fields, format: source.format, frameCount: decoded.frameCount)
    self.tags = tags
    warnings = source.warnings
  }

  /// The recordings behind `inputs`: files and `-` as they are, folders recursively in sorted order, without hidden files and
  /// those that are no audio by their content.
  ///
  /// A folder that cannot be listed stands for itself, so that looking at it says why.
  public static func recordings(behind inputs: [String]) -> [BakeJob.Input] {
    inputs.flatMap { input in
      if input == "-" { return [BakeJob.Input.standardInput] }
      guard let status = fileStatus(at: input), status.isFolder,
        let names = try? filesUnder(input, except: nil)
      else { return [.file(path: input)] }
      return names.map { input.hasSuffix("/") ? input + $0 : input + "/" + $0 }.filter(looksLikeAudio).map {
        .file(path: $0)
      }
    }
  }
}

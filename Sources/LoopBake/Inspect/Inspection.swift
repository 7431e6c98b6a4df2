/// What a file is and what it says of itself.
public struct Inspection: Sendable, Equatable {
  /// Path as it was given, `-` for standard input.
  public var input: String
  /// Container and codec in a few words: "WAV, signed 16 bit PCM".
  public var description: String
  public var format: AudioFormat
  /// The narrowest encoding that holds every sample that decoding gives.
  public var encoding: SampleEncoding
  public var isLossy: Bool
  /// Frames of the decoded sound, codec delay and padding removed.
  public var frames: Int
  /// Frames that the codec puts before the sound, where the file says how many.
  public var delayFrames: Int?
  /// Frames that the codec puts behind the sound, where the file says how many.
  public var paddingFrames: Int?
  public var tags: Tags
  /// In every dialect found, the most trusted first.
  public var loops: [EmbeddedLoop]
  /// What the user should know, one line each.
  public var warnings: [String]

  /// Looks at a file; decodes it only when its length is not known otherwise.
  ///
  /// - Throws: `BakeError`: the file cannot be read, is no audio, or the work was interrupted.
  public init(of input: BakeJob.Input, cancellation: Cancellation) throws(BakeError) {
    let file = try InputFile(input, cancellation: cancellation)
    let decoded = try DecodedFrames(file, cancellation: cancellation)
    let source = decoded.description
    let tags = try readTags(file)
    self.input = input.name
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
  /// - Throws: `BakeError` (`unreadable`) when a folder cannot be listed.
  public static func recordings(behind inputs: [String]) throws(BakeError) -> [BakeJob.Input] {
    var found: [BakeJob.Input] = []
    for input in inputs {
      guard input != "-" else {
        found.append(.standardInput)
        continue
      }
      guard let status = fileStatus(at: input), status.isFolder else {
        found.append(.file(path: input))
        continue
      }
      for name in try filesUnder(input, except: nil) {
        let path = input.hasSuffix("/") ? input + name : input + "/" + name
        if looksLikeAudio(path) { found.append(.file(path: path)) }
      }
    }
    return found
  }
}

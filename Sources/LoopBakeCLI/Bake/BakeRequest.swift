import LoopBake

/// What `loopbake bake` is to do, its arguments understood together.
struct BakeRequest: Sendable, Equatable {
  enum Work: Sendable, Equatable {
    case one(BakeJob)
    case folder(inputs: [String], outputFolder: String, settings: BakeSettings)
  }

  let work: Work
  /// Things done at a time.
  let width: Int
  let dryRun: Bool
  let style: ReportStyle

  /// Checks everything that options and operands can say about each other; looks at paths, opens nothing.
  init(_ arguments: BakeArguments, inputs: [String]) throws(UsageError) {
    guard let output = arguments.output else {
      if inputs.isEmpty { throw UsageError("no input: loopbake INPUT... -o OUTPUT") }
      throw UsageError("--output", "is missing: say where to write with -o OUTPUT")
    }
    width = arguments.jobs ?? min(processorCount(), 256)
    dryRun = arguments.dryRun
    style = arguments.style
    var settings = arguments.settings
    if let quality = arguments.quality { settings.compressionLevel = quality }
    work = try Self.work(inputs, output: output, settings)
    try Self.checkFormat(of: work, quality: arguments.quality)
  }

  private static func work(
    _ inputs: [String], output: String, _ settings: BakeSettings
  ) throws(UsageError) -> Work {
    guard let input = inputs.first else { throw UsageError("no input: loopbake INPUT... -o OUTPUT") }
    if inputs.contains("") { throw UsageError("\"\"", "an input is empty") }
    let folders = inputs.filter { FileKind(path: $0) == .folder }
    let many = inputs.count > 1 || !folders.isEmpty
    if output == "-" {
      if many { throw UsageError("--output", "standard output holds one sound: give one file as input") }
      return try .one(toStandardOutput(input, settings))
    }
    if many || output.hasSuffix("/") || FileKind(path: output) == .folder {
      return try folder(inputs, output: output, settings, many: many)
    }
    return try .one(job(input, output: output, settings))
  }

  private static func toStandardOutput(_ input: String, _ settings: BakeSettings) throws(UsageError)
    -> BakeJob
  {
    if settings.sidecar { throw UsageError("--sidecar", "standard output has no name to put it beside") }
    var settings = settings
    settings.container = settings.container ?? .wav
    return BakeJob(
      input: jobInput(input), output: .standardOutput, settings: settings, inputPaths: inputPaths(input))
  }

  private static func job(
    _ input: String, output: String, _ settings: BakeSettings
  ) throws(UsageError) -> BakeJob {
    if FileKind(path: output) == .special {
      throw UsageError("--output", "\"\(output)\" is no ordinary file; use -o - for standard output")
    }
    var settings = settings
    if settings.container == nil {
      do throws(BadValue) {
        settings.container = try FormatArgument.container(ofOutput: output)
      } catch {
        throw UsageError("--output", value: output, error)
      }
    }
    return BakeJob(
      input: jobInput(input), output: .file(path: output), settings: settings, inputPaths: inputPaths(input))
  }

  private static func folder(
    _ inputs: [String], output: String, _ settings: BakeSettings, many: Bool
  ) throws(UsageError) -> Work {
    if inputs.contains("-") {
      throw UsageError(
        "-", "standard input has no name in a folder: give it as the only input, and a file as output")
    }
    let kind = FileKind(path: output)
    let meansFile =
      many && kind == .missing && !output.hasSuffix("/") && FormatArgument.looksLikeAudio(output)
    if meansFile || (kind != .missing && kind != .folder) {
      let wayOut = meansFile ? "; end it in / to make a folder of that name" : ""
      throw UsageError(
        "--output",
        "\"\(output)\" names a file: several inputs, or a folder, need a folder as output\(wayOut)")
    }
    var folder = output[...]
    while folder.count > 1, folder.hasSuffix("/") { folder = folder.dropLast() }
    return .folder(inputs: inputs, outputFolder: String(folder), settings: settings)
  }

  private static func jobInput(_ input: String) -> BakeJob.Input {
    input == "-" ? .standardInput : .file(path: input)
  }

  /// What must not be replaced; `/dev/stdin` leads to the file that a shell put on standard input.
  private static func inputPaths(_ input: String) -> InputFiles { [input == "-" ? "/dev/stdin" : input] }
}

extension BakeRequest {
  /// Refuses options that the format to be written has no use for.
  private static func checkFormat(of work: Work, quality: Int?) throws(UsageError) {
    let settings =
      switch work {
      case .one(let job): job.settings
      case .folder(_, _, let settings): settings
      }
    let container = settings.container ?? .wav
    if quality != nil, container != .flac {
      throw UsageError("--quality", "\(container) has no compression level: it is for flac")
    }
    if let encoding = settings.encoding, !container.encodings.contains(encoding) {
      let names = alternatives(container.encodings.map(\.rawValue))
      throw UsageError("--encoding", "\(container) cannot hold \(encoding): use \(names), or another format")
    }
  }
}

/// Many recordings, baked in sorted order into a mirrored tree.
public struct Batch: Sendable, Equatable {
  /// The jobs in the order in which their results are reported.
  public var jobs: [BakeJob] = []
  /// Files under the input folders that are no audio by their content and were left alone.
  public private(set) var ignoredFiles = 0

  /// Finds the recordings behind `inputs` and gives each its output under `outputFolder`.
  ///
  /// A folder's tree is mirrored under `outputFolder`; a file's output stands in it directly. An input that does not exist
  /// becomes a job that fails, so that the others are still done.
  ///
  /// - Parameters:
  ///   - inputs: files and folders; folders are taken recursively, hidden files left alone.
  ///   - outputFolder: created when the first output is written; outputs of former runs in it are never inputs.
  ///   - settings: for every job; its container decides the outputs' extension (`nil`: WAV).
  /// - Throws: `BakeError` before anything is written, when two inputs would make one output or a folder cannot be read.
  public init(inputs: [String], outputFolder: String, settings: BakeSettings) throws(BakeError) {
    var settings = settings
    settings.container = settings.container ?? .wav
    let output = fileStatus(at: outputFolder).map(FileIdentity.init)
    var found: [(path: String, name: String)] = []
    for input in inputs {
      guard let status = fileStatus(at: input), status.isFolder else {
        found.append((input, baseName(input)))
        continue
      }
      // With the output folder inside the input, what stands there is a result and no source.
      let isOutputItself = FileIdentity(status) == output
      for name in try filesUnder(input, except: isOutputItself ? nil : output) {
        let path = input.hasSuffix("/") ? input + name : input + "/" + name
        if looksLikeAudio(path) { found.append((path, name)) } else { ignoredFiles += 1 }
      }
    }
    let fileExtension = settings.container?.fileExtension ?? "wav"
    jobs = found.map { path, name in
      BakeJob(
        input: .file(path: path),
        output: .file(path: outputFolder + "/" + replacingExtension(of: name, by: fileExtension)),
        settings: settings)
    }
    try refuseClashes()
    let files = InputFiles(found.map(\.path))
    for index in jobs.indices {
      jobs[index].inputPaths = files
      jobs[index].createsFolder = true
    }
  }

  private func refuseClashes() throws(BakeError) {
    var owners: [String: String] = [:]
    for job in jobs {
      guard let other = owners.updateValue(job.input.name, forKey: job.output.name) else { continue }
      throw BakeError(
        .unfit, path: job.input.name, "cannot bake the batch",
        because: "\(other) would make the same output \(job.output.name)",
        wayOut: "bake one of them by itself")
    }
  }
}

/// `name` with its extension, if it has one, replaced.
private func replacingExtension(of name: String, by fileExtension: String) -> String {
  let base = baseName(name)
  let folder = name.dropLast(base.count)
  let stem = base.lastIndex(of: ".").map { $0 == base.startIndex ? base[...] : base[..<$0] } ?? base[...]
  return folder + stem + "." + fileExtension
}

/// Whether a file's first bytes may be audio; one that cannot be read counts as audio, so that its job says why.
func looksLikeAudio(_ path: String) -> Bool {
  guard let file = try? InputFile(.file(path: path), cancellation: Cancellation()) else { return true }
  guard let sniffing = try? Sniffing(file) else { return true }
  return sniffing.hasKnownMagic || sniffing.mpegOffset != nil || sniffing.oggOffset != nil
    || Container(fileExtension: fileExtension(of: path)) != nil
    || ["mp3", "ogg", "oga", "opus"].contains(fileExtension(of: path).lowercased())
}

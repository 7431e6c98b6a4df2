/// One recording to bake.
public struct BakeJob: Sendable, Equatable {
  /// Where the sound comes from.
  public enum Input: Sendable, Equatable {
    case file(path: String)
    case standardInput

    /// The path as it was given, `-` for standard input.
    public var name: String { if case .file(let path) = self { path } else { "-" } }
  }

  /// Where the result goes.
  public enum Output: Sendable, Equatable {
    case file(path: String)
    case standardOutput

    /// The path as it was given, `-` for standard output.
    public var name: String { if case .file(let path) = self { path } else { "-" } }
  }

  public var input: Input
  public var output: Output
  public var settings: BakeSettings
  /// Files that must never be written to: every input of the run.
  public var inputPaths: [String]

  public init(input: Input, output: Output, settings: BakeSettings, inputPaths: [String] = []) {
    self.input = input
    self.output = output
    self.settings = settings
    self.inputPaths = inputPaths
  }
}

extension BakeJob {
  /// Bakes the recording; the old output stays whole until the new one is complete and verified.
  ///
  /// - Parameters:
  ///   - dryRun: plan and check everything, write nothing.
  ///   - cancellation: looked at between blocks.
  /// - Throws: `BakeError` with the file that it is about; no output and no temporary file is left then.
  public func run(dryRun: Bool = false, cancellation: Cancellation) throws(BakeError) -> BakeOutcome {
    throw BakeError(.unfit, path: input.name, "cannot bake", because: "the pipeline is being built")
  }
}

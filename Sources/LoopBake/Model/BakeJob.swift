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
  public var inputPaths: InputFiles
  /// Whether the output's folder is created where it is missing.
  public var createsFolder = false

  public init(input: Input, output: Output, settings: BakeSettings, inputPaths: InputFiles = []) {
    self.input = input
    self.output = output
    self.settings = settings
    self.inputPaths = inputPaths
  }
}

/// The inputs of a run, which no output may replace, by whatever path, symbolic or hard link it leads to one of them.
public struct InputFiles: Sendable, Equatable, ExpressibleByArrayLiteral {
  /// The paths as they were given.
  public let paths: [String]
  /// Which files they are, looked up once: comparing every output with every path would be quadratic.
  private let identities: Set<FileIdentity>

  /// Looks at the files; paths that lead nowhere are no file.
  public init(_ paths: [String]) {
    self.paths = paths
    identities = Set(paths.compactMap { fileStatus(at: $0).map(FileIdentity.init) })
  }

  public init(arrayLiteral paths: String...) { self.init(paths) }

  func contains(_ identity: FileIdentity) -> Bool { identities.contains(identity) }
}

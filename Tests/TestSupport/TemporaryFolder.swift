import Foundation

/// A folder for one test that goes away with the value.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = Self.parent + "/loopbake-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// In memory where the system has a place for that: each output waits until it is on the disk, and there are hundreds.
  private static let parent: String = {
    let memory = "/dev/shm"
    let free = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? Int
    return (free ?? 0) > 1 << 30 ? memory : FileManager.default.temporaryDirectory.path
  }()

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and the folders above it; returns its path.
  @discardableResult
  public func put(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Writes a sound as WAV; returns its path.
  @discardableResult
  public func put(_ name: String, _ recording: Recording) throws -> String {
    try put(name, WAVFile(recording).bytes)
  }

  public func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The sound of a WAV file in the folder.
  public func recording(_ name: String) throws -> Recording {
    guard let recording = WAVFile(bytes: try bytes(name)).recording else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return recording
  }

  /// Everything under the folder, hidden files too, sorted.
  public var names: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }
}

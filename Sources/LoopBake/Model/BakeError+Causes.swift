#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension BakeError {
  /// The system's words for an error number.
  static func words(for code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text).lowercased()
  }

  /// The input at `path` could not be opened or read, for the reason in `errno`.
  static func unreadable(_ path: String, _ code: Int32) -> BakeError {
    BakeError(.unreadable, path: path, "cannot read the file", because: words(for: code))
  }

  /// The output at `path` could not be created or written, for the reason in `errno`.
  static func unwritable(_ path: String, _ code: Int32) -> BakeError {
    BakeError(.unwritable, path: path, "cannot write the file", because: words(for: code))
  }

  /// The job was told to stop.
  static func interrupted(_ path: String) -> BakeError {
    BakeError(.interrupted, path: path, "stopped", because: "the run was interrupted")
  }
}

extension BakeError {
  /// The input at `path` could not be opened or read, for the reason in `errno`.
  static func unreadable(_ path: String, _ code: Int32) -> BakeError {
    BakeError(.unreadable, path: path, "cannot read the file", because: systemText(code))
  }

  /// The job was told to stop.
  static func interrupted(_ path: String) -> BakeError {
    BakeError(.interrupted, path: path, "stopped", because: "the run was interrupted")
  }

  /// The sound ended before the frame count that the file claims.
  static func earlyEnd(_ path: String, at frame: Int, claimed: Int) -> BakeError {
    var error = BakeError(
      .damaged, path: path, "cannot read on",
      because: "the sound ends at frame \(frame), the file claims \(claimed)")
    error.soundEnd = frame
    return error
  }
}

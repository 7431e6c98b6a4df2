#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that appears, whole, only when it is committed.
///
/// The bytes go to a hidden file beside the target; `commit` syncs it and renames it over the target. Until then the old
/// target stays as it was, and a value that ends without a commit leaves nothing behind.
struct OutputFile: ~Copyable {
  /// The path as it was given.
  var path: String { target.path }
  /// The hidden file, open for reading and writing, empty and at its start.
  let descriptor: Int32
  /// Where the hidden file is, to be read back before the commit.
  let temporaryPath: String
  private let target: OutputTarget
  private var isCommitted: Bool

  /// Claims the output.
  ///
  /// - Parameters:
  ///   - path: links are followed; the folder must exist.
  ///   - inputs: files that must not be replaced, compared as files and not as names.
  /// - Throws: `BakeError` (`unwritable`), with nothing created.
  init(path: String, never inputs: InputFiles = []) throws(BakeError) {
    let target = try OutputTarget(path: path, never: inputs)
    let descriptor = try claim(target.temporaryPath, for: target, never: inputs)
    let code = prepare(descriptor, permissions: target.permissions)
    guard code == 0 else {
      unlink(target.temporaryPath)
      close(descriptor)
      throw cannotWrite(path, code)
    }
    self.target = target
    self.descriptor = descriptor
    temporaryPath = target.temporaryPath
    isCommitted = false
  }

  /// Puts the file in its place: on the disk first, then under its name, in one step.
  ///
  /// The folder is not synced: should the machine stop now, the old or the new file is there, whole either way.
  ///
  /// - Throws: `BakeError` (`unwritable`); the old file is still there then and the new one is gone.
  consuming func commit() throws(BakeError) {
    guard fsync(descriptor) == 0 else { throw cannotWrite(path, errno) }
    guard rename(temporaryPath, target.realPath) == 0 else { throw cannotWrite(path, errno) }
    isCommitted = true
  }

  deinit {
    // Unlinked while still locked, so that what goes is ours.
    if !isCommitted { unlink(temporaryPath) }
    close(descriptor)
  }
}

/// Opens and locks the hidden file; the lock tells a file in use from what a killed run left.
private func claim(
  _ temporaryPath: String, for target: OutputTarget, never inputs: InputFiles
) throws(BakeError) -> Int32 {
  func refusal(_ reason: String, wayOut: String? = nil) -> BakeError {
    BakeError(.unwritable, path: target.path, "cannot write the file", because: reason, wayOut: wayOut)
  }
  for _ in 0..<16 {
    let descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw cannotWrite(target.path, errno) }
    let isLocked = lock(descriptor)
    if isLocked, let status = fileStatus(of: descriptor), isStill(status, at: temporaryPath) {
      if isOurs(status, never: inputs) { return descriptor }
      close(descriptor)
      throw refusal("\(temporaryPath) is in the way", wayOut: "remove it")
    }
    close(descriptor)
    guard isLocked else { throw refusal("another loopbake is writing this file") }
    // Between open and lock its owner committed or gave up: the file is no longer ours to write, so start again.
  }
  throw refusal("another loopbake is writing this file")
}

/// Locks an open file against other processes; a file system without locks counts as locked.
private func lock(_ descriptor: Int32) -> Bool {
  flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
}

private func isStill(_ status: stat, at path: String) -> Bool {
  fileStatus(at: path).map(FileIdentity.init) == FileIdentity(status)
}

/// Whether the hidden file may be emptied. Only a file of an earlier run has contents, and only such a one can be an input.
private func isOurs(_ status: stat, never inputs: InputFiles) -> Bool {
  status.isRegularFile && (status.st_size == 0 || !inputs.contains(FileIdentity(status)))
}

/// Empties the hidden file and gives it the old file's permission bits; 0, or the error number.
private func prepare(_ descriptor: Int32, permissions: mode_t?) -> Int32 {
  guard ftruncate(descriptor, 0) == 0 else { return errno }
  guard let permissions else { return 0 }
  return fchmod(descriptor, permissions) == 0 ? 0 : errno
}

func cannotWrite(_ path: String, _ code: Int32) -> BakeError {
  BakeError(.unwritable, path: path, "cannot write the file", because: systemText(code))
}

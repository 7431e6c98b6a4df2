#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file that an output path leads to, found fit to be replaced.
struct OutputTarget {
  /// The path as it was given.
  let path: String
  /// The file itself, behind any symbolic links in the last part of the path.
  let realPath: String
  /// Folder of the real file.
  var folder: String { folderName(realPath) }
  /// Permission bits of the file that is there already; `nil` when there is none.
  let permissions: mode_t?

  /// Where the new file grows: beside the real file, because only a rename inside one folder is one step.
  ///
  /// The name depends on the output's name alone, so that whatever a killed run left is found and replaced by the
  /// next one, and it is short, so that it fits wherever the output's own name does.
  var temporaryPath: String {
    let name = TemporaryName.make(fowlerNollVo(baseName(realPath).utf8))
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Follows links and looks at what is there.
  ///
  /// - Throws: `BakeError` (`unwritable`) when the path is no place for a file: a folder, a device, a pipe, a read-only
  ///   file, one of `inputs` by whatever path, a folder that does not exist.
  init(path: String, never inputs: InputFiles) throws(BakeError) {
    func refusal(_ reason: String, wayOut: String? = nil) -> BakeError {
      BakeError(.unwritable, path: path, "cannot write the file", because: reason, wayOut: wayOut)
    }

    let realPath: String
    do { realPath = try resolvingLinks(path) } catch { throw refusal(systemText(error.code)) }
    guard !baseName(realPath).isEmpty else { throw refusal("this is a folder", wayOut: "give a file name") }

    if let existing = fileStatus(at: realPath) {
      guard !existing.isFolder else { throw refusal("this is a folder", wayOut: "give a file name") }
      guard existing.isRegularFile else {
        throw refusal("this is a device or a pipe", wayOut: "write to standard output with -")
      }
      guard !inputs.contains(FileIdentity(existing)) else {
        throw refusal("this is an input", wayOut: "write to another file")
      }
      guard access(realPath, W_OK) == 0 else { throw refusal(systemText(errno)) }
      permissions = existing.st_mode & 0o777
    } else {
      guard errno == ENOENT else { throw refusal(systemText(errno)) }
      permissions = nil
    }

    let folder = folderName(realPath)
    guard fileStatus(at: folder) != nil else {
      let reason = errno == ENOENT ? "the folder \(folder) does not exist" : systemText(errno)
      throw refusal(reason, wayOut: errno == ENOENT ? "create it first" : nil)
    }
    self.path = path
    self.realPath = realPath
  }
}

private struct SystemFailure: Error { let code: Int32 }

/// `path` with links in its last part followed, also when they lead to a file that does not exist yet.
private func resolvingLinks(_ path: String) throws(SystemFailure) -> String {
  var resolved = path
  for _ in 0..<40 {  // as many as Linux follows (path_resolution(7))
    var status = stat()
    guard lstat(resolved, &status) == 0, status.isSymbolicLink else { return resolved }
    let destination = try linkDestination(resolved)
    resolved = destination.hasPrefix("/") ? destination : folderName(resolved) + "/" + destination
  }
  throw SystemFailure(code: ELOOP)
}

private func linkDestination(_ path: String) throws(SystemFailure) -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &buffer, buffer.count)
  guard count >= 0 else { throw SystemFailure(code: errno) }
  return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// 64-bit FNV-1a (RFC 9923, section 5).
private func fowlerNollVo(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}

/// Creates the folder at `path` and those above it, as far as they are missing.
///
/// - Throws: `BakeError` (`unwritable`) with the folder that cannot be made.
func createFolders(_ path: String) throws(BakeError) {
  if let existing = fileStatus(at: path), existing.isFolder { return }
  let parent = folderName(path)
  if parent != path, parent != "." { try createFolders(parent) }
  guard !baseName(path).isEmpty else { return }
  let code = mkdir(path, 0o777) == 0 ? 0 : errno
  guard code == 0 || code == EEXIST && fileStatus(at: path)?.isFolder == true else {
    throw BakeError(.unwritable, path: path, "cannot create the folder", because: systemText(code))
  }
}

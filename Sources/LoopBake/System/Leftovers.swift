#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How the hidden files are called that outputs grow in: `.loopbake-`, 16 digits, `.tmp`.
enum TemporaryName {
  static func make(_ hash: UInt64) -> String {
    let hex = String(hash, radix: 16)
    return ".loopbake-" + String(repeating: "0", count: 16 - hex.count) + hex + ".tmp"
  }

  static func matches(_ name: String) -> Bool {
    guard name.hasPrefix(".loopbake-"), name.hasSuffix(".tmp"), name.utf8.count == 30 else { return false }
    return name.dropFirst(10).dropLast(4).allSatisfy(\.isHexDigit)
  }
}

/// Removes the hidden files that killed runs left in a folder.
///
/// A run holds a lock on its file as long as it lives, so what can be locked has no owner. What cannot be removed stays.
func removeLeftovers(in folder: String) {
  guard let stream = opendir(folder) else { return }
  defer { closedir(stream) }
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if TemporaryName.matches(name) { removeIfAbandoned(folder + "/" + name) }
  }
}

private func removeIfAbandoned(_ path: String) {
  // Not blocking: a pipe of that name is none of ours.
  let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  // Unlinked while locked, so that what goes is what was looked at.
  if let status = fileStatus(of: descriptor), status.isRegularFile, status.st_nlink == 1,
    flock(descriptor, LOCK_EX | LOCK_NB) == 0,
    fileStatus(at: path).map(FileIdentity.init) == FileIdentity(status)
  {
    unlink(path)
  }
  close(descriptor)
}

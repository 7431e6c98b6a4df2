#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A new file in the folder for temporary files that has no name, so that nothing can leave it behind.
func unnamedTemporaryFile() throws(BakeError) -> Int32 {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array((folder + "/loopbake-XXXXXX").utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { throw .unwritable(folder, errno) }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  unlink(template)
  return descriptor
}

/// Writes all of `bytes` to a descriptor.
func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(BakeError) {
  var done = bytes.startIndex
  while done < bytes.endIndex {
    let written = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 {
      if errno == EINTR { continue }
      throw .unwritable(path, errno)
    }
    done += written
  }
}

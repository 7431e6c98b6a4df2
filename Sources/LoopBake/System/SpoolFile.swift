#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A nameless temporary file for what must be seekable while it is written but ends up in a pipe.
struct SpoolFile: ~Copyable {
  /// Open for reading and writing, empty and at its start.
  let descriptor: Int32

  /// Makes the file in `TMPDIR`, or in /tmp; it has no name any more when this returns.
  ///
  /// - Throws: `BakeError` (`unwritable`).
  init() throws(BakeError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let template = (folder.isEmpty ? "/tmp" : folder) + "/loopbake-XXXXXX"
    var name = Array(template.utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw BakeError(
        .unwritable, path: template, "cannot create a temporary file", because: systemText(errno),
        wayOut: "set TMPDIR to a folder with room")
    }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  /// Sends the whole contents to `output` (1 is standard output) in blocks.
  ///
  /// - Throws: `BakeError` (`unwritable`, path `-`); a reader that has gone away is "Broken pipe" where SIGPIPE is
  ///   ignored.
  func copy(to output: Int32) throws(BakeError) {
    let blockBytes = 1 << 18
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockBytes, alignment: 16)
    defer { block.deallocate() }
    var offset = 0
    while true {
      let count = pread(descriptor, block.baseAddress, blockBytes, off_t(offset))
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw cannotWrite("-", errno)
      }
      let code = writeFully(UnsafeRawBufferPointer(rebasing: block[..<count]), to: output)
      guard code == 0 else { throw cannotWrite("-", code) }
      offset += count
    }
  }

  /// Hands the file over to somebody who closes it.
  consuming func release() -> OwnedDescriptor {
    let descriptor = descriptor
    discard self
    return OwnedDescriptor(owning: descriptor)
  }

  deinit { close(descriptor) }
}

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An open regular file to read from: the input itself, or a spooled copy of a stream.
///
/// Decoders seek, so standard input and pipes are copied to a temporary file first; it has no name any more once it
/// is open, so nothing can leave it behind.
struct InputFile: ~Copyable {
  let descriptor: Int32

  init(_ input: BakeJob.Input, cancellation: Cancellation) throws(BakeError) {
    switch input {
    case .standardInput:
      descriptor = try Self.spool(STDIN_FILENO, name: "-", cancellation)
    case .file(let path):
      // Non-blocking, or a FIFO that nobody writes to would hang here for ever.
      let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard opened >= 0 else { throw .unreadable(path, errno) }
      do throws(BakeError) {
        descriptor = try Self.regular(opened, path: path, cancellation)
      } catch {
        close(opened)
        throw error
      }
    }
  }

  deinit { close(descriptor) }

  /// A second descriptor of the same file, for a library that closes what it gets.
  ///
  /// Both share one position (dup(2)), so the decoder that uses it must be the only one that reads.
  func duplicate(path: String) throws(BakeError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, lseek(copy, 0, SEEK_SET) == 0 else { throw .unreadable(path, errno) }
    return copy
  }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file, none behind it.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
        if got <= 0 { break }
        filled += got
      }
    }
  }

  private static func regular(
    _ opened: Int32, path: String, _ cancellation: Cancellation
  ) throws(BakeError) -> Int32 {
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .unreadable(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      return opened
    case S_IFIFO:
      let spooled = try spool(opened, name: path, cancellation)
      close(opened)
      return spooled
    case S_IFDIR:
      throw BakeError(.unreadable, path: path, "cannot read the file", because: "it is a folder")
    default:
      throw BakeError(.unreadable, path: path, "cannot read the file", because: "it is a device or socket")
    }
  }

  /// Copies a stream to a temporary file without a name and returns its descriptor.
  private static func spool(
    _ stream: Int32, name: String, _ cancellation: Cancellation
  ) throws(BakeError) -> Int32 {
    guard isatty(stream) == 0 else {
      throw BakeError(.unreadable, path: name, "cannot read the file", because: "it is a terminal")
    }
    let spooled = try unnamedTemporaryFile()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    do throws(BakeError) {
      while true {
        if cancellation.isCancelled { throw .interrupted(name) }
        let got = read(stream, &block, block.count)
        if got == 0 { return spooled }
        if got < 0 {
          guard errno == EAGAIN || errno == EINTR else { throw .unreadable(name, errno) }
          var waiting = pollfd(fd: stream, events: Int16(POLLIN), revents: 0)
          poll(&waiting, 1, 100)
          continue
        }
        try writeAll(block.prefix(got), to: spooled, path: "temporary copy of \(name)")
      }
    } catch {
      close(spooled)
      throw error
    }
  }
}

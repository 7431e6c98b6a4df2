#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An open regular file to read from: the input itself, or a spooled copy of a stream.
///
/// Decoders seek, so standard input and pipes are copied to a temporary file without a name first.
struct InputFile: ~Copyable {
  /// The path as it was given, for messages; `-` for standard input.
  let name: String
  private let descriptor: OwnedDescriptor
  /// What the file was like when it was opened.
  private let version: FileVersion?

  /// - Throws: `BakeError` (`unreadable`, `interrupted`).
  init(_ input: BakeJob.Input, cancellation: Cancellation) throws(BakeError) {
    switch input {
    case .standardInput:
      descriptor = try Self.spool(STDIN_FILENO, name: input.name, cancellation)
    case .file(let path):
      // Non-blocking, or a FIFO that nobody writes to would hang here for ever.
      let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard opened >= 0 else { throw .unreadable(path, errno) }
      descriptor = try Self.regular(OwnedDescriptor(owning: opened), name: path, cancellation)
    }
    name = input.name
    version = fileStatus(of: descriptor.number).map(FileVersion.init)
  }

  /// The same open file once more; both share one position (dup(2)), so only one of them may be read at a time.
  init(sharing other: borrowing InputFile) throws(BakeError) {
    try self.init(sharing: other.descriptor.number, name: other.name)
  }

  /// A file that is open already.
  init(sharing number: Int32, name: String) throws(BakeError) {
    guard let copy = OwnedDescriptor(duplicating: number) else { throw .unreadable(name, errno) }
    version = fileStatus(of: number).map(FileVersion.init)
    descriptor = copy
    self.name = name
  }

  /// A descriptor of its own, at the start of the file, for a library.
  func duplicate() throws(BakeError) -> OwnedDescriptor {
    guard let copy = OwnedDescriptor(duplicating: descriptor.number), lseek(copy.number, 0, SEEK_SET) == 0
    else {
      throw .unreadable(name, errno)
    }
    return copy
  }

  /// The same file for reading by position, which moves nobody else's.
  func byPosition() throws(BakeError) -> FileBytes {
    guard let copy = OwnedDescriptor(duplicating: descriptor.number) else { throw .unreadable(name, errno) }
    return try FileBytes(copy, path: name)
  }

  /// Refuses a file that was written to or cut since it was opened: what was read of it is half old and half new.
  ///
  /// - Throws: `BakeError` (`damaged`).
  func checkUnchanged() throws(BakeError) {
    guard fileStatus(of: descriptor.number).map(FileVersion.init) != version else { return }
    throw BakeError(
      .damaged, path: name, "cannot use the sound", because: "the file changed while it was read",
      wayOut: "bake it again when it is complete")
  }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file, none behind it.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let target = buffer.baseAddress?.advanced(by: filled)
        let got = pread(descriptor.number, target, count - filled, off_t(offset + filled))
        if got <= 0 { break }
        filled += got
      }
    }
  }

  private static func regular(
    _ opened: consuming OwnedDescriptor, name: String, _ cancellation: Cancellation
  ) throws(BakeError) -> OwnedDescriptor {
    guard let status = fileStatus(of: opened.number) else { throw .unreadable(name, errno) }
    if status.isRegularFile { return opened }
    if status.st_mode & S_IFMT == S_IFIFO { return try spool(opened.number, name: name, cancellation) }
    throw BakeError(
      .unreadable, path: name, "cannot read the file",
      because: status.isFolder ? "it is a folder" : "it is a device or a socket")
  }

  private static func spool(
    _ stream: Int32, name: String, _ cancellation: Cancellation
  ) throws(BakeError) -> OwnedDescriptor {
    guard isatty(stream) == 0 else {
      throw BakeError(.unreadable, path: name, "cannot read the file", because: "it is a terminal")
    }
    let spool = try SpoolFile()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if cancellation.isCancelled { throw .interrupted(name) }
      let got = read(stream, &block, block.count)
      if got > 0 {
        let code = block.withUnsafeBytes {
          writeFully(UnsafeRawBufferPointer(rebasing: $0[..<got]), to: spool.descriptor)
        }
        guard code == 0 else {
          throw BakeError(.unreadable, path: name, "cannot spool the stream", because: systemText(code))
        }
      } else if got == 0 {
        return spool.release()
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: stream, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, 100)
      } else if errno != EINTR {
        throw .unreadable(name, errno)
      }
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the system says about an error number: "No space left on device".
func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// An open file that closes itself.
struct OwnedDescriptor: ~Copyable {
  let number: Int32

  /// Takes over an open descriptor.
  init(owning number: Int32) { self.number = number }

  /// Opens the same open file once more; `nil` on failure (`errno` says why).
  init?(duplicating other: Int32) {
    let number = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// Hands the descriptor over to somebody who closes it.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  deinit { close(number) }
}

/// Which file a path leads to, however it is spelled: two paths with equal identities are one file.
struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }
}

/// Size and time of last change of a file.
struct FileVersion: Equatable {
  private let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    size = status.st_size
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = time.tv_sec
    nanoseconds = time.tv_nsec
  }
}

/// What the system knows about the file at `path`, links followed; `nil` when there is none (`errno` says why).
func fileStatus(at path: String) -> stat? {
  var status = stat()
  return stat(path, &status) == 0 ? status : nil
}

/// What the system knows about an open file; `nil` on failure (`errno` says why).
func fileStatus(of descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// Writes all of `bytes` to `descriptor`, waiting where it does not block by itself.
///
/// - Returns: 0, or the error number of the write that failed.
func writeFully(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 {
      return EIO
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&waiting, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

/// The part of `path` behind the last slash.
func baseName(_ path: String) -> String {
  String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
}

/// The folder that `path` lies in: "." without a slash, "/" at the root.
func folderName(_ path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The part of a file's name behind its last dot; empty without one.
func fileExtension(of path: String) -> String {
  let name = baseName(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return String(name[name.index(after: dot)...])
}

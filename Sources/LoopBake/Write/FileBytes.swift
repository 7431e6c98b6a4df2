#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The bytes of a regular file, by position; no number in the file can make it read outside or without bound.
struct FileBytes: ~Copyable {
  let size: Int
  private let descriptor: OwnedDescriptor
  let path: String

  /// The most that is read at once; tags and loop chunks are far smaller.
  static let largestRead = 1 << 20

  /// Opens the file.
  ///
  /// - Throws: `BakeError` (`unreadable`).
  init(path: String) throws(BakeError) {
    // Not blocking, so that a pipe is refused and not waited for.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw Self.unreadable(path, systemText(errno)) }
    try self.init(OwnedDescriptor(owning: number), path: path)
  }

  /// Takes over an open file; `path` is for errors.
  init(_ descriptor: consuming OwnedDescriptor, path: String) throws(BakeError) {
    guard let status = fileStatus(of: descriptor.number) else {
      throw Self.unreadable(path, systemText(errno))
    }
    guard status.isRegularFile else { throw Self.unreadable(path, "this is no regular file") }
    self.descriptor = descriptor
    self.path = path
    size = Int(status.st_size)
  }

  /// For C libraries that read by position.
  var number: Int32 { descriptor.number }

  /// The `count` bytes from `offset` on; `nil` when they are not all there or more than `most`.
  ///
  /// - Throws: `BakeError` (`unreadable`) when the system cannot read.
  func read(at offset: Int, count: Int, most: Int = largestRead) throws(BakeError) -> [UInt8]? {
    guard offset >= 0, count >= 0, count <= most, count <= size - offset else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let number = descriptor.number
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(
          number, UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).baseAddress, count - done,
          off_t(offset + done))
      }
      if got == 0 { return nil }  // the file was cut short after it was opened
      if got < 0, errno != EINTR { throw Self.unreadable(path, systemText(errno)) }
      done += max(got, 0)
    }
    return bytes
  }

  private static func unreadable(_ path: String, _ reason: String) -> BakeError {
    BakeError(.unreadable, path: path, "cannot read the file", because: reason)
  }
}

/// How a file orders the bytes of a number.
enum ByteOrder { case little, big }

extension [UInt8] {
  /// The unsigned number of `width` bytes (1...7) at `offset`; `nil` when it is not inside.
  func number(at offset: Int, width: Int, _ order: ByteOrder) -> Int? {
    guard offset >= 0, width <= count - offset else { return nil }
    let bytes = self[offset..<offset + width]
    return order == .big
      ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether the ASCII letters of `text` stand at `offset`.
  func has(_ text: String, at offset: Int = 0) -> Bool {
    offset >= 0 && text.utf8.count <= count - offset
      && self[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }
}

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The bytes of a file seen through a window that follows the reader.
struct FileWindow: ~Copyable {
  /// Bytes in the file when it was opened.
  let size: Int
  /// The window; `index(of:count:)` says where in it a byte of the file stands.
  private(set) var bytes: [UInt8] = []
  /// Why reading failed, if it did; the file then seems to end there.
  private(set) var failure: Int32 = 0
  private let descriptor: OwnedDescriptor
  private var start = 0

  private static let length = 1 << 16

  init(_ file: borrowing InputFile) throws(BakeError) {
    let descriptor = try file.duplicate()
    guard let status = fileStatus(of: descriptor.number) else { throw .unreadable(file.name, errno) }
    size = Int(status.st_size)
    self.descriptor = descriptor
  }

  /// Index in `bytes` of the file's byte at `offset`; `nil` unless `count` bytes (at most 32 KiB) are there.
  mutating func index(of offset: Int, count: Int) -> Int? {
    guard offset >= 0, count <= Self.length / 2, count <= size - offset else { return nil }
    if offset < start || offset + count > start + bytes.count { fill(from: offset) }
    return offset + count <= start + bytes.count ? offset - start : nil
  }

  /// Whether the ASCII letters of `text` stand at `offset`.
  mutating func has(_ text: String, at offset: Int) -> Bool {
    guard let index = index(of: offset, count: text.utf8.count) else { return false }
    return bytes.has(text, at: index)
  }

  private mutating func fill(from offset: Int) {
    // Going back, as a search from the end does, shows as much in front.
    start = offset < start ? max(offset - Self.length / 2, 0) : offset
    bytes = [UInt8](unsafeUninitializedCapacity: min(Self.length, size - start)) { buffer, filled in
      while filled < buffer.count {
        let got = pread(
          descriptor.number, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
          off_t(start + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
  }
}

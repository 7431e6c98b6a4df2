#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Reads a file ahead in large pieces for a library that asks for a few bytes at a time.
struct ReadAhead: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Bytes of the file that `buffer` begins with.
  private var held = 0..<0
  private var position = 0

  init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

  deinit { buffer.deallocate() }

  /// Like read(2): the number of bytes, 0 at the end, -1 on an error.
  mutating func read(into target: UnsafeMutableRawPointer, count: Int) -> Int {
    if !held.contains(position), count >= buffer.count {
      let got = pread(descriptor.number, target, count, off_t(position))
      position += max(got, 0)
      return got
    }
    if !held.contains(position) {
      let got = pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(position))
      guard got > 0 else { return got }
      held = position..<position + got
    }
    let first = position - held.lowerBound
    let taken = min(count, held.upperBound - position)
    target.copyMemory(
      from: UnsafeRawPointer(buffer.baseAddress?.advanced(by: first) ?? target), byteCount: taken)
    position += taken
    return taken
  }

  /// Like lseek(2).
  mutating func seek(to offset: Int, from whence: Int32) -> Int {
    let base =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: fileStatus(of: descriptor.number).map { Int($0.st_size) } ?? 0
      default: 0
      }
    guard base + offset >= 0 else { return -1 }
    position = base + offset
    return position
  }
}

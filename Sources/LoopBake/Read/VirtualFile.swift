internal import CSndFile

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file as libsndfile is to see it: a header from memory, then a part of a file.
struct VirtualFile: ~Copyable {
  private let header: [UInt8]
  private let part: Range<Int>
  private var file: ReadAhead
  private var position = 0

  init(_ sound: StoredSound, in descriptor: consuming OwnedDescriptor) {
    header = sound.header
    part = sound.bytes
    file = ReadAhead(descriptor)
  }

  private var size: Int { header.count + part.count }

  private mutating func read(into target: UnsafeMutableRawPointer, count: Int) -> Int {
    var done = 0
    while done < count, position < size {
      let wanted = min(count - done, size - position)
      let got =
        position < header.count
        ? copyHeader(into: target + done, count: wanted)
        : readPart(into: target + done, count: wanted)
      if got <= 0 { break }
      done += got
      position += got
    }
    return done
  }

  private func copyHeader(into target: UnsafeMutableRawPointer, count: Int) -> Int {
    let taken = min(count, header.count - position)
    header.withUnsafeBytes {
      target.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: $0[position..<position + taken]).baseAddress
          ?? UnsafeRawPointer(target),
        byteCount: taken)
    }
    return taken
  }

  private mutating func readPart(into target: UnsafeMutableRawPointer, count: Int) -> Int {
    _ = file.seek(to: part.lowerBound + position - header.count, from: SEEK_SET)
    return file.read(into: target, count: count)
  }

  private mutating func seek(to offset: Int, from whence: Int32) -> Int {
    let base = whence == SEEK_CUR ? position : whence == SEEK_END ? size : 0
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return position
  }

  /// What libsndfile calls; the last argument of each is a pointer to the value.
  static var callbacks: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(VirtualFile.at($0)?.pointee.size ?? 0) },
      seek: { offset, whence, data in
        sf_count_t(VirtualFile.at(data)?.pointee.seek(to: Int(offset), from: whence) ?? -1)
      },
      read: { target, count, data in
        guard let target else { return 0 }
        return sf_count_t(VirtualFile.at(data)?.pointee.read(into: target, count: Int(count)) ?? 0)
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(VirtualFile.at($0)?.pointee.position ?? -1) })
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<VirtualFile>? {
    data?.assumingMemoryBound(to: VirtualFile.self)
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file descriptor that text is written to at once, without a buffer.
struct DescriptorSink: TextSink {
  let descriptor: Int32

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) throws(WriteFailure) {
    let bytes = ContiguousArray(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw .closedPipe
      } else if errno != EINTR {
        throw .failed(reason: String(cString: strerror(errno)))
      }
    }
  }
}

/// write(2), out of reach of the method of that name.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Opens `/dev/null` for each standard descriptor that the caller closed, so that no output file gets its
/// number and then the results. The wrong way round, so that using it still fails.
func keepStandardDescriptorsOccupied() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// exit(3).
func endProcess(_ status: ExitStatus) -> Never { exit(status.rawValue) }

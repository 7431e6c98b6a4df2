#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Whether the system would give this much memory now.
///
/// Swift ends the process when an allocation fails, so the large ones are asked for beforehand. Pages are mapped and never
/// touched, so this takes no time; the compiler may drop a `malloc` that nobody uses, and did.
package func canAllocate(_ bytes: Int) -> Bool {
  guard bytes > 0 else { return bytes == 0 }
  let pages = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard let pages, pages != MAP_FAILED else { return false }
  munmap(pages, bytes)
  return true
}

extension BakePlan {
  /// Bytes that the bake will need at the most: tail and head in `Double`, and once more while they are converted, the resampler's
  /// filter, blocks and what the libraries take. `nil`: more than can be counted.
  var memoryBytes: Int? {
    let fixed = 24 << 20
    let (fade, overflow) = fadeFrames.multipliedReportingOverflow(by: format.channels * 32)
    let (sum, overflows) = fade.addingReportingOverflow(fixed)
    return overflow || overflows ? nil : sum
  }

  /// - Throws: `BakeError` (`outOfMemory`).
  func checkMemory(name: String) throws(BakeError) {
    let bytes = memoryBytes
    if let bytes, canAllocate(bytes) { return }
    let need = bytes.map { "about \($0 >> 20) MiB are needed" } ?? "no machine has that much"
    throw BakeError(
      .outOfMemory, path: name, "not enough memory", because: need,
      wayOut: fadeFrames > format.sampleRate ? "use a shorter --fade" : nil)
  }
}

/// Builds the header of a container.
struct HeaderBytes {
  private(set) var bytes: [UInt8] = []
  let order: ByteOrder

  init(_ order: ByteOrder) { self.order = order }

  mutating func append(_ text: String) { bytes += text.utf8 }

  mutating func append(_ other: [UInt8]) { bytes += other }

  /// A number of `width` bytes (1...8); what does not fit becomes the largest that does.
  mutating func append(_ value: Int, width: Int) {
    let most = width < 8 ? 1 << (8 * width) - 1 : Int.max
    let limited = min(max(value, 0), most)
    let littleEndian = (0..<width).map { UInt8(truncatingIfNeeded: limited >> (8 * $0)) }
    bytes += order == .little ? littleEndian : littleEndian.reversed()
  }

  /// Zeros up to a multiple of `size`.
  mutating func pad(to size: Int) {
    bytes += [UInt8](repeating: 0, count: (size - bytes.count % size) % size)
  }
}

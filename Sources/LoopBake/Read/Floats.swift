internal import LoopDSP

extension ContiguousArray<Float> {
  /// Writes `count` elements from `start` on as samples to `samples`, from `index` on; both must hold them.
  func put<S: Sample>(_ start: Int, count: Int, into samples: inout MutableSpan<S>, at index: Int) {
    guard start + count <= self.count, index + count <= samples.count else { return }
    withUnsafeBufferPointer { floats in
      samples.withUnsafeMutableBufferPointer { buffer in
        let source = UnsafeBufferPointer(rebasing: floats[start..<start + count])
        let target = UnsafeMutableBufferPointer(rebasing: buffer[index..<index + count])
        if S.self == Float.self {
          UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(source))
        } else {
          for index in source.indices { target[index] = S(normalized: Double(source[index])) }
        }
      }
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Sets every element of `part` to `value`.
  @inlinable
  public mutating func fill(_ part: Range<Int>, with value: Element) {
    for index in part { self[index] = value }
  }
}

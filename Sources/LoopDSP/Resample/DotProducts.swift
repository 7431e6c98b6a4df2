/// Four dot products of `count` samples at once, each of a row of taps with a stretch of the input.
///
/// Product `j` takes taps from `tap + j * tapStride` on and samples from `frame + j * frameStride` on. A stride that is
/// the constant 0 at the call shares its loads: one row with four stretches, four rows with one stretch, or (both 0) a
/// single product.
///
/// The order of the additions is the same for every product and every CPU: eight lanes, from both ends of the row to its
/// middle, so that the large taps come last and the rounding of `Float` sums stays small.
@inline(__always)
func dotProducts(
  _ taps: Span<Float>, at tap: Int, stride tapStride: Int,
  _ input: Span<Float>, at frame: Int, stride frameStride: Int, count: Int
) -> SIMD4<Float> {
  var sum0 = SIMD8<Float>()
  var sum1 = SIMD8<Float>()
  var sum2 = SIMD8<Float>()
  var sum3 = SIMD8<Float>()
  @inline(__always) func add(_ k: Int) {
    let (t, f) = (tap &+ k, frame &+ k)
    sum0 += lanes(taps, t) * lanes(input, f)
    sum1 += lanes(taps, t &+ tapStride) * lanes(input, f &+ frameStride)
    sum2 += lanes(taps, t &+ 2 &* tapStride) * lanes(input, f &+ 2 &* frameStride)
    sum3 += lanes(taps, t &+ 3 &* tapStride) * lanes(input, f &+ 3 &* frameStride)
  }
  var k = 0
  while k < count / 2 {
    add(k)
    add(count &- 8 &- k)
    k &+= 8
  }
  return SIMD4(total(sum0), total(sum1), total(sum2), total(sum3))
}

/// Elements `index ..< index + 8`, unchecked: the caller has compared the whole stretch with the span's count.
///
/// A check per load would cost as much as the arithmetic.
@inline(__always)
private func lanes(_ span: Span<Float>, _ index: Int) -> SIMD8<Float> {
  unsafe span.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: SIMD8<Float>.self)
}

/// The sum of eight lanes, in a fixed order.
@inline(__always)
private func total(_ lanes: SIMD8<Float>) -> Float {
  let four = lanes.lowHalf + lanes.highHalf
  let two = four.lowHalf + four.highHalf
  return two[0] + two[1]
}

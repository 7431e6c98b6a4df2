/// Where four stretches of a span start.
typealias FourStarts = (Int, Int, Int, Int)

/// Four dot products of `count` samples at once, each of taps from a start in `rows` on with samples of
/// `input` from a start in `frames` on. Starts that are one value in the caller share their loads.
///
/// Every product adds in the same order on every CPU, with no fused multiply-add: eight lanes from the
/// first sample to the last, and a new sum after each 1024 samples, so that a long filter rounds no worse
/// than a short one.
///
/// - Parameter count: a multiple of 8. The caller answers for all stretches lying within their spans.
@inline(__always)
func dotProducts(
  _ taps: Span<Float>, from rows: FourStarts, _ input: Span<Float>, from frames: FourStarts, count: Int
) -> SIMD4<Float> {
  var result = SIMD4<Float>()
  var k = 0
  repeat {
    let end = min(k &+ 1024, count)
    // Eight registers of four lanes: as many as leave room for the operands on a plain x86-64 CPU.
    var sum0 = SIMD8<Float>()
    var sum1 = SIMD8<Float>()
    var sum2 = SIMD8<Float>()
    var sum3 = SIMD8<Float>()
    while k < end {
      sum0 += lanes(taps, rows.0 &+ k) * lanes(input, frames.0 &+ k)
      sum1 += lanes(taps, rows.1 &+ k) * lanes(input, frames.1 &+ k)
      sum2 += lanes(taps, rows.2 &+ k) * lanes(input, frames.2 &+ k)
      sum3 += lanes(taps, rows.3 &+ k) * lanes(input, frames.3 &+ k)
      k &+= 8
    }
    result += pairSums(pairSums(halved(sum0), halved(sum1)), pairSums(halved(sum2), halved(sum3)))
  } while k < count
  return result
}

/// The sums of the lanes four apart.
@inline(__always)
private func halved(_ lanes: SIMD8<Float>) -> SIMD4<Float> { lanes.lowHalf + lanes.highHalf }

/// The sums of neighbouring lanes: two of `a`, then two of `b`.
@inline(__always)
private func pairSums(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  let both = SIMD8(lowHalf: a, highHalf: b)
  return both.evenHalf + both.oddHalf
}

/// Elements `index ..< index + 8`, unchecked: a check for each load would cost as much as the arithmetic.
@inline(__always)
private func lanes(_ span: Span<Float>, _ index: Int) -> SIMD8<Float> {
  unsafe span.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: SIMD8<Float>.self)
}

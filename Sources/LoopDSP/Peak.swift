/// Largest absolute sample of `part`; 1 is full scale. Not for NaN.
@inlinable
public func peak<S: Sample>(_ samples: Span<S>, in part: Range<Int>) -> Double {
  S.magnitude(of: largestOrder(samples, in: part))
}

/// Index of the first sample in `part` that is NaN or infinite; `nil` when all are finite, as integers always are.
@inlinable
public func firstNonFinite<S: Sample>(_ samples: Span<S>, in part: Range<Int>) -> Int? {
  guard let limit = S.nonFiniteOrder, largestOrder(samples, in: part) >= limit else { return nil }
  return part.first { samples[$0].order >= limit }
}

@inlinable
func largestOrder<S: Sample>(_ samples: Span<S>, in part: Range<Int>) -> S.Order {
  var largest: S.Order = 0
  for index in part { largest = max(largest, samples[index].order) }
  return largest
}

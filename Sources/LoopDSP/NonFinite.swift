/// Index of the first sample in `part` that is NaN or infinite; `nil` when all are finite, as integers always are.
public func firstNonFinite<S: Sample>(_ samples: Span<S>, in part: Range<Int>) -> Int? {
  var sum = 0.0
  // x - x is 0 for every finite x and NaN otherwise (IEEE 754-2019, section 7.2), so one pass decides without a branch.
  for index in part {
    let value = samples[index].normalized
    sum += value - value
  }
  if sum == 0 { return nil }
  return part.first { !samples[$0].normalized.isFinite }
}

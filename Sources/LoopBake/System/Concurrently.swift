internal import Dispatch

/// Runs both at the same time, as far as there are cores, and returns when both are done.
///
/// The two may not touch the same variables.
func concurrently(_ first: () -> Void, _ second: () -> Void) {
  // Each is called once, on one thread, while this call lasts: nothing is shared that the caller does not share.
  nonisolated(unsafe) let (first, second) = (first, second)
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 { first() } else { second() }
  }
}

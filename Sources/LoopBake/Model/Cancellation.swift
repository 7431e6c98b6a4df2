import Synchronization

/// A flag that a signal or a caller raises and every running job looks at between blocks.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  /// Whether jobs should stop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks every job that looks at this flag to stop without leaving anything behind.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}

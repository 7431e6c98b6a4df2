internal import Dispatch
internal import Synchronization

extension Batch {
  /// Bakes every job, up to `width` at a time, and reports each result in the order of `jobs`.
  ///
  /// One bad file never stops the rest.
  ///
  /// - Parameter report: called one at a time, from whatever thread finished the job that comes next.
  public func run(
    width: Int, dryRun: Bool = false, cancellation: Cancellation,
    report: (BakeJob, Result<BakeOutcome, BakeError>) -> Void
  ) {
    if !dryRun { removeLeftovers() }
    let progress = Mutex(Progress())
    let jobs = jobs
    withoutActuallyEscaping(report) { report in
      // Only ever called under the lock of `progress`.
      nonisolated(unsafe) let report = report
      DispatchQueue.concurrentPerform(iterations: min(max(width, 1), max(jobs.count, 1))) { _ in
        while let index = progress.withLock({ $0.take(of: jobs.count) }) {
          let result = Result { () throws(BakeError) in
            try jobs[index].run(dryRun: dryRun, cancellation: cancellation)
          }
          progress.withLock { progress in
            progress.done[index] = result
            while let next = progress.done.removeValue(forKey: progress.reported) {
              report(jobs[progress.reported], next)
              progress.reported += 1
            }
          }
        }
      }
    }
  }

  /// Removes what killed runs left in the output folders that are there already.
  private func removeLeftovers() {
    let folders = jobs.map { folderName($0.output.name) }
    for folder in Set(folders) { LoopBake.removeLeftovers(in: folder) }
  }

  /// What has been begun, finished and reported.
  private struct Progress {
    var begun = 0
    var reported = 0
    /// Results that wait for one before them.
    var done: [Int: Result<BakeOutcome, BakeError>] = [:]

    mutating func take(of count: Int) -> Int? {
      guard begun < count else { return nil }
      defer { begun += 1 }
      return begun
    }
  }
}

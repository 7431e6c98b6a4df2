/// Many recordings, baked in sorted order into a mirrored tree.
public struct Batch: Sendable, Equatable {
  /// The jobs in the order in which their results are reported.
  public var jobs: [BakeJob]
  /// Files under the input folders that are no audio by their content and were left alone.
  public var ignoredFiles = 0

  /// Finds the recordings behind `inputs` and gives each its output under `outputFolder`.
  ///
  /// - Parameters:
  ///   - inputs: files and folders; folders are taken recursively, hidden files left alone.
  ///   - outputFolder: created when the first output is written.
  ///   - settings: for every job; its container decides the outputs' extension (`nil`: WAV).
  /// - Throws: `BakeError` before anything is written: an input that does not exist, or two that would make one output.
  public init(inputs: [String], outputFolder: String, settings: BakeSettings) throws(BakeError) {
    jobs = []
  }

  /// Bakes every job, up to `width` at a time, and reports each result in the order of `jobs`.
  ///
  /// One bad file never stops the rest.
  public func run(
    width: Int, dryRun: Bool = false, cancellation: Cancellation,
    report: (BakeJob, Result<BakeOutcome, BakeError>) -> Void
  ) {
    for job in jobs {
      report(job, Result { () throws(BakeError) in try job.run(dryRun: dryRun, cancellation: cancellation) })
    }
  }
}

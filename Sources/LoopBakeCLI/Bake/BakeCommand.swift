import LoopBake

/// `loopbake bake`: from words to baked files.
enum BakeCommand {
  static func run(_ words: [String], console: Console, cancellation: Cancellation) -> ExitStatus {
    perform(.bake, words, BakeArguments(), options: BakeArguments.options, console: console) {
      (arguments, operands) throws(UsageError) in
      let request = try BakeRequest(arguments, inputs: operands)
      switch request.work {
      case .one(let job): return bake(job, request, console, cancellation)
      case .folder(let inputs, let outputFolder, let settings):
        do throws(BakeError) {
          let batch = try Batch(inputs: inputs, outputFolder: outputFolder, settings: settings)
          return bake(batch, request, console, cancellation)
        } catch {
          console.complain(error.description)
          return .usage
        }
      }
    }
  }

  private static func bake(
    _ job: BakeJob, _ request: BakeRequest, _ console: Console, _ cancellation: Cancellation
  ) -> ExitStatus {
    var job = job
    job.settings.threads = request.width
    var reporter = BakeReporter(console: console, request: request, total: 1)
    let result = Result { () throws(BakeError) in
      try job.run(dryRun: request.dryRun, cancellation: cancellation)
    }
    reporter.report(job, result)
    return reporter.finish(ignoredFiles: nil)
  }

  private static func bake(
    _ batch: Batch, _ request: BakeRequest, _ console: Console, _ cancellation: Cancellation
  ) -> ExitStatus {
    var batch = batch
    let threads = max(1, request.width / max(1, batch.jobs.count))
    for index in batch.jobs.indices { batch.jobs[index].settings.threads = threads }
    var reporter = BakeReporter(console: console, request: request, total: batch.jobs.count)
    batch.run(width: request.width, dryRun: request.dryRun, cancellation: cancellation) { job, result in
      reporter.report(job, result)
    }
    return reporter.finish(ignoredFiles: batch.ignoredFiles)
  }
}

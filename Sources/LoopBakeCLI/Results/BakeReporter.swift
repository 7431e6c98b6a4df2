import LoopBake

/// Tells what becomes of each input, and remembers it for the summary and the exit status.
struct BakeReporter {
  private let console: Console
  private let style: ReportStyle
  private let dryRun: Bool
  private var printer: ResultPrinter
  private var progress: Progress
  private var baked = 0
  private var skipped = 0
  private var failed = 0
  private var interrupted = 0

  /// - Parameter total: how many inputs will be reported.
  init(console: Console, request: BakeRequest, total: Int) {
    self.console = console
    style = request.style
    dryRun = request.dryRun
    printer = ResultPrinter(to: Self.resultSink(console, request), console: console)
    progress = Progress(to: console.err, total: total, wanted: style.detail != .quiet)
    progress.draw(done: 0)
  }

  /// Standard output, unless the sound goes there or nobody wants to know.
  private static func resultSink(_ console: Console, _ request: BakeRequest) -> (any TextSink)? {
    if case .one(let job) = request.work, job.output == .standardOutput {
      return request.style.detail == .verbose ? console.err : nil
    }
    return request.style.json || request.style.detail != .quiet ? console.out : nil
  }

  mutating func report(_ job: BakeJob, _ result: Result<BakeOutcome, BakeError>) {
    progress.erase()
    if style.json { printer.print(jsonEvent(job, result, dryRun: dryRun).line) }
    switch result {
    case .success(.baked(let result)):
      baked += 1
      tell(result)
    case .success(.skipped(let reason)):
      skipped += 1
      if !style.json { printer.print(singleLine("\(job.input.name): skipped: \(reason)")) }
    case .failure(let error) where error.kind == .interrupted:
      interrupted += 1
    case .failure(let error):
      failed += 1
      console.complain(error.description)
    }
    progress.draw(done: baked + skipped + failed + interrupted)
  }

  private func warn(_ result: BakeResult) {
    for warning in result.warnings { console.complain("\(result.input): warning: \(warning)") }
  }

  private mutating func tell(_ result: BakeResult) {
    if !style.json { printer.print(result.summary(dryRun: dryRun, verbose: style.detail == .verbose)) }
    if style.detail != .quiet { warn(result) }
  }

  /// Ends the report.
  ///
  /// - Parameter ignoredFiles: files in the input folders that are no audio; `nil`: one bake, no summary.
  mutating func finish(ignoredFiles: Int?) -> ExitStatus {
    progress.erase()
    if let ignoredFiles, style.detail != .quiet { console.complain(summary(ignoredFiles)) }
    if interrupted > 0 { console.complain("interrupted") }
    let hasNothing = baked + skipped + failed + interrupted == 0
    if hasNothing { console.complain("no recording was found in what was given") }
    return hasNothing || failed + interrupted > 0 || printer.hasFailed ? .failure : .success
  }

  private func summary(_ ignoredFiles: Int) -> String {
    let counts = [
      (skipped, "skipped"), (failed, "failed"), (interrupted, "not done"),
      (ignoredFiles, "other \(ignoredFiles == 1 ? "file" : "files") left alone"),
    ]
    let rest = counts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }
    return "\(baked) " + (dryRun ? "would be baked" : "baked") + rest.joined()
  }
}

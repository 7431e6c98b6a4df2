/// Prints results until nobody reads them any more.
///
/// The files are what a run is for, so it goes on when its results cannot be printed: quietly when the reader
/// left, with one complaint and a failure to remember otherwise.
struct ResultPrinter {
  private let console: Console
  private var sink: (any TextSink)?
  private(set) var hasFailed = false

  /// - Parameter sink: where results go; `nil`: nowhere.
  init(to sink: (any TextSink)?, console: Console) {
    self.sink = sink
    self.console = console
  }

  mutating func print(_ line: String) {
    do throws(WriteFailure) {
      try sink?.write(line + "\n")
    } catch {
      sink = nil
      hasFailed = console.complain(about: error)
    }
  }
}

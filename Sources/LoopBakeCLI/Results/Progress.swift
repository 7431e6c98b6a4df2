/// A bar on a terminal that shows how many inputs are done; nothing anywhere else.
struct Progress {
  private let sink: any TextSink
  private let total: Int
  private let isShown: Bool
  /// Characters of the bar that stands on the terminal now.
  private var width = 0

  init(to sink: any TextSink, total: Int, wanted: Bool) {
    self.sink = sink
    self.total = total
    isShown = wanted && total > 1 && sink.isTerminal
  }

  /// Shows the bar; it stays in the last line until it is erased.
  mutating func draw(done: Int) {
    guard isShown else { return }
    let length = 24
    let filled = done * length / total
    let bar =
      "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled)
      + "] \(done)/\(total)"
    width = bar.utf8.count
    try? sink.write("\r" + bar)
  }

  /// Removes the bar, so that other lines can be written.
  mutating func erase() {
    guard width > 0 else { return }
    try? sink.write("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }
}

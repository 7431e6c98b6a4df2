import LoopBake

/// The options of `loopbake inspect` as typed.
struct InspectArguments: Sendable, Equatable {
  var json = false
  var quiet = false

  static var options: [Option<InspectArguments>] {
    [
      .flag(
        "json", in: .running, help: "Print results as JSON: one object for each file, each on a line."
      ) { $0.json = true },
      .flag("quiet", in: .running, help: "Print errors only, and with --json the results.") {
        $0.quiet = true
      },
    ] + Option.common
  }
}

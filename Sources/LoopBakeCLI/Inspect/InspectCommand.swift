import LoopBake

/// `loopbake inspect`: what files are and say of themselves.
enum InspectCommand {
  static func run(_ words: [String], console: Console, cancellation: Cancellation) -> ExitStatus {
    perform(.inspect, words, InspectArguments(), options: InspectArguments.options, console: console) {
      (arguments, operands) throws(UsageError) in
      if operands.isEmpty { throw UsageError("no input: loopbake inspect FILE...") }
      if operands.contains("") { throw UsageError("\"\"", "an input is empty") }
      return inspect(Inspection.recordings(behind: operands), arguments, console, cancellation)
    }
  }

  private static func inspect(
    _ inputs: [BakeJob.Input], _ arguments: InspectArguments, _ console: Console,
    _ cancellation: Cancellation
  ) -> ExitStatus {
    var printer = ResultPrinter(to: arguments.quiet && !arguments.json ? nil : console.out, console: console)
    var hasFailed = false
    for input in inputs {
      do throws(BakeError) {
        let found = try Inspection(of: input, cancellation: cancellation)
        printer.print(arguments.json ? found.json.line : found.text)
        if arguments.quiet { continue }
        for warning in found.warnings { console.complain("\(input.name): warning: \(warning)") }
      } catch {
        hasFailed = true
        if arguments.json { printer.print(failure(error, of: input).line) }
        if error.kind == .interrupted {
          console.complain("interrupted")
          break
        }
        console.complain(error.description)
      }
    }
    return hasFailed || printer.hasFailed ? .failure : .success
  }

  private static func failure(_ error: BakeError, of input: BakeJob.Input) -> JSON {
    .object([
      "event": .string("failed"), "input": .string(input.name),
      "error": .object(["kind": .string(error.kind.rawValue), "message": .string(error.description)]),
    ])
  }
}

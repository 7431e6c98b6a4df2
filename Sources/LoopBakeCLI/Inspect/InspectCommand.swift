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

/// `loopbake inspect`: what files are and say of themselves.
enum InspectCommand {
  static func run(_ words: [String], console: Console, cancellation: Cancellation) -> ExitStatus {
    perform(.inspect, words, InspectArguments(), options: InspectArguments.options, console: console) {
      (arguments, operands) throws(UsageError) in
      if operands.isEmpty { throw UsageError("no input: loopbake inspect FILE...") }
      if operands.contains("") { throw UsageError("\"\"", "an input is empty") }
      do throws(BakeError) {
        let inputs = try Inspection.recordings(behind: operands)
        return inspect(inputs, arguments, console, cancellation)
      } catch {
        console.complain(error.description)
        return .failure
      }
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
        guard !arguments.quiet else { continue }
        for warning in found.warnings { console.complain("\(input.name): warning: \(warning)") }
      } catch {
        hasFailed = true
        if arguments.json { printer.print(failure(error, of: input).line) }
        console.complain(error.description)
        if error.kind == .interrupted { break }
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

extension Command {
  static var inspect: Command {
    Command(
      name: "inspect", summary: "tell format, length, tags and loop points of files",
      usage: ["loopbake inspect FILE... [options]"],
      description: [
        """
        Tells what each file is, how many frames it decodes to without the codec's delay and padding, its tags and \
        pictures, and every loop that it names, in which way, and how its numbers are read. FILE may be a folder \
        (taken with all folders in it) or - for standard input.
        """
      ],
      options: { InspectArguments.options.map(\.page) },
      topics: [
        Topic(
          "Exit status",
          [
            ("0", "Every file was read."), ("1", "A file could not be read."),
            ("2", "The command line is wrong."),
          ])
      ],
      examples: [
        .init(term: "loopbake inspect song.ogg", text: "What the file says of itself."),
        .init(
          term: "loopbake inspect --json music/ | jq 'select(.loops == [])'",
          text: "The files of a folder without a loop."),
      ],
      operands: .paths,
      run: { words, console, cancellation in
        InspectCommand.run(words, console: console, cancellation: cancellation)
      })
  }
}

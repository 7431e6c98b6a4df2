import LoopBake

@main
struct Main {
  static func main() {
    keepStandardDescriptorsOccupied()
    keepFreedMemory()
    let signals = Signals.watch()
    let console = Console(out: DescriptorSink(descriptor: 1), err: DescriptorSink(descriptor: 2))
    // Swift ends a process when an allocation fails; it is better to ask first.
    guard canAllocate(24 << 20) else {
      console.complain(
        "not enough memory: even a short sound needs about 24 MiB; raise the limit (ulimit -v)")
      endProcess(.failure)
    }
    guard let arguments = programArguments() else {
      console.complain("an argument is not in UTF-8: rename the file, or name its folder")
      endProcess(.usage)
    }
    let status = run(arguments: arguments, console: console, cancellation: signals.cancellation)
    endProcess(signals.status(after: status))
  }
}

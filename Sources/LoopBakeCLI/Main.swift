@main
struct Main {
  static func main() {
    keepStandardDescriptorsOccupied()
    let signals = Signals.watch()
    let status = run(
      arguments: programArguments(), out: DescriptorSink(descriptor: 1), err: DescriptorSink(descriptor: 2),
      cancellation: signals.cancellation)
    endProcess(signals.status(after: status))
  }
}

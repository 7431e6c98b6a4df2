import LoopBake

@main
struct Main {
  static func main() {
    print("loopbake \(version)")
  }
}

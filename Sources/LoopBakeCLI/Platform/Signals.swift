import LoopBake
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Turns the signals that ask a process to end into a raised `Cancellation`.
final class Signals: Sendable {
  let cancellation = Cancellation()
  /// The first signal that came, 0 before.
  private let received = Atomic<Int32>(0)
  /// The signals that end a process politely, without those that the caller ignores (`nohup`).
  private let watched = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
  /// How long jobs have to clean up before the process ends all the same.
  private static let graceSeconds: UInt32 = 2

  /// Blocks the signals in this thread and all that it starts, and waits for them in a thread of its own.
  ///
  /// To be called before any other thread exists.
  static func watch() -> Signals {
    let signals = Signals()
    signal(SIGPIPE, SIG_IGN)
    // A file that grows past its limit is then an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    if signals.watched.isEmpty { return signals }
    var blocked = signalSet(signals.watched + [SIGALRM])
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(signals).toOpaque()
    pthread_create(&thread, nil, { Signals.wait($0) }, context)
    return signals
  }

  /// The status to end with after a run that returned `status`.
  func status(after status: ExitStatus) -> ExitStatus {
    let signal = received.load(ordering: .acquiring)
    return signal == 0 ? status : .interrupted(by: signal)
  }

  /// The first signal asks the jobs to stop; a second one, or the alarm, does not wait for them any longer.
  private static func wait(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let signals = Unmanaged<Signals>.fromOpaque(context).takeRetainedValue()
    let first = nextSignal(of: signals.watched)
    signals.received.store(first, ordering: .releasing)
    signals.cancellation.cancel()
    alarm(graceSeconds)
    _ = nextSignal(of: signals.watched + [SIGALRM])
    _exit(ExitStatus.interrupted(by: first).rawValue)
  }

  private static func nextSignal(of numbers: [Int32]) -> Int32 {
    var set = signalSet(numbers)
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }

  private static func signalSet(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

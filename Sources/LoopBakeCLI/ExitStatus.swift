/// What the process tells its caller.
struct ExitStatus: RawRepresentable, Equatable, Sendable {
  let rawValue: Int32

  /// Everything was done.
  static let success = ExitStatus(rawValue: 0)
  /// At least one input failed, or a result could not be printed; the rest was done.
  static let failure = ExitStatus(rawValue: 1)
  /// The command line is wrong; nothing was touched.
  static let usage = ExitStatus(rawValue: 2)

  /// Stopped by a signal, as shells number it.
  static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + signal) }
}

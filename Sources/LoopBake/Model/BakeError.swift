/// Why a job failed, in one line for people and one word for programs.
public struct BakeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The few kinds that a caller may want to tell apart.
  public enum Kind: String, Sendable {
    /// The input cannot be opened or read.
    case unreadable
    /// The input is no audio that loopbake knows.
    case notAudio
    /// The input is damaged or contradicts itself.
    case damaged
    /// The settings do not fit this input (a fade too long, a rate that the format cannot hold).
    case unfit
    /// The output cannot be created or written.
    case unwritable
    /// There is not enough memory for this job.
    case outOfMemory
    /// What was written does not read back as it should.
    case verification
    /// The job was cancelled.
    case interrupted
  }

  public var kind: Kind
  /// The file that the error is about, or `-`.
  public var path: String
  /// What failed, as a phrase: "cannot read the file".
  public var failure: String
  /// Why, in the words of the library or system where they have some.
  public var reason: String
  /// What the user can do, where there is something.
  public var wayOut: String?
  /// Where the sound ended although the file claims more frames, so that the job can start again with these.
  var soundEnd: Int?
  /// Whether the job can start again with a decoder that passes over damage and tells what was lost.
  var needsScan = false

  public init(_ kind: Kind, path: String, _ failure: String, because reason: String, wayOut: String? = nil) {
    self.kind = kind
    self.path = path
    self.failure = failure
    self.reason = reason
    self.wayOut = wayOut
  }

  /// `what failed: why; way out`, without the path.
  public var message: String { "\(failure): \(reason)" + (wayOut.map { "; \($0)" } ?? "") }

  /// `PATH: what failed: why; way out`; streams by their names.
  public var description: String {
    guard path == "-" else { return "\(path): \(message)" }
    let isOutput = kind == .unwritable || kind == .verification
    return "standard \(isOutput ? "output" : "input"): \(message)"
  }
}

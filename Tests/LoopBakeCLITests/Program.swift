import Foundation

/// The real program: it sits beside the test bundle.
var binary: String {
  URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(
    "loopbake"
  ).path
}

/// The path of an installed program; `nil` when there is none.
func installed(_ name: String) -> String? {
  ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
    .first(where: FileManager.default.isExecutableFile)
}

/// What a process gave.
struct Finished {
  /// The exit status; 128 + N for one that signal N ended.
  let status: Int32
  let bytes: [UInt8]
  let err: String

  var out: String { String(decoding: bytes, as: UTF8.self) }
}

/// A process that may still be running. What it prints goes to nameless files, so that no pipe can fill up.
struct Started {
  private let child: pid_t
  private let output: Int32
  private let errors: Int32

  /// Starts a program with the standard reaction to signals, whatever the tests were started with.
  ///
  /// - Parameters:
  ///   - folder: where it works; `nil`: where the tests do.
  ///   - input: the file on its standard input.
  init(_ program: String, _ words: [String], in folder: String? = nil, input: String = "/dev/null") throws {
    output = try namelessFile()
    errors = try namelessFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    // Glibc's module has no posix_spawn_file_actions_addchdir_np.
    let mover = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let command = mover + [program] + words
    let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, command[0], &actions, &attributes, arguments + [nil], environ)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    self.child = child
  }

  func send(_ signal: Int32) { kill(child, signal) }

  /// Waits for the end; to be called once.
  func finished() -> Finished {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let end = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return Finished(
      status: end, bytes: takeContents(output), err: String(decoding: takeContents(errors), as: UTF8.self))
  }
}

/// Runs a program to its end.
@discardableResult
func finish(
  _ program: String, _ words: [String], in folder: String? = nil, input: String = "/dev/null"
) throws -> Finished {
  try Started(program, words, in: folder, input: input).finished()
}

private func namelessFile() throws -> Int32 {
  let path = FileManager.default.temporaryDirectory.path + "/loopbake-out-" + UUID().uuidString
  let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  unlink(path)
  return file
}

private func takeContents(_ file: Int32) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
  let count = pread(file, &bytes, bytes.count, 0)
  close(file)
  return Array(bytes.prefix(max(count, 0)))
}

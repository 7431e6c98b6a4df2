import Foundation

/// Another program, to make inputs and to judge outputs.
public enum Tool {
  /// Runs a program to its end.
  ///
  /// Not Foundation's `Process`, which leaks and would hide our own leaks from the sanitizer.
  ///
  /// - Returns: its standard output, its standard error, and its exit status (-1: not found).
  public static func run(
    _ program: String, _ arguments: [String], input: String = "/dev/null"
  ) -> (output: [UInt8], errors: String, status: Int32) {
    let (output, errors) = (namelessFile(), namelessFile())
    defer {
      close(output)
      close(errors)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, program, &actions, nil, words + [nil], environ) == 0 else {
      return ([], "not found", -1)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let exit = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return (contents(output), String(decoding: contents(errors), as: UTF8.self), exit)
  }

  public static func exists(_ program: String) -> Bool { run("which", [program]).status == 0 }

  /// The samples of any audio file as ffmpeg decodes them, interleaved.
  public static func ffmpegSamples(_ path: String) -> [Double] {
    let raw = run("ffmpeg", ["-v", "error", "-i", path, "-f", "f64le", "-c:a", "pcm_f64le", "-"]).output
    return raw.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
    }
  }

  private static func namelessFile() -> Int32 {
    let path = FileManager.default.temporaryDirectory.path + "/loopbake-tool-" + UUID().uuidString
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unlink(path)
    return file
  }

  private static func contents(_ file: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    let count = pread(file, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }
}

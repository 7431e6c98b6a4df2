#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a path leads to, symbolic links followed.
enum FileKind {
  case missing, folder, regular
  /// A device, pipe or socket.
  case special

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .missing
      return
    }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFREG: .regular
      default: .special
      }
  }
}

/// Processors that can be used; at least 1.
func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The words after the program's name; `nil` when one is not in UTF-8, so that no other file is taken for it.
func programArguments() -> [String]? {
  var arguments: [String] = []
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let word = CommandLine.unsafeArgv[index], let text = String(validatingCString: word) else {
      return nil
    }
    arguments.append(text)
  }
  return arguments
}

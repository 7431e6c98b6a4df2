#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The files under a folder, as paths relative to it, in byte order of their names at each level.
///
/// Hidden files and folders are left alone. A folder that is reached a second time through a link inside itself is not
/// entered again. What cannot be looked into, a dangling link or a folder without permission, counts as a file, so that its
/// job says why.
///
/// - Parameter excluded: a folder that is not entered.
/// - Throws: `BakeError` (`unreadable`) when the folder itself cannot be listed.
func filesUnder(_ folder: String, except excluded: FileIdentity?) throws(BakeError) -> [String] {
  var found: [String] = []
  try walk(folder, prefix: "", notInto: excluded.map { [$0] } ?? [], into: &found)
  return found
}

private func walk(
  _ folder: String, prefix: String, notInto closed: [FileIdentity], into found: inout [String]
) throws(BakeError) {
  guard let status = fileStatus(at: folder) else { throw .unreadable(folder, errno) }
  let identity = FileIdentity(status)
  if closed.contains(identity) { return }
  for name in try visibleNames(in: folder) {
    guard let status = fileStatus(at: folder + "/" + name), status.isFolder else {
      found.append(prefix + name)
      continue
    }
    do throws(BakeError) {
      try walk(folder + "/" + name, prefix: prefix + name + "/", notInto: closed + [identity], into: &found)
    } catch {
      found.append(prefix + name)
    }
  }
}

private func visibleNames(in folder: String) throws(BakeError) -> [String] {
  guard let stream = opendir(folder) else { throw .unreadable(folder, errno) }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

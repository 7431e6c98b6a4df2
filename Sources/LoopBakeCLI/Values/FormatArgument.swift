import LoopBake

/// Reads what is to be written, from a name or from the extension of an output.
enum FormatArgument {
  /// Formats that loopbake does not write, by the names and extensions they go by.
  private static let unavailable = ["ogg": "Ogg Vorbis", "oga": "Ogg Vorbis", "opus": "Opus", "mp3": "MP3"]

  static func container(named text: String) throws(BadValue) -> Container {
    if let name = unavailable[text] { throw notAvailable(name, "use \(alternatives(Container.names))") }
    return try choice(text, "format")
  }

  /// The format that the extension of `path` stands for.
  static func container(ofOutput path: String) throws(BadValue) -> Container {
    let wayOut = "use --format, or an extension of \(alternatives(Container.names))"
    guard let fileExtension = fileExtension(of: path) else {
      throw .unusable("no extension says what to write: \(wayOut), or end it in / for a folder")
    }
    if let container = Container(fileExtension: fileExtension) { return container }
    if let name = unavailable[fileExtension.lowercased()] { throw notAvailable(name, wayOut) }
    throw .unusable("the extension .\(fileExtension) stands for no format: \(wayOut)")
  }

  /// Whether the extension of `path` is one of an audio file, writable or not.
  static func looksLikeAudio(_ path: String) -> Bool {
    guard let fileExtension = fileExtension(of: path) else { return false }
    return Container(fileExtension: fileExtension) != nil || unavailable[fileExtension.lowercased()] != nil
  }

  private static func notAvailable(_ name: String, _ wayOut: String) -> BadValue {
    .unusable("\(name) output is not available in this version: only uncompressed and FLAC are; \(wayOut)")
  }

  /// What follows the last point of the file's name; `nil` when there is none, or only a leading one.
  private static func fileExtension(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
    let fileExtension = name[name.index(after: point)...]
    return fileExtension.isEmpty ? nil : String(fileExtension)
  }
}

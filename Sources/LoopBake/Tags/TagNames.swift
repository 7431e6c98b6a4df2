/// What a field is called in formats that are not Vorbis comments.
///
/// Sources: `INFO`: Multimedia Programming Interface and Data Specifications 1.0 (IBM and Microsoft, 1991), with `ITRK`, `ILNG` and
/// `IBPM` as taggers write them; AIFF 1.3 (Apple, 1989), "Text Chunks"; Core Audio Format Specification 1.0 (Apple), "Information
/// Entry Keys". docs/tags.md shows the table.
struct TagNames {
  let name: String
  /// Id of a `LIST INFO` text.
  var info: String?
  /// Id of an AIFF chunk.
  var aiff: String?
  /// Key in CAF's `info` chunk, where it is not the name in lower case.
  var caf: String?

  static let all = [
    TagNames(name: "TITLE", info: "INAM", aiff: "NAME"),
    TagNames(name: "ARTIST", info: "IART", aiff: "AUTH"),
    TagNames(name: "ALBUM", info: "IPRD"),
    TagNames(name: "DATE", info: "ICRD", caf: "year"),
    TagNames(name: "TRACKNUMBER", info: "ITRK", caf: "track number"),
    TagNames(name: "GENRE", info: "IGNR"),
    TagNames(name: "COMMENT", info: "ICMT", aiff: "ANNO", caf: "comments"),
    TagNames(name: "COPYRIGHT", info: "ICOP", aiff: "(c) "),
    TagNames(name: "DESCRIPTION", info: "ISBJ"),
    TagNames(name: "COMPOSER", info: "IMUS"),
    TagNames(name: "LYRICIST", info: "IWRI"),
    TagNames(name: "ENGINEER", info: "IENG"),
    TagNames(name: "TECHNICIAN", info: "ITCH"),
    TagNames(name: "KEYWORDS", info: "IKEY"),
    TagNames(name: "LANGUAGE", info: "ILNG"),
    TagNames(name: "MEDIA", info: "IMED"),
    TagNames(name: "BPM", info: "IBPM", caf: "tempo"),
    TagNames(name: "KEY", caf: "key signature"),
    TagNames(name: "SOFTWARE", info: "ISFT", caf: "encoding application"),
  ]

  /// Other spellings that are read.
  private static let aliases = [
    "IPRT": "TRACKNUMBER", "TRACK": "TRACKNUMBER", "YEAR": "DATE", "RECORDED DATE": "DATE",
    "COMMENTS": "COMMENT",
  ]

  private static let byInfo = index(\.info)
  private static let byAIFF = index(\.aiff)
  private static let byCAF = index { ($0.caf)?.uppercased() }
  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  private static func index(_ key: (TagNames) -> String?) -> [String: String] {
    Dictionary(all.compactMap { row in key(row).map { ($0, row.name) } }) { first, _ in first }
  }

  /// An id without a name of its own is its name: `ISRC`, `ISRF`.
  static func name(ofInfo id: String) -> String { byInfo[id.uppercased()] ?? aliases[id.uppercased()] ?? id }

  static func name(ofAIFF id: String) -> String? { byAIFF[id] }

  static func name(ofCAF key: String) -> String {
    byCAF[key.uppercased()] ?? aliases[key.uppercased()] ?? key
  }

  /// The `INFO` id of a field; a name that is an id already stays so.
  static func infoID(of name: String) -> String? {
    if let known = byName[name] { return known.info }
    let isID = name.utf8.count == 4 && name.hasPrefix("I") && name.utf8.allSatisfy { $0.isUpperOrDigit }
    return isID ? name : nil
  }

  static func aiffID(of name: String) -> String? { byName[name]?.aiff }

  static func cafKey(of name: String) -> String { byName[name]?.caf ?? name.lowercased() }
}

extension UInt8 {
  fileprivate var isUpperOrDigit: Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}

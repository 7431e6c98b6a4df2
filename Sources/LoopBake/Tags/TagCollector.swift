/// Gathers fields and pictures from the tags of one file, and keeps them sane and bounded.
struct TagCollector {
  private(set) var tags = Tags()

  /// Bounds on what any file can make us keep; what is larger is left out.
  static let (mostFields, mostFieldBytes, mostTextBytes) = (4096, 1 << 20, 1 << 24)
  static let (mostPictures, mostPictureBytes) = (256, 1 << 26)

  private var textBytesLeft = mostTextBytes
  private(set) var pictureBytesLeft = mostPictureBytes
  /// What better tags said, which this one does not add to.
  private var namesBefore: Set<String> = []
  private var hadPictures = false

  /// Begins with the next best tag of the file: it only fills in what is missing.
  mutating func beginTag() {
    namesBefore = Set(tags.fields.map(\.name))
    hadPictures = !tags.pictures.isEmpty
  }

  /// Adds a field in any spelling of its name; a value with NULs is several (ID3v2.4.0 structure, section 4.2).
  mutating func add(_ name: String, _ value: String) {
    guard let name = Tags.Field.validName(name), !namesBefore.contains(name) else { return }
    for part in value.utf8.split(separator: 0) where !part.allSatisfy({ $0 <= 0x20 }) {
      guard tags.fields.count < Self.mostFields, part.count <= min(Self.mostFieldBytes, textBytesLeft) else {
        continue
      }
      textBytesLeft -= part.count
      tags.fields.append(Tags.Field(name, String(Substring(part))))
    }
  }

  mutating func add(_ picture: Tags.Picture) {
    guard !hadPictures, !picture.data.isEmpty, tags.pictures.count < Self.mostPictures,
      picture.data.count <= pictureBytesLeft
    else { return }
    pictureBytesLeft -= picture.data.count
    var picture = picture
    picture.mimeType = mimeType(picture.mimeType, of: picture.data)
    picture.description = String(picture.description.prefix { $0 != "\0" }.prefix(1000))
    if !(0...20 ~= picture.kind) { picture.kind = 0 }
    tags.pictures.append(picture)
  }
}

extension Tags.Field {
  /// A name as Vorbis comments allow it: 0x20 to 0x7D without `=`, letters in upper case (Vorbis I, section 5.2.3).
  ///
  /// - Returns: `nil` where the name is empty or has other letters.
  static func validName(_ text: String) -> String? {
    let name = text.uppercased().utf8.drop { $0 == 0x20 }
    let trimmed = String(decoding: name, as: UTF8.self)
    guard !name.isEmpty, name.count <= 256, name.allSatisfy({ 0x20...0x7D ~= $0 && $0 != UInt8(ascii: "=") })
    else { return nil }
    return trimmed
  }
}

/// The media type as it should be: some programs write `JPG`, `image/jpg` or nothing.
private func mimeType(_ said: String, of data: [UInt8]) -> String {
  if said == "-->" { return said }  // a link (ID3v2.4.0 frames, section 4.14)
  let known: [(magic: [UInt8], type: String)] = [
    ([0xFF, 0xD8, 0xFF], "image/jpeg"), ([0x89] + Array("PNG\r\n".utf8), "image/png"),
    (Array("GIF8".utf8), "image/gif"), (Array("BM".utf8), "image/bmp"),
  ]
  if let found = known.first(where: { data.starts(with: $0.magic) }) { return found.type }
  if data.has("RIFF") && data.has("WEBP", at: 8) { return "image/webp" }
  let isPlain = said.contains("/") && said.utf8.allSatisfy { 0x20...0x7E ~= $0 } && said.utf8.count <= 256
  return isPlain ? said : "image/"
}

/// What a file says about its recording in text and pictures, whatever format it came in.
public struct Tags: Sendable, Equatable {
  /// A name and a value.
  public struct Field: Sendable, Equatable {
    /// As in Vorbis comments, in upper case: `TITLE`, `ARTIST`, `TRACKNUMBER`; printable ASCII without `=` (Vorbis I,
    /// section 5.2.3).
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// An embedded picture, its bytes as they were.
  public struct Picture: Sendable, Equatable {
    /// What it shows: 3 for the front cover (the numbers of ID3v2.4.0 frames, section 4.14, and of FLAC, RFC 9639 section 8.8).
    public var kind: Int
    /// As `image/jpeg`.
    public var mimeType: String
    public var description: String
    public var data: [UInt8]

    public init(kind: Int, mimeType: String, description: String, data: [UInt8]) {
      self.kind = kind
      self.mimeType = mimeType
      self.description = description
      self.data = data
    }
  }

  /// In the file's order; a name may stand several times.
  public var fields: [Field]
  public var pictures: [Picture]

  public init(fields: [Field] = [], pictures: [Picture] = []) {
    self.fields = fields
    self.pictures = pictures
  }

  public var isEmpty: Bool { fields.isEmpty && pictures.isEmpty }
}

internal import CTagLib

/// Larger tags are left alone: TagLib reads a tag whole.
private let largestTag = 96 << 20

/// Reads an ID3v2, ID3v1 or APE tag with TagLib, which knows all their dialects.
func readTag(
  _ place: TagPlace, of file: borrowing FileBytes, into collector: inout TagCollector
) throws(BakeError) {
  guard place.size <= largestTag else { return }
  let kind =
    switch place.kind {
    case .id3v2: loopbake_tag_id3v2
    case .id3v1: loopbake_tag_id3v1
    case .ape: loopbake_tag_ape
    }
  let number = file.number
  let code = withUnsafeMutablePointer(to: &collector) { collector in
    let functions = loopbake_tag_functions(
      context: collector,
      field: { context, name, value in TagCollector.at(context)?.pointee.add(name.string, value.string) },
      picture: { context, kind, mimeType, description, data, count in
        let picture = Tags.Picture(
          kind: Int(kind), mimeType: mimeType.string, description: description.string,
          data: Array(UnsafeBufferPointer(start: data, count: count)))
        TagCollector.at(context)?.pointee.add(picture)
      })
    return loopbake_read_tag(number, Int64(place.offset), Int64(place.size), kind, functions)
  }
  guard code == 0 else { throw .unreadable(file.path, code) }
}

extension TagCollector {
  /// What a C function gets as its context.
  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<TagCollector>? {
    context?.assumingMemoryBound(to: TagCollector.self)
  }
}

extension loopbake_text {
  fileprivate var string: String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

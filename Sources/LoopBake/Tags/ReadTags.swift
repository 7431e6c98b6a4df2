/// Everything that a file says about its recording, whatever its format: ID3v2, ID3v1 and APE tags, Vorbis comments, RIFF `INFO`,
/// the text chunks of AIFF, the `info` chunk of CAF, the annotation of AU.
///
/// Where a file holds several tags, the best one counts, and the others fill in names that it lacks. Bounded, whatever the
/// file says: see `TagCollector`. Reads by position, so that a decoder of the same file is not disturbed.
///
/// - Returns: what could be read; nothing of a file that has no tags, is damaged before them or is of another format.
/// - Throws: `BakeError` (`unreadable`) only when the system cannot read.
func readTags(_ file: borrowing InputFile) throws(BakeError) -> Tags {
  let bytes = try file.byPosition()
  var collector = TagCollector()
  let leading = try leadingTags(bytes)
  let start = leading.map { $0.offset + $0.size }.max() ?? 0
  let magic = try bytes.read(at: start, count: min(12, max(bytes.size - start, 0))) ?? []
  switch true {
  case magic.has("fLaC"):
    try readFLACTags(bytes, from: start, into: &collector)
    try readTags(leading + trailingTags(bytes, from: start), of: bytes, into: &collector)
  case magic.has("OggS"):
    try readOggTags(bytes, from: start, into: &collector)
  case (magic.has("RIFF") || magic.has("RF64") || magic.has("RIFX")) && magic.has("WAVE", at: 8)
    && start == 0:
    try readRIFFTags(bytes, order: magic.has("RIFX") ? .big : .little, into: &collector)
  case magic.has("FORM") && (magic.has("AIFF", at: 8) || magic.has("AIFC", at: 8)) && start == 0:
    try readAIFFTags(bytes, into: &collector)
  case magic.has("caff"):
    try readCAFTags(bytes, from: start, into: &collector)
  case magic.has(".snd"):
    try readAUTags(bytes, from: start, into: &collector)
  default:
    try readTags(leading + trailingTags(bytes, from: start), of: bytes, into: &collector)
  }
  return collector.tags
}

/// The tags in the order of their worth: ID3v2 says most, ID3v1 cuts everything at 30 letters.
private func readTags(
  _ tags: [TagPlace], of file: borrowing FileBytes, into collector: inout TagCollector
) throws(BakeError) {
  for kind in [TagPlace.Kind.id3v2, .ape, .id3v1] {
    for tag in tags where tag.kind == kind {
      collector.beginTag()
      try readTag(tag, of: file, into: &collector)
    }
  }
}

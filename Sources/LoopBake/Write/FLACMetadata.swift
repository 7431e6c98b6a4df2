internal import CFLAC

/// The metadata blocks of a FLAC file behind STREAMINFO, owned until the encoder is done with them.
struct FLACMetadata: ~Copyable {
  typealias Block = UnsafeMutablePointer<FLAC__StreamMetadata>

  /// As libFLAC takes them: a list of pointers.
  let blocks: UnsafeMutableBufferPointer<Block?>

  /// Seek table, comments and the loop as a `smpl` chunk.
  init(_ spec: OutputSpec) throws(LibraryFailure) {
    blocks = .allocate(capacity: 3)
    blocks.initialize(repeating: nil)
    blocks[0] = try seekTable(spec)
    blocks[1] = try comments(spec)
    blocks[2] = try samplerBlock(spec)
  }

  /// How many of `blocks` there are.
  var count: Int { blocks.count { $0 != nil } }

  deinit {
    for case let block? in blocks { FLAC__metadata_object_delete(block) }
    blocks.deallocate()
  }
}

private let outOfMemory = LibraryFailure(reason: "no memory for the tags")

private func makeBlock(_ type: FLAC__MetadataType) throws(LibraryFailure) -> FLACMetadata.Block {
  guard let block = FLAC__metadata_object_new(type) else { throw outOfMemory }
  return block
}

/// One point every ten seconds, as the `flac` tool does; the encoder fills them in.
private func seekTable(_ spec: OutputSpec) throws(LibraryFailure) -> FLACMetadata.Block {
  let block = try makeBlock(FLAC__METADATA_TYPE_SEEKTABLE)
  let distance = UInt32(clamping: 10 * spec.format.sampleRate)
  let isMade =
    FLAC__metadata_object_seektable_template_append_spaced_points_by_samples(
      block, distance, FLAC__uint64(spec.frames)) != 0
    && FLAC__metadata_object_seektable_template_sort(block, 1) != 0
  return try finished(block, isMade)
}

/// The loop in the four spellings that players look for, in the one order that satisfies all of them, and first: RPG Maker
/// scans only the beginning, SDL_mixer takes what comes last, ZMusic needs the length before the end.
private func comments(_ spec: OutputSpec) throws(LibraryFailure) -> FLACMetadata.Block {
  let block = try makeBlock(FLAC__METADATA_TYPE_VORBIS_COMMENT)
  let pairs = loopComments(spec.loop) + [("SOFTWARE", spec.software)]
  let isMade = pairs.allSatisfy { name, value in
    var entry = FLAC__StreamMetadata_VorbisComment_Entry()
    return FLAC__metadata_object_vorbiscomment_entry_from_name_value_pair(&entry, name, value) != 0
      && FLAC__metadata_object_vorbiscomment_append_comment(block, entry, 0) != 0
  }
  return try finished(block, isMade)
}

/// Comment names and values of a loop, in frames (end exclusive), in the order in which they must be written.
func loopComments(_ loop: LoopRegion) -> [(name: String, value: String)] {
  [
    ("LOOPSTART", String(loop.startFrame)), ("LOOPLENGTH", String(loop.length)),
    ("LOOP_START", String(loop.startFrame)), ("LOOP_END", String(loop.endFrame)),
  ]
}

/// The `smpl` chunk of a WAV file in an APPLICATION block `riff`, as the `flac` tool stores foreign metadata.
///
/// - Returns: `nil` when the positions do not fit into the chunk.
private func samplerBlock(_ spec: OutputSpec) throws(LibraryFailure) -> FLACMetadata.Block? {
  guard let sampler = LoopChunks.sampler(spec.loop, sampleRate: spec.format.sampleRate) else { return nil }
  let block = try makeBlock(FLAC__METADATA_TYPE_APPLICATION)
  withUnsafeMutableBytes(of: &block.pointee.data.application.id) { $0.copyBytes(from: "riff".utf8) }
  var chunk = LoopChunks.riffChunk("smpl", sampler)
  let isMade = FLAC__metadata_object_application_set_data(block, &chunk, UInt32(chunk.count), 1) != 0
  return try finished(block, isMade)
}

private func finished(_ block: FLACMetadata.Block, _ isMade: Bool) throws(LibraryFailure)
  -> FLACMetadata.Block
{
  guard isMade else {
    FLAC__metadata_object_delete(block)
    throw outOfMemory
  }
  return block
}

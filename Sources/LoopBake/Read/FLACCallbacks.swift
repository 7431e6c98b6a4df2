internal import CFLAC

/// What libFLAC calls; C functions, so that the stream comes as a pointer.
enum FLACCallbacks {
  private static func stream(_ client: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<FLACStream>? {
    client?.assumingMemoryBound(to: FLACStream.self)
  }

  static var read: FLAC__StreamDecoderReadCallback {
    { _, target, count, client in
      guard let stream = FLACCallbacks.stream(client), let target, let count, count.pointee > 0 else {
        return FLAC__STREAM_DECODER_READ_STATUS_ABORT
      }
      let got = stream.pointee.read(into: target, count: count.pointee)
      count.pointee = max(got, 0)
      if got < 0 { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
      return got == 0
        ? FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM : FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
    }
  }

  static var seek: FLAC__StreamDecoderSeekCallback {
    { _, offset, client in
      FLACCallbacks.stream(client)?.pointee.seek(to: offset) == true
        ? FLAC__STREAM_DECODER_SEEK_STATUS_OK : FLAC__STREAM_DECODER_SEEK_STATUS_ERROR
    }
  }

  static var tell: FLAC__StreamDecoderTellCallback {
    { _, offset, client in
      guard let stream = FLACCallbacks.stream(client) else { return FLAC__STREAM_DECODER_TELL_STATUS_ERROR }
      offset?.pointee = FLAC__uint64(stream.pointee.offset)
      return FLAC__STREAM_DECODER_TELL_STATUS_OK
    }
  }

  static var length: FLAC__StreamDecoderLengthCallback {
    { _, length, client in
      guard let stream = FLACCallbacks.stream(client) else { return FLAC__STREAM_DECODER_LENGTH_STATUS_ERROR }
      length?.pointee = FLAC__uint64(stream.pointee.length)
      return FLAC__STREAM_DECODER_LENGTH_STATUS_OK
    }
  }

  static var isAtEnd: FLAC__StreamDecoderEofCallback {
    { _, client in
      guard let stream = FLACCallbacks.stream(client) else { return 1 }
      return stream.pointee.offset >= stream.pointee.length ? 1 : 0
    }
  }

  static var write: FLAC__StreamDecoderWriteCallback {
    { _, frame, planes, client in
      guard let stream = FLACCallbacks.stream(client), let frame, let planes else {
        return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
      }
      stream.pointee.accept(frame.pointee.header, planes)
      return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }
  }

  static var metadata: FLAC__StreamDecoderMetadataCallback {
    { _, block, client in
      guard let block, block.pointee.type == FLAC__METADATA_TYPE_STREAMINFO else { return }
      FLACCallbacks.stream(client)?.pointee.describe(block.pointee.data.stream_info)
    }
  }

  static var error: FLAC__StreamDecoderErrorCallback {
    { _, _, client in FLACCallbacks.stream(client)?.pointee.complain() }
  }
}

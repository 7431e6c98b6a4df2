#pragma once
/* One module for all, because each of them includes ogg.h and a header can belong to one module only. */
#include <ogg/ogg.h>
#include <opus.h>
#include <opus_multistream.h>
#include <opusfile.h>
#include <vorbis/vorbisenc.h>
#include <vorbis/vorbisfile.h>

/* opus_multistream_encoder_ctl is variadic, which Swift cannot call. */
static inline int loopbake_opus_set(OpusMSEncoder *encoder, int request, opus_int32 value) {
  return opus_multistream_encoder_ctl(encoder, request, value);
}
static inline int loopbake_opus_get(OpusMSEncoder *encoder, int request, opus_int32 *value) {
  return opus_multistream_encoder_ctl(encoder, request, value);
}

#pragma once
#include <stddef.h>
#include <stdint.h>

// TagLib for C: reads ID3v2, ID3v1 and APE tags from an open file, by position, and never writes.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  loopbake_tag_id3v2,  // the part begins with the tag's header
  loopbake_tag_id3v1,  // the part is the tag: 128 bytes
  loopbake_tag_ape,    // the part ends with the tag's footer
} loopbake_tag_kind;

// Text in UTF-8, not terminated; it may hold NULs.
typedef struct {
  const char *bytes;
  size_t count;
} loopbake_text;

// Called for every field, in the tag's order; nothing that it gets is valid afterwards.
typedef void (*loopbake_field_function)(void *context, loopbake_text name, loopbake_text value);

// Called for every picture; `kind` is a number of ID3v2.4.0 frames, section 4.14.
typedef void (*loopbake_picture_function)(
    void *context, int kind, loopbake_text mime_type, loopbake_text description, const uint8_t *data, size_t count);

typedef struct {
  void *context;
  loopbake_field_function field;
  loopbake_picture_function picture;
} loopbake_tag_functions;

// Reads the tag that lies in the `size` bytes from `offset` on. Returns 0, also where the tag is damaged and only part of it
// was read; else an errno value: that of the read that failed, or ENOMEM.
int loopbake_read_tag(int descriptor, int64_t offset, int64_t size, loopbake_tag_kind kind, loopbake_tag_functions functions);

#ifdef __cplusplus
}
#endif

#pragma once
// The ready-made callbacks are unused static variables.
#define OV_EXCLUDE_STATIC_CALLBACKS
#include <vorbis/vorbisfile.h>

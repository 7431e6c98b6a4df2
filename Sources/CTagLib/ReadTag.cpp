#include <apetag.h>
#include <attachedpictureframe.h>
#include <commentsframe.h>
#include <id3v1tag.h>
#include <id3v2tag.h>
#include <podcastframe.h>
#include <textidentificationframe.h>
#include <tpropertymap.h>
#include <uniquefileidentifierframe.h>
#include <unsynchronizedlyricsframe.h>
#include <urllinkframe.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "FileWindow.h"
#include "FrameLimits.h"
#include "loopbake_taglib.h"

namespace {

// Passes on what a tag holds.
struct Sink {
  const loopbake_tag_functions functions;

  static loopbake_text text(const std::string &string) { return {string.data(), string.size()}; }

  void fields(const TagLib::PropertyMap &map) const {
    for (const auto &[name, values] : map) {
      const std::string key = name.to8Bit(true);
      for (const auto &value : values) functions.field(functions.context, text(key), text(value.to8Bit(true)));
    }
  }

  void picture(int kind, const TagLib::String &type, const TagLib::String &description, const TagLib::ByteVector &data) const {
    const std::string mime = type.to8Bit(true), words = description.to8Bit(true);
    const auto bytes = reinterpret_cast<const uint8_t *>(data.data());
    functions.picture(functions.context, kind, text(mime), text(words), bytes, data.size());
  }
};

// The fields of a frame when it is of this type; `asProperties` is not virtual, so the most special types come first.
template <typename FrameType>
bool pass_on(const TagLib::ID3v2::Frame *frame, const Sink &sink) {
  const auto *known = dynamic_cast<const FrameType *>(frame);
  if (known) sink.fields(known->asProperties());
  return known != nullptr;
}

// Frame by frame, because the property map of a whole tag is sorted by name.
void read_id3v2(TagLib::File &file, const Sink &sink) {
  using namespace TagLib::ID3v2;
  const FrameLimits factory;
  const Tag tag(&file, 0, &factory);
  for (const Frame *frame : tag.frameList()) {
    if (const auto *picture = dynamic_cast<const AttachedPictureFrame *>(frame)) {
      sink.picture(picture->type(), picture->mimeType(), picture->description(), picture->picture());
      continue;
    }
    pass_on<UserTextIdentificationFrame>(frame, sink) || pass_on<TextIdentificationFrame>(frame, sink)
        || pass_on<UserUrlLinkFrame>(frame, sink) || pass_on<UrlLinkFrame>(frame, sink)
        || pass_on<CommentsFrame>(frame, sink) || pass_on<UnsynchronizedLyricsFrame>(frame, sink)
        || pass_on<UniqueFileIdentifierFrame>(frame, sink) || pass_on<PodcastFrame>(frame, sink);
  }
}

// ID3v1 names no character set: UTF-8 where the bytes are that, else Latin-1.
class ID3v1Text final : public TagLib::ID3v1::StringHandler {
 public:
  TagLib::String parse(const TagLib::ByteVector &data) const override {
    const TagLib::ByteVector text = data.mid(0, static_cast<unsigned int>(std::max(data.find('\0'), -1)));
    const TagLib::String unicode(text, TagLib::String::UTF8);
    const bool is_valid = unicode.data(TagLib::String::UTF8) == text;
    return (is_valid ? unicode : TagLib::String(text, TagLib::String::Latin1)).stripWhiteSpace();
  }
};

void read_id3v1(TagLib::File &file, const Sink &sink) {
  static const ID3v1Text handler;
  static const bool is_set = (TagLib::ID3v1::Tag::setStringHandler(&handler), true);
  (void)is_set;
  const TagLib::ID3v1::Tag tag(&file, 0);
  sink.fields(tag.properties());
}

// Pictures are items `Cover Art (Front)` and `Cover Art (Back)`: a file name, a NUL, the bytes.
void read_ape(TagLib::File &file, long size, const Sink &sink) {
  const TagLib::APE::Tag tag(&file, size - 32);
  sink.fields(tag.properties());
  for (const auto &[name, kind] : {std::pair("COVER ART (FRONT)", 3), std::pair("COVER ART (BACK)", 4)}) {
    const auto item = tag.itemListMap().find(name);
    if (item == tag.itemListMap().end() || item->second.type() != TagLib::APE::Item::Binary) continue;
    const TagLib::ByteVector data = item->second.binaryData();
    const int end = data.find('\0');
    if (end >= 0) sink.picture(kind, "", "", data.mid(end + 1));
  }
}

}  // namespace

int loopbake_read_tag(int descriptor, int64_t offset, int64_t size, loopbake_tag_kind kind, loopbake_tag_functions functions) {
  FileWindow window(descriptor, offset, size);
  try {
    WindowFile file(window);
    const Sink sink{functions};
    switch (kind) {
      case loopbake_tag_id3v2: read_id3v2(file, sink); break;
      case loopbake_tag_id3v1: read_id3v1(file, sink); break;
      case loopbake_tag_ape: read_ape(file, static_cast<long>(size), sink); break;
    }
  } catch (const std::bad_alloc &) {
    return ENOMEM;
  } catch (...) {
    // The tag is damaged in a way that TagLib does not expect: what was passed on counts.
  }
  return window.error();
}

#pragma once
#include <id3v2framefactory.h>

// Frames name their header only to themselves.
struct FrameNames : TagLib::ID3v2::Frame {
  using Header = TagLib::ID3v2::Frame::Header;
};

// Makes the frames of one ID3v2 tag, and keeps a hostile one from filling the memory.
class FrameLimits final : public TagLib::ID3v2::FrameFactory {
 protected:
  bool updateFrame(FrameNames::Header *header) const override {
    if (++frames > most_frames) {
      header->setFrameSize(0);  // ends the tag
      return false;
    }
    if (header->compression()) {
      const unsigned int size = header->frameSize();
      if (size > compressed_left) {
        // TagLib would inflate even an unknown frame, a thousandfold at worst: make it one that is not compressed.
        header->setData(TagLib::ByteVector("XXXX\0\0\0\0\0\0", 10), header->version());
        header->setFrameSize(size);
        return false;
      }
      compressed_left -= size;
    }
    return FrameFactory::updateFrame(header);
  }

 private:
  static constexpr unsigned int most_frames = 8192;
  mutable unsigned int frames = 0;
  mutable unsigned int compressed_left = 1 << 16;
};

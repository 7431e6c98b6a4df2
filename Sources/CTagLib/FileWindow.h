#pragma once
#include <tfile.h>
#include <tiostream.h>

#include <cstdint>
#include <utility>

// A part of an open file, read by position, so that whoever else reads the file is not disturbed.
class FileWindow final : public TagLib::IOStream {
 public:
  // `long` in TagLib 1, `long long` in TagLib 2.
  using Offset = decltype(std::declval<const TagLib::IOStream &>().tell());

  FileWindow(int descriptor, int64_t offset, int64_t size) : descriptor(descriptor), offset(offset), size(size) {}

  // The error number of the first read that failed; 0 when none did.
  int error() const { return code; }

  TagLib::FileName name() const override { return ""; }
  TagLib::ByteVector readBlock(unsigned long length) override;
  void seek(Offset target, Position from) override;
  Offset tell() const override { return position; }
  Offset length() override { return size; }
  bool readOnly() const override { return true; }
  bool isOpen() const override { return true; }

  void writeBlock(const TagLib::ByteVector &) override {}
  void truncate(Offset) override {}
#if TAGLIB_MAJOR_VERSION >= 2
  void insert(const TagLib::ByteVector &, Offset, size_t) override {}
  void removeBlock(Offset, size_t) override {}
#else
  void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
  void removeBlock(unsigned long, unsigned long) override {}
#endif

 private:
  const int descriptor;
  const int64_t offset, size;
  int64_t position = 0;
  int code = 0;
};

// TagLib's tags want a file around them.
class WindowFile final : public TagLib::File {
 public:
  explicit WindowFile(FileWindow &window) : TagLib::File(&window) {}
  TagLib::Tag *tag() const override { return nullptr; }
  TagLib::AudioProperties *audioProperties() const override { return nullptr; }
  bool save() override { return false; }
};

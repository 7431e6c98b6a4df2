#include "FileWindow.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

TagLib::ByteVector FileWindow::readBlock(unsigned long length) {
  const int64_t left = std::clamp<int64_t>(size - position, 0, size);
  const auto count = static_cast<unsigned int>(std::min<uint64_t>(length, left));
  TagLib::ByteVector block(count, 0);
  unsigned int done = 0;
  while (done < count) {
    const ssize_t got = pread(descriptor, block.data() + done, count - done, offset + position + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && code == 0) code = errno;
    if (got <= 0) break;
    done += static_cast<unsigned int>(got);
  }
  position += done;
  return block.resize(done);
}

void FileWindow::seek(Offset target, Position from) {
  const int64_t base = from == Beginning ? 0 : from == Current ? position : size;
  // Compared by subtraction: a damaged tag may ask for anything.
  position = target < -base ? 0 : std::min<int64_t>(target, size - base) + base;
}

// See own_index.h.
//
// Bounds: for texts of n bytes there is room for n + 64 tokens and lines, and n + 128 kinds. A text
// has at most as many tokens and lines as bytes; all forms of stage 1 write at most 64 entries at
// a time, and two tokens follow the last. Kinds are readable, and overwritten, 64 bytes after the
// last token. A text of n bytes has n / 64 + 1 blocks: the escapes, which follow the kinds, are
// readable 64 bytes after them.
#include "own_index.h"

#include "csj_memory.h"

namespace csj {

namespace {

template <class T> bool allocate(block<T> &memory, size_t count) {
  memory.reset(static_cast<T *>(csj_allocate_aligned(count * sizeof(T))));
  return memory != nullptr;
}

} // namespace

bool own_index::reserve(size_t bytes, wanted what) {
  if (bytes > capacity) {
    release();
    if (!allocate(tokens, bytes + 64)) { return false; }
    capacity = bytes;
  }
  return (!what.kinds || kinds || allocate(kinds, capacity + 128 + capacity / 64 + 128)) &&
         (!what.lines || lines || allocate(lines, capacity + 64));
}

bool own_index::index(stage1_form stage1, const uint8_t *bytes, size_t length, wanted what,
                      stage1_output &found) const {
  found = {tokens.get(), what.kinds ? kinds.get() : nullptr, escapes(),
           what.lines ? lines.get() : nullptr, 0, 0, false};
  if (!stage1(bytes, length, found)) { return false; }
  tokens[found.count] = uint32_t(length);
  tokens[found.count + 1] = uint32_t(length);
  return true;
}

csj_portable_index own_index::index_portable(const uint8_t *bytes, size_t length) const {
  const csj_portable_index found = csj_stage1_portable(bytes, length, tokens.get());
  tokens[found.count] = uint32_t(length);
  tokens[found.count + 1] = uint32_t(length);
  return found;
}

} // namespace csj

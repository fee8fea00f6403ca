// An index that our own stage 1 writes: its memory, and the two forms of stage 1 over it.
#pragma once

#include "csj_stage1.h"
#include "csj_status.h"
#include "stage1_own.h"

#include <cstdlib>
#include <memory>

namespace csj {

struct freeing {
  void operator()(void *memory) const { std::free(memory); }
};

/// Memory that is not touched when it is allocated.
template <class T> using block = std::unique_ptr<T[], freeing>;

/// What is needed in addition to tokens.
struct wanted {
  bool kinds, lines;
};

/// The memory for texts of up to `capacity` bytes, reused for each.
struct own_index {
  block<uint32_t> tokens;
  block<uint8_t> kinds; ///< followed by the escapes
  block<uint32_t> lines;
  size_t capacity = 0;

  /// Makes room for texts of `bytes` bytes. Returns false if memory runs out.
  bool reserve(size_t bytes, wanted what);

  /// Where `stage1_output::escapes` are.
  uint8_t *escapes() const { return kinds ? kinds.get() + capacity + 128 : nullptr; }

  /// Releases all memory.
  void release() { *this = own_index(); }

  /// Runs `stage1` over a whole document or window, of at most `capacity` bytes. Returns false if
  /// the text has a fault. Two tokens after the last are the length.
  bool index(stage1_form stage1, const uint8_t *bytes, size_t length, wanted what,
             stage1_output &found) const;

  /// Runs `csj_stage1_portable` over as much, which does not check UTF-8. Two tokens after the last
  /// are the length.
  csj_portable_index index_portable(const uint8_t *bytes, size_t length) const;
};

} // namespace csj

// Filling columns: see csj_columns.h. Here is the form for CPUs without a form of their own.
//
// Bounds: those of columns_loop.h.
#include "csj_columns.h"

#include "csj_text.h"
#include "loops.h"

#include <cstring>

#define CSJ_TARGET
#define CSJ_TARGET_INLINE __attribute__((always_inline)) static inline

namespace csj {
namespace {

CSJ_TARGET_INLINE bool is_plain(const uint8_t *from, size_t count) {
  return !csj_has_backslash(from, count);
}

CSJ_TARGET_INLINE void copy(const uint8_t *from, size_t count, uint8_t *to) {
  std::memcpy(to, from, 64);
  if (count > 64) { std::memcpy(to + 64, from + 64, count - 64); }
}

CSJ_TARGET_INLINE bool copy_plain(const uint8_t *from, size_t count, uint8_t *to) {
  if (!is_plain(from, count)) { return false; }
  copy(from, count, to);
  return true;
}

} // namespace
} // namespace csj

#include "columns_loop.h"

extern "C" csj_fill_form csj_fill(void) {
  const csj::loops *const loops = csj::active_loops();
  return loops ? loops->fill : csj::fill;
}

extern "C" csj_fill_lines_form csj_fill_lines(void) {
  const csj::loops *const loops = csj::active_loops();
  return loops ? loops->fill_lines : nullptr;
}

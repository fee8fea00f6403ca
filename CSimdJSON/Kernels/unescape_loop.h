// Unescapes strings 64 bytes at a time, all their escapes at once: what unescape_avx512.cpp and
// unescape_avx2.cpp have in common. A mask shows the escaped bytes, tables give their meanings, and
// the gaps that the backslashes leave are closed. So the number of escapes and their places make
// little difference. Each defines before: `meanings_of`, `replaced` and `write_kept`.
//
// Bounds: 64 bytes are read and written at a time, from a block in which the string continues.
// Reading ends less than 64 bytes after the closing quote, and writing at most 64 bytes after the
// length of the raw string. Both have CSJ_PADDING, which is 64. No more is written than was read.
#pragma once

#include "escaped.h"
#include "unescape.h"

namespace csj {
namespace {

CSJ_TARGET unescaping unescape(const uint8_t *source, uint8_t *destination) {
  uint64_t carried = 0;
  for (;;) {
    const block bytes = load(source);
    const uint64_t backslash = equal(bytes, '\\'), quotes = equal(bytes, '"');
    // Text without escapes is only copied.
    if ((backslash | quotes | carried) == 0) {
      store(destination, bytes);
      source += 64;
      destination += 64;
      continue;
    }
    uint64_t next = carried;
    const uint64_t escaped = csj::escaped(backslash, next);
    // Up to just before the closing quote.
    const uint64_t string = through_lowest(quotes & ~escaped) & ~(quotes & ~escaped);
    const block meant = meanings_of(bytes);
    if (__builtin_expect((escaped & string & ~non_zero(meant)) != 0, 0)) {
      // Its backslash is one byte earlier, and was not written.
      return {source - carried, destination, false};
    }
    const uint64_t kept = string & ~(backslash & ~escaped);
    destination = write_kept(destination, replaced(bytes, meant, escaped), kept);
    if ((quotes & ~escaped) != 0) { return {source, destination, true}; }
    source += 64;
    carried = next;
  }
}

} // namespace
} // namespace csj

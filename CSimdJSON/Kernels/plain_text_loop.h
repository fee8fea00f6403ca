// Texts, in blocks of 64 bytes: one that may have escapes is copied while it is examined. Compiled
// for each target.
//
// Bounds: up to 64 bytes from a text's first, and up to 63 after its last, are read and written.
#pragma once

namespace csj {
namespace {

/// Copies a text.
CSJ_TARGET_INLINE void copy(const uint8_t *from, size_t count, uint8_t *to) {
  store(to, load(from));
  for (size_t at = 64; at < count; at += 64) { store(to + at, load(from + at)); }
}

/// Copies a text. False: it has a backslash.
CSJ_TARGET_INLINE bool copy_plain(const uint8_t *from, size_t count, uint8_t *to) {
  for (;; from += 64, to += 64, count -= 64) {
    const block text = load(from);
    store(to, text);
    const uint64_t found = equal(text, '\\');
    if (count <= 64) { return low_bits(found, uint32_t(count)) == 0; }
    if (found != 0) { return false; }
  }
}

/// Whether a text has no backslash.
CSJ_TARGET_INLINE bool is_plain(const uint8_t *from, size_t count) {
  for (;; from += 64, count -= 64) {
    const uint64_t found = equal(load(from), '\\');
    if (count <= 64) { return low_bits(found, uint32_t(count)) == 0; }
    if (found != 0) { return false; }
  }
}

} // namespace
} // namespace csj

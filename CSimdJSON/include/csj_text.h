// Finding single characters in strings, keys and windows. Plain C, inlined into Swift.
//
// Bounds: `csj_has_backslash` reads up to 64 bytes from its first, within CSJ_PADDING after the
// text. The others read no byte outside of it.
#pragma once

#include "csj_base.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SSE2__)
/// A bit for each of 32 bytes: whether it is a backslash.
CSJ_INLINE uint32_t csj_backslashes32(const uint8_t *_Nonnull bytes) {
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i a = _mm_loadu_si128((const __m128i *)bytes);
  const __m128i b = _mm_loadu_si128((const __m128i *)(bytes + 16));
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, backslash)) |
         (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(b, backslash)) << 16;
}
#endif

/// Whether there is a backslash among `count` bytes. Reads up to 64 bytes from the first (within
/// the padding).
///
/// Measured: twitter.json's strings (20 bytes on average), 1.8 ns each; 2.1 by memchr. The portable
/// form is unmeasured.
CSJ_INLINE bool csj_has_backslash(const uint8_t *_Nonnull bytes, size_t count) {
#if defined(__SSE2__)
  if (count >= 64) { return __builtin_memchr(bytes, '\\', count) != 0; }
  // 32 or all 64 bytes for any count: few branches on an unpredictable length.
  uint64_t found = csj_backslashes32(bytes);
  if (count > 32) { found |= (uint64_t)csj_backslashes32(bytes + 32) << 32; }
  return (found & ((1ull << count) - 1)) != 0;
#else
  for (size_t i = 0; i < count; i += 8) {
    uint64_t word = csj_load64(bytes + i);
    if (count - i < 8) { word &= (1ull << (8 * (count - i))) - 1; }
    const uint64_t zero = word ^ 0x5C5C5C5C5C5C5C5Cull;
    if ((zero - 0x0101010101010101ull) & ~zero & 0x8080808080808080ull) { return true; }
  }
  return false;
#endif
}

/// The same as a call, for a loop that rarely needs it and needs its registers.
__attribute__((noinline, unused)) static bool csj_key_escapes(const uint8_t *_Nonnull bytes,
                                                               size_t count) {
  return csj_has_backslash(bytes, count);
}

/// The end of the string before the token at `next`: only white space is between them.
///
/// In indented text its length is unpredictable, so 16 bytes are examined at once. Sound because
/// the string's other quote lies before: the search ends within the window.
///
/// Measured: twitter.json, indented, 1.7 ns a string; 2.1 by the loop over bytes, which is the
/// portable form.
CSJ_INLINE uint32_t csj_closing_quote(const uint8_t *_Nonnull bytes, uint32_t next) {
  uint32_t close = next - 1;
  if (bytes[close] == '"') { return close; }
#if defined(__SSE2__)
  while (close >= 16) {
    const __m128i block = _mm_loadu_si128((const __m128i *)(bytes + close - 16));
    const uint32_t quotes =
        (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')));
    if (quotes != 0) { return close - 16 + (31 - (uint32_t)__builtin_clz(quotes)); }
    close -= 16;
  }
#endif
  do { close--; } while (bytes[close] != '"');
  return close;
}

/// The end of the key before the colon at `colon`. Returns false if no colon is there.
CSJ_INLINE bool csj_key_end(const uint8_t *_Nonnull bytes, uint32_t colon,
                            uint32_t *_Nonnull close) {
  // Usually both are adjacent, and one load shows it.
  uint16_t end, usual;
  __builtin_memcpy(&end, bytes + colon - 1, 2);
  __builtin_memcpy(&usual, "\":", 2);
  *close = colon - 1;
  if (end == usual) { return true; }
  if (bytes[colon] != ':') { return false; }
  *close = csj_closing_quote(bytes, colon);
  return true;
}

/// `length` without the bytes of a UTF-8 sequence that the end cuts. Bytes that are not UTF-8 stay
/// included.
static inline __attribute__((unused)) size_t csj_whole_characters(const uint8_t *_Nonnull bytes,
                                                                  size_t length) {
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    const uint8_t byte = bytes[length - back];
    if (byte < 0x80) { return length; }
    if (byte >= 0xC0) {
      const size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return size > back ? length - back : length;
    }
  }
  return length;
}

#ifdef __cplusplus
}
#endif

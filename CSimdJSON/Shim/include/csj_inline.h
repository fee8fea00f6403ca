// Small functions that Swift inlines, without a call across the language boundary. Plain C.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Always inlined, regardless of the optimiser's estimate: each is a few instructions on a hot
/// path.
#define CSJ_INLINE static inline __attribute__((always_inline))

/// Placed before a hot loop: aligns it to a cache line, so that its speed does not depend on the
/// code before it.
#if defined(__has_attribute)
#if __has_attribute(code_align)
#define CSJ_ALIGNED_LOOP __attribute__((code_align(64)))
#endif
#endif
#ifndef CSJ_ALIGNED_LOOP
#define CSJ_ALIGNED_LOOP
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Whether `count` bytes are equal.
CSJ_INLINE bool csj_equal(const uint8_t *_Nonnull a, const uint8_t *_Nonnull b, size_t count) {
  return __builtin_memcmp(a, b, count) == 0;
}

/// The address of the current stack frame, which shows how much of the stack is in use.
CSJ_INLINE uintptr_t csj_frame_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/// For a loop that waits for another thread: leaves the core to its other hardware thread for some ten
/// cycles.
CSJ_INLINE void csj_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}

/// Four bytes as a little-endian word.
CSJ_INLINE uint32_t csj_load32(const uint8_t *_Nonnull bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

/// Whether `byte` may follow a number or a literal: a structural character or white space.
CSJ_INLINE bool csj_ends_scalar(uint8_t byte) {
  return byte == ',' || (byte | 0x20) == '}' || (byte | 0x20) == '{' || byte == ':' ||
         (byte <= 0x20 && (0x100002600ull >> byte & 1));
}

/// Eight bytes as a little-endian word.
CSJ_INLINE uint64_t csj_load64(const uint8_t *_Nonnull bytes) {
  return (uint64_t)csj_load32(bytes) | (uint64_t)csj_load32(bytes + 4) << 32;
}

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

/// The first `byte` among `count` bytes, or NULL.
CSJ_INLINE const uint8_t *_Nullable csj_find(const uint8_t *_Nonnull bytes, uint8_t byte,
                                                size_t count) {
  return (const uint8_t *)__builtin_memchr(bytes, byte, count);
}

/// The digits of `word` with '0' subtracted; the high bit marks each byte that is not a digit.
CSJ_INLINE uint64_t csj_non_digits(uint64_t word) {
  return (((word & 0x7F7F7F7F7F7F7F7Full) + 0x7676767676767676ull) | word) & 0x8080808080808080ull;
}

/// The number formed by the first `count` bytes (1 to 8) of `word`, digits with '0' subtracted.
/// Shifts out the bytes after them, which leaves leading zeros; three multiplications combine the
/// rest.
CSJ_INLINE uint64_t csj_add_digits(uint64_t word, size_t count) {
  word <<= 64 - 8 * count;
  word = (word * 2561) >> 8 & 0x00FF00FF00FF00FFull;
  word = (word * 6553601) >> 16 & 0x0000FFFF0000FFFFull;
  return word * 42949672960001ull >> 32;
}

/// Continues `csj_parse_digits` from the ninth digit on.
static inline size_t csj_parse_more_digits(const uint8_t *_Nonnull bytes,
                                           uint64_t *_Nonnull value) {
  static const uint64_t powers[9] = {1,      10,      100,      1000,     10000,
                                     100000, 1000000, 10000000, 100000000};
  uint64_t result = *value;
  size_t count = 8;
  for (;;) {
    const uint64_t word = csj_load64(bytes + count) ^ 0x3030303030303030ull;
    const uint64_t others = csj_non_digits(word);
    size_t digits = others == 0 ? 8 : (size_t)__builtin_ctzll(others) / 8;
    if (count + digits > 19) { digits = 19 - count; }
    if (digits == 0) { break; }
    result = result * powers[digits] + csj_add_digits(word, digits);
    count += digits;
    if (digits < 8) { break; }
  }
  *value = result;
  return count;
}

/// Parses the digits at `bytes` as a number, at most 19 digits, so that `*value` can't overflow.
/// Returns their number, and reads up to 8 bytes after them. Takes eight digits at a time, without
/// a branch on their number.
CSJ_INLINE size_t csj_parse_digits(const uint8_t *_Nonnull bytes, uint64_t *_Nonnull value) {
  const uint64_t word = csj_load64(bytes) ^ 0x3030303030303030ull;
  const uint64_t others = csj_non_digits(word);
  if (others == 0) {
    *value = csj_add_digits(word, 8);
    return csj_parse_more_digits(bytes, value);
  }
  const size_t digits = (size_t)__builtin_ctzll(others) / 8;
  // Shifted in two steps, because no digits at all need a shift by 64 bits, which one step can't
  // do.
  *value = csj_add_digits(word << 8 * (7 - digits), 7);
  return digits;
}

/// Parses the most common double: two to seven digits with a point among them, nothing else. One word
/// contains all of it and the byte after it, so that no loop runs and no branch is guessed. Returns
/// false for any other text. Reads 9 bytes.
///
/// Correctly rounded: both the digits and the power of ten are exact doubles, and one division rounds
/// once.
CSJ_INLINE bool csj_parse_short_double(const uint8_t *_Nonnull token, double *_Nonnull out) {
  static const double powers[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
  const bool negative = *token == '-';
  const uint8_t *const p = token + negative;
  const uint64_t word = csj_load64(p) ^ 0x3030303030303030ull;
  const uint64_t others = csj_non_digits(word);
  const uint64_t behind = others & (others - 1);
  if (behind == 0) { return false; }
  const unsigned point = (unsigned)__builtin_ctzll(others) / 8;
  const unsigned end = (unsigned)__builtin_ctzll(behind) / 8;
  if (p[point] != '.' || point == 0 || end == point + 1 || !csj_ends_scalar(p[end]) ||
      (*p == '0' && point > 1)) {
    return false;
  }
  const uint64_t whole = (1ull << (8 * point)) - 1;
  const uint64_t digits = csj_add_digits((word & whole) | (word >> 8 & ~whole), end - 1);
  const double value = (double)digits / powers[end - 1 - point];
  *out = negative ? -value : value;
  return true;
}

/// Whether a number without an exponent, of at most 300 digits, is at `token`, and ends there:
/// these are valid for any value. Reads no further than one byte after the last digit.
CSJ_INLINE bool csj_is_plain_number(const uint8_t *_Nonnull token) {
  const uint8_t *p = token;
  if (*p == '-') { ++p; }
  const uint8_t *const digits = p;
  while ((uint8_t)(*p - '0') <= 9) { ++p; }
  if (p == digits || (*digits == '0' && p - digits > 1)) { return false; }
  if (*p == '.') {
    const uint8_t *const fraction = ++p;
    while ((uint8_t)(*p - '0') <= 9) { ++p; }
    if (p == fraction) { return false; }
  }
  return p - token <= 300 && csj_ends_scalar(*p);
}

/// How a token's first byte changes the nesting.
static const int8_t csj_nesting[256] = {
    // Rows of 32; '[' and ']' are 0x5B and 0x5D, '{' and '}' are 0x7B and 0x7D.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, -1, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, -1, 0, 0,
};

/// Skips from `token`, which lies directly inside a container, past the container's closing
/// bracket. Returns the token after it, or UINT32_MAX if it does not close before `end`. `token` <=
/// `end`.
///
/// The hottest loop of all. Four tokens without a bracket or a literal, the most common case, cost
/// four loads of a byte and one branch; four with a literal, four more table lookups; and only
/// brackets are counted one by one. (Four alternatives took longer: a plain loop, one that adds up
/// depths without branches, one that takes eight tokens at a time, and an AVX-512 gather.) Sound
/// because tokens are read below `end` only, and each is an offset into readable bytes; what else
/// has the letters' bit, in broken text, is not in the table.
CSJ_INLINE uint32_t csj_walk_out(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                                 uint32_t token, uint32_t end) {
  const uint32_t *p = tokens + token;
  const uint32_t *const stop = tokens + end;
  int32_t depth = 1;
  CSJ_ALIGNED_LOOP for (; stop - p >= 4; p += 4) {
    // Among the first bytes of tokens, only brackets and the letters of literals have this bit.
    if (((bytes[p[0]] | bytes[p[1]] | bytes[p[2]] | bytes[p[3]]) & 0x40) == 0) { continue; }
    const int8_t a = csj_nesting[bytes[p[0]]], b = csj_nesting[bytes[p[1]]];
    const int8_t c = csj_nesting[bytes[p[2]]], d = csj_nesting[bytes[p[3]]];
    if ((a | b | c | d) != 0) {
      if ((depth += a) == 0) { return (uint32_t)(p - tokens) + 1; }
      if ((depth += b) == 0) { return (uint32_t)(p - tokens) + 2; }
      if ((depth += c) == 0) { return (uint32_t)(p - tokens) + 3; }
      if ((depth += d) == 0) { return (uint32_t)(p - tokens) + 4; }
    }
  }
  for (; p < stop; p++) {
    if ((depth += csj_nesting[bytes[*p]]) == 0) { return (uint32_t)(p - tokens) + 1; }
  }
  return UINT32_MAX;
}

/// The same result as `csj_walk_out`, from the kinds of tokens: 64 of them in a few instructions. Only
/// where stage 1 provides kinds, because it takes AVX-512.
uint32_t csj_walk_out_kinds(const uint8_t *_Nonnull kinds, uint32_t token, uint32_t end);

/// Skips from `token` past the container around it, using the kinds if available.
CSJ_INLINE uint32_t csj_walk_out_of(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                                    const uint8_t *_Nullable kinds, uint32_t token, uint32_t end) {
  return kinds != 0 ? csj_walk_out_kinds(kinds, token, end)
                    : csj_walk_out(bytes, tokens, token, end);
}

/// Writes the partner of each opening bracket among `count` tokens to `links[i]`: the closing
/// bracket's number plus `first`, or 0 if it has no partner. Leaves the entries of all other tokens
/// unchanged.
///
/// The open brackets are chained through the array itself, so that no stack is needed and no depth is
/// too deep. Four tokens at a time, as above. Sound because only entries below `count` are written,
/// and a chain leads to entries written before.
static inline void csj_make_links(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                                  uint32_t count, uint32_t first, uint32_t *_Nonnull links) {
  const uint32_t none = UINT32_MAX;
  uint32_t open = none;
  uint32_t i = 0;
  while (i < count) {
    if (count - i >= 4 && ((bytes[tokens[i]] | bytes[tokens[i + 1]] | bytes[tokens[i + 2]] |
                            bytes[tokens[i + 3]]) & 0x40) == 0) {
      i += 4;
      continue;
    }
    const uint32_t stop = count - i < 4 ? count : i + 4;
    for (; i < stop; i++) {
      const int8_t nesting = csj_nesting[bytes[tokens[i]]];
      if (nesting > 0) {
        links[i] = open;
        open = i;
      } else if (nesting < 0 && open != none) {
        const uint32_t enclosing = links[open];
        links[open] = first + i;
        open = enclosing;
      }
    }
  }
  while (open != none) {
    const uint32_t enclosing = links[open];
    links[open] = 0;
    open = enclosing;
  }
}

/// Whether `byte` is a bracket (or one of four bytes that begin no value), which needs care to step
/// over. A closing bracket instead of a value (`{"a":}`) closes the container and must not be
/// skipped.
CSJ_INLINE bool csj_is_bracket(uint8_t byte) { return (byte | 0x26) == 0x7F; }

/// The same as a call, for a loop that rarely needs it and needs its registers.
__attribute__((noinline)) static bool csj_key_escapes(const uint8_t *_Nonnull bytes, size_t count) {
  return csj_has_backslash(bytes, count);
}

/// How a search for a key ended.
typedef enum csj_sought {
  /// At text that is not plain: the next step takes the slow path.
  CSJ_SOUGHT_CAREFUL,
  CSJ_SOUGHT_FOUND,
  /// At the object's closing brace: no field is left.
  CSJ_SOUGHT_NONE,
  /// At a value that is a container: the search continues after it.
  CSJ_SOUGHT_CONTAINER,
} csj_sought;

/// Searches an object's fields for a key from `separator` on: the comma before a field, or, for the
/// first, the object's own token. Continues while fields are plain: scalar values, no escapes or
/// white space in a key that may be equal. `*value` becomes the found field's value; otherwise that
/// of the last field passed (unchanged if no field was passed).
///
/// Keys are distinguished by their length, which follows from the distance of two tokens without
/// reading the text. If `name` is a literal, the comparison is a few immediate words. Sound because
/// tokens are read below `end` only (the separator at `end` at the most, where one is readable),
/// each is an offset into readable bytes, and a name is compared with bytes between two tokens.
CSJ_INLINE csj_sought csj_seek(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                               uint32_t end, uint32_t object, uint32_t separator,
                               uint32_t *_Nonnull value, const uint8_t *_Nonnull name,
                               size_t count) {
  if (separator != object) {
    // At `end` a byte is readable, but not the document's: the loop's bound is checked before a
    // comma counts.
    const uint8_t byte = bytes[tokens[separator]];
    if (byte != ',') {
      return byte == '}' && separator < end ? CSJ_SOUGHT_NONE : CSJ_SOUGHT_CAREFUL;
    }
  }
  const uint32_t *const first = tokens + separator + 1;
  const uint32_t *const stop = tokens + end;
  const uint32_t *key = first;
  csj_sought sought = CSJ_SOUGHT_CAREFUL;
  for (; stop - key > 3; key += 4) {
    const uint32_t at = key[0], colon = key[1];
    if (bytes[at] != '"' || bytes[colon] != ':') { break; }
    const size_t length = (size_t)colon - at - 2;
    const uint8_t *const raw = bytes + at + 1;
    if (length == count) {
      // Without a quote at its end, white space follows it: the key is shorter.
      if (raw[count] == '"' && csj_equal(raw, name, count) && csj_find(name, '\\', count) == 0) {
        *value = (uint32_t)(key - tokens) + 2;
        return CSJ_SOUGHT_FOUND;
      }
    } else if (length > count) {
      // An escape, or white space before the colon.
      if (raw[0] == '\\') { break; }
      if ((count == 0 || raw[0] == name[0]) &&
          (raw[count] == '"' || ((count < 2 || raw[1] == name[1] || raw[1] == '\\') &&
                                 csj_key_escapes(raw, length)))) {
        break;
      }
    }
    if (csj_is_bracket(bytes[key[2]])) {
      *value = (uint32_t)(key - tokens) + 2;
      // A closing bracket instead of a value: the value is missing.
      return (bytes[key[2]] | 0x20) == '{' ? CSJ_SOUGHT_CONTAINER : CSJ_SOUGHT_CAREFUL;
    }
    const uint8_t behind = bytes[key[3]];
    if (behind != ',') {
      if (behind == '}') { sought = CSJ_SOUGHT_NONE; }
      key += 4;
      break;
    }
  }
  if (key != first) { *value = (uint32_t)(key - tokens) - 2; }
  return sought;
}

#ifdef __cplusplus
}
#endif

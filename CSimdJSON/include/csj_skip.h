// Skipping containers: from a token inside one past its closing bracket. Plain C, inlined into
// Swift.
//
// Bounds: tokens are read below `end` only; each is an offset into readable bytes. Kinds are
// readable 64 bytes after the last token.
#pragma once

#include "csj_base.h"

#ifdef __cplusplus
extern "C" {
#endif

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
///
/// Measured: each container of twitter.json, 0.37 ns a token; 0.54 by the plain loop.
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

/// The same result as `csj_walk_out`, from the kinds of tokens: 64 of them in a few instructions.
/// Only where stage 1 provides kinds, because it takes AVX2 or AVX-512.
uint32_t csj_walk_out_kinds(const uint8_t *_Nonnull kinds, uint32_t token, uint32_t end);

/// Skips from `token` past the container around it, using the kinds if available.
CSJ_INLINE uint32_t csj_walk_out_of(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                                    const uint8_t *_Nullable kinds, uint32_t token, uint32_t end) {
  return kinds != 0 ? csj_walk_out_kinds(kinds, token, end)
                    : csj_walk_out(bytes, tokens, token, end);
}

/// Whether `byte` is a bracket (or one of four bytes that begin no value), which can't simply be
/// stepped over. A closing bracket instead of a value (`{"a":}`) closes the container and must not
/// be skipped.
CSJ_INLINE bool csj_is_bracket(uint8_t byte) { return (byte | 0x26) == 0x7F; }

/// Whether a container begins with this byte.
CSJ_INLINE bool csj_opens(uint8_t byte) { return (byte | 0x20) == '{'; }

#ifdef __cplusplus
}
#endif

// Where values end in an index of several, for feeds whose records are not lines. Plain C.
//
// Bounds: tokens are read below `end` only, and the one before each of them.
#pragma once

#include "csj_skip.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The value does not end among the tokens.
#define CSJ_VALUE_IS_CUT UINT32_MAX
/// Its brackets do not match, one opens where a value may not stand, or it is nested deeper than 64
/// levels.
#define CSJ_VALUE_IS_ODD (UINT32_MAX - 1)

/// Skips from the opening bracket at `token` past its partner. Returns the token after it,
/// CSJ_VALUE_IS_CUT or CSJ_VALUE_IS_ODD.
///
/// Like `csj_walk_out`, but each bracket must match its partner in kind. An opening bracket must
/// follow a colon, or, in an array, a comma or '['. So a record that lost a bracket is noticed
/// before the next one is read as a part of it. Only brackets cost extra. Sound because tokens are
/// read from `token` to below `end` only, each an offset into readable bytes.
__attribute__((unused)) static uint32_t csj_value_end(const uint8_t *_Nonnull bytes,
                                                      const uint32_t *_Nonnull tokens,
                                                      uint32_t token, uint32_t end) {
  const uint32_t *p = tokens + token + 1;
  const uint32_t *const stop = tokens + end;
  // A bit for each open level, the innermost lowest: whether it is an object ('{' has bit 5, '['
  // does not).
  uint64_t kinds = bytes[tokens[token]] >> 5 & 1;
  uint32_t depth = 1;
  while (p < stop) {
    if (stop - p >= 4 &&
        ((bytes[p[0]] | bytes[p[1]] | bytes[p[2]] | bytes[p[3]]) & 0x40) == 0) {
      p += 4;
      continue;
    }
    const uint32_t *const block_end = stop - p < 4 ? stop : p + 4;
    for (; p < block_end; p++) {
      const uint8_t byte = bytes[*p];
      const int8_t nesting = csj_nesting[byte];
      if (nesting == 0) { continue; }
      const uint64_t kind = byte >> 5 & 1;
      if (nesting > 0) {
        const uint8_t before = bytes[p[-1]];
        const bool may_open = kinds & 1 ? before == ':' : before == ',' || before == '[';
        if (depth == 64 || !may_open) { return CSJ_VALUE_IS_ODD; }
        kinds = kinds << 1 | kind;
        depth++;
      } else {
        if ((kinds & 1) != kind) { return CSJ_VALUE_IS_ODD; }
        kinds >>= 1;
        if (--depth == 0) { return (uint32_t)(p - tokens) + 1; }
      }
    }
  }
  return CSJ_VALUE_IS_CUT;
}

#ifdef __cplusplus
}
#endif

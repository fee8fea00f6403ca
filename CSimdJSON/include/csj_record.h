// A record, as the loops over its fields read it. Plain C.
//
// Bounds: tokens below `end` are those of stage 1, each an offset into readable bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a walk reads, and how it skips.
typedef struct csj_record {
  const uint8_t *_Nonnull bytes;
  const uint32_t *_Nonnull tokens;
  /// The tokens' kinds, where stage 1 gives them.
  const uint8_t *_Nullable kinds;
  uint32_t end;
  /// The first token that has a link.
  uint32_t first;
  /// The partners of brackets, if known.
  const uint32_t *_Nullable links;
  /// The number of tokens that may be skipped one by one before links are made.
  int64_t *_Nonnull budget;
} csj_record;

#ifdef __cplusplus
}
#endif

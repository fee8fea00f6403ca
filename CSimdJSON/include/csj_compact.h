// Copying the text of a document without its white space, token by token.
//
// Bounds: reads up to CSJ_PADDING bytes after the document; writes no byte after `end`.
#pragma once

#include "csj_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where to copy from, and to.
typedef struct {
  const uint8_t *_Nonnull bytes;
  /// The offsets of the tokens.
  const uint32_t *_Nonnull tokens;
  /// The next token to copy, and one past the last. A token of any document follows the last.
  uint32_t next, last;
  /// Where the next byte goes, and one past the last that may be written.
  uint8_t *_Nonnull to;
  uint8_t *_Nonnull end;
} csj_compact_copy;

/// How many bytes after the text are overwritten.
#define CSJ_COMPACT_ROOM 32

/// Copies tokens of a document that was checked in full, and advances `next` and `to`. Stops at a
/// token that needs a second look: a string with escapes, or a number with an exponent or of more
/// than 33 bytes. Stops also when `end - to` may not have room for the next token and
/// CSJ_COMPACT_ROOM.
void csj_copy_compact(csj_compact_copy *_Nonnull copy);

#ifdef __cplusplus
}
#endif

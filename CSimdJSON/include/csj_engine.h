// Stage 1: finds the tokens of a document, or of a window of a feed or stream. The engine chooses
// for each text between simdjson's stage 1 and ours.
//
// Bounds: CSJ_PADDING bytes after each text must be readable, because simdjson reads whole blocks.
// The index belongs to the engine.
#pragma once

#include "csj_base.h"
#include "csj_status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Our own stage 1 runs the first three modes if the kernel is icelake or haswell, and CSJ_CUT and
/// CSJ_REGULAR if it is fallback. simdjson's runs the others.
typedef enum {
  CSJ_DOCUMENT = 0,          ///< one whole document
  CSJ_WINDOW = 1,            ///< records of a feed, cut at a newline
  CSJ_CUT = 2,               ///< a document's window, followed by more windows: cut anywhere
  CSJ_REGULAR = 3,           ///< a whole document, or a window cut at record ends
  CSJ_STREAMING_PARTIAL = 4, ///< more bytes follow: an unclosed last string is left out
  CSJ_STREAMING_FINAL = 5    ///< the last window of a stream
} csj_mode;

/// A stage 1 parser and its index memory. Not thread-safe; an engine holds one index at a time.
typedef struct csj_engine csj_engine;

/// The output of stage 1. `tokens[count]` and `tokens[count + 1]` are readable. For whole texts
/// they equal the window's length. In CSJ_CUT and the streaming modes `tokens[count]` is where the
/// next window begins: a token that may continue there is left out.
///
/// If stage 1 is our own, in CSJ_DOCUMENT and CSJ_WINDOW mode `kinds` holds each token's first
/// byte, or 0 for numbers and literals, followed by 64 readable bytes; and `escapes`, for each 64
/// bytes of the text, whether there is a backslash, followed by as many. In CSJ_WINDOW mode `lines`
/// holds, for each newline outside strings, the number of tokens before it.
typedef struct {
  const uint32_t *_Nullable tokens;
  uint32_t count;
  const uint8_t *_Nullable kinds;
  const uint8_t *_Nullable escapes;
  const uint32_t *_Nullable lines;
  uint32_t line_count;
} csj_structurals;

/// Creates an engine for the active kernel. Returns NULL if memory runs out.
csj_engine *_Nullable csj_engine_create(void);
void csj_engine_destroy(csj_engine *_Nullable engine);

/// Makes room for windows of `bytes`. Costs 4 bytes of address space per byte, 5 with kinds, 9 with
/// lines. Memory is touched only as used.
csj_status csj_engine_reserve(csj_engine *_Nonnull engine, uint64_t bytes);

/// The window size that fits without growing.
uint64_t csj_engine_capacity(const csj_engine *_Nonnull engine);

/// Releases the index memory.
void csj_engine_release(csj_engine *_Nonnull engine);

/// Runs stage 1 over `length` bytes (grows the engine if needed). The index stays valid until the
/// engine's next call. On any error except CSJ_CAPACITY `out` is empty.
csj_status csj_stage1(csj_engine *_Nonnull engine, const uint8_t *_Nonnull bytes, uint64_t length,
                      csj_mode mode, csj_structurals *_Nonnull out);

/// Whether successive texts that CSJ_CUT accepts form valid UTF-8 as a whole. True if stage 1 is
/// our own.
bool csj_cuts_at_characters(void);

/// The number of bytes that `csj_stage1_window` may overwrite after its window.
#define CSJ_WINDOW_TAIL 16

/// The output of stage 1 for a window that may end anywhere: `tokens[count]` is readable, and lies
/// after the window.
typedef struct {
  const uint32_t *_Nullable tokens;
  uint32_t count;
  /// Whether the window ends inside a string: that of its last token.
  bool ends_in_string;
} csj_window;

/// Runs stage 1 over a window of a stream, which may end inside a string or any other token but not
/// inside a character (see `csj_whole_characters`). `CSJ_WINDOW_TAIL` bytes after it are
/// overwritten, and must be writable: whatever is there afterwards ends a scalar.
///
/// simdjson's own streaming modes report less, and search back through the index for the end of a
/// document: in one huge document, through all of it. Returns CSJ_OK, or an error in the window's
/// bytes.
csj_status csj_stage1_window(csj_engine *_Nonnull engine, uint8_t *_Nonnull bytes, uint64_t length,
                             csj_window *_Nonnull out);

#ifdef __cplusplus
}
#endif

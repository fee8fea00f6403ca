// The C interface of simdjson for Swift. Every symbol starts with csj_. No C++ and no exception
// crosses this boundary, and every allocation inside is checked.
//
// It provides stage 1 (the structural index), the number and string kernels, and UTF-8 validation,
// all dispatched by simdjson itself to the SIMD kernel of the running CPU.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csj_decimals.h"
#include "csj_escapes.h"
#include "csj_fields.h"
#include "csj_inline.h"
#include "csj_values.h"
#include "csj_search.h"
#include "csj_numbers.h"
#include "csj_pick.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that must be readable after the end of every input (SIMDJSON_PADDING).
#define CSJ_PADDING 64

/// The largest document: 4 GiB - 64, because tokens are 32-bit offsets.
#define CSJ_MAX_BYTES ((uint64_t)0xFFFFFFFFu - 63u)

typedef enum {
  CSJ_OK = 0,
  CSJ_NO_MEMORY,       ///< an allocation failed
  CSJ_TOO_LARGE,       ///< more than CSJ_MAX_BYTES
  CSJ_EMPTY,           ///< no token in the window
  CSJ_CAPACITY,        ///< streaming: the window ends inside its only document; the index is usable
  CSJ_INVALID_UTF8,    ///< the bytes are not UTF-8
  CSJ_UNCLOSED_STRING, ///< a string has no closing quote
  CSJ_CONTROL_IN_STRING, ///< a string contains a raw control character below U+0020
  CSJ_INTERNAL         ///< simdjson returned a code that stage 1 does not document
} csj_status;

/// Our own stage 1 runs the first three modes if the kernel is icelake, and CSJ_CUT and CSJ_REGULAR if it is
/// fallback. simdjson's runs the others.
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

/// The output of stage 1. `tokens[count]` and `tokens[count + 1]` are readable. For whole texts they equal the
/// window's length. In CSJ_CUT and the streaming modes `tokens[count]` is where the next window begins: a
/// token that may continue there is left out.
///
/// If stage 1 is our own, in CSJ_DOCUMENT and CSJ_WINDOW mode `kinds` holds each token's first byte, or 0 for
/// numbers and literals, followed by 64 readable bytes. In CSJ_WINDOW mode `lines` holds, for each newline
/// outside strings, the number of tokens before it.
typedef struct {
  const uint32_t *_Nullable tokens;
  uint32_t count;
  const uint8_t *_Nullable kinds;
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

/// Allocates `bytes` bytes for `csj_free`, or returns NULL. Swift's own allocation ends the process on
/// failure, which must not happen for sizes that a document can inflate.
void *_Nullable csj_allocate(size_t bytes);
/// The same, at the beginning of a cache line.
void *_Nullable csj_allocate_aligned(size_t bytes);
void csj_free(void *_Nullable memory);

/// Releases the index memory.
void csj_engine_release(csj_engine *_Nonnull engine);

/// Runs stage 1 over `length` bytes (grows the engine if needed). The index stays valid until the
/// engine's next call. On any error except CSJ_CAPACITY `out` is empty.
csj_status csj_stage1(csj_engine *_Nonnull engine, const uint8_t *_Nonnull bytes, uint64_t length,
                      csj_mode mode, csj_structurals *_Nonnull out);

/// Whether successive texts that CSJ_CUT accepts form valid UTF-8 as a whole. True if stage 1 is our own.
bool csj_cuts_at_characters(void);

/// The output of `csj_stage1_portable`.
typedef struct {
  uint64_t count;
  bool ends_in_string;
  bool has_control_in_string;
} csj_portable_index;

/// Stage 1 without SIMD, for the kernel that has none: writes the tokens of `length` bytes, at most as
/// many, and does not check UTF-8. Finds the same tokens as the other kernels.
csj_portable_index csj_stage1_portable(const uint8_t *_Nonnull bytes, uint64_t length,
                                       uint32_t *_Nonnull tokens);

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

typedef enum {
  CSJ_NUMBER_INVALID = 0, ///< not a number by RFC 8259, or a double above the largest finite one
  CSJ_NUMBER_INT64,
  CSJ_NUMBER_UINT64, ///< above Int64.max
  CSJ_NUMBER_DOUBLE, ///< has a fraction or an exponent
  CSJ_NUMBER_BIG     ///< an integer beyond 64 bits: the digits are the value
} csj_number_kind;

typedef struct {
  csj_number_kind kind;
  union {
    int64_t i;
    uint64_t u;
    double d;
  };
} csj_number;

/// Parses the number token at `token` with simdjson's number kernel. The token must end inside
/// readable memory at a byte that cannot continue it; CSJ_PADDING bytes after it must be readable.
csj_number csj_parse_number(const uint8_t *_Nonnull token);

/// The correctly rounded double of the number at `token`, of any length. Returns false if it is not
/// a number, or exceeds the largest finite double.
bool csj_parse_double(const uint8_t *_Nonnull token, double *_Nonnull out);

/// The same for a usual number whose point `csj_measure_number` has located: its parts are read at
/// once, without a loop. Returns false if it is long; use `csj_parse_double`.
bool csj_parse_measured_double(const uint8_t *_Nonnull token, size_t count, uint8_t point,
                               double *_Nonnull out);

/// Unescapes the string whose first byte after the opening quote is `source`, up to its closing
/// quote. Returns the end of the output, or NULL for an invalid escape (including lone surrogates).
/// `destination` needs the raw length + CSJ_PADDING bytes; `source` needs CSJ_PADDING readable
/// bytes after the closing quote.
uint8_t *_Nullable csj_unescape(const uint8_t *_Nonnull source, uint8_t *_Nonnull destination);

/// Whether the bytes are UTF-8.
bool csj_is_utf8(const uint8_t *_Nullable bytes, size_t length);

/// Writes the offsets of the newlines in `bytes[from..<length]` in order: up to `room` (at least
/// 64) of them. Fewer than `room - 63` are all of them; otherwise continue after the last. `sparse`
/// is faster if lines are longer than about 500 bytes, and slower otherwise. CSJ_PADDING bytes
/// after the window must be readable.
size_t csj_newlines(const uint8_t *_Nonnull bytes, uint32_t from, uint32_t length,
                    uint32_t *_Nonnull out, size_t room, bool sparse);

/// The offset of the last newline; `length` if there is no newline.
size_t csj_last_newline(const uint8_t *_Nonnull bytes, size_t length);

// Kernels (simdjson's implementations). The choice is process-wide: make it at start-up only.

size_t csj_kernel_count(void);
/// "icelake", "haswell", "westmere", "arm64", "fallback" … ; NULL past the last.
const char *_Nullable csj_kernel_name(size_t index);
bool csj_kernel_is_supported(size_t index);
const char *_Nonnull csj_kernel_active(void);
/// Returns false and changes nothing for an unknown kernel or one that this CPU does not support.
bool csj_kernel_select(const char *_Nonnull name);

/// The version of the simdjson headers the shim was compiled with, such as "3.0.1".
const char *_Nonnull csj_simdjson_version(void);

/// The bounds of the current thread's stack: its lowest address, and the end after its highest. Returns
/// false if the system does not report them. Takes nanoseconds, but microseconds in a thread's first call.
/// On Linux's main thread the first call takes longer, because it reads a file.
bool csj_stack_bounds(uintptr_t *_Nonnull lowest, uintptr_t *_Nonnull end);

/// What the writers on the current thread share: see WritingDepth.swift.
typedef struct csj_writing_depth {
  /// How many levels are open.
  uint32_t levels;
  /// How many calls are at work that hear of a refusal.
  uint32_t listeners;
  /// Whether a level was refused since the outermost call began.
  bool refused;
} csj_writing_depth;

/// Valid on the current thread, for as long as it runs. Nanoseconds.
csj_writing_depth *_Nonnull csj_writing_depth_here(void);

#ifdef __cplusplus
}
#endif

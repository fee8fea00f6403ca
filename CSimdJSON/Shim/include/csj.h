// The C face of simdjson for Swift. Every symbol starts with csj_; no C++ crosses this line,
// nothing is thrown across it, and every allocation behind it is checked.
//
// What is behind it: stage 1 (the structural index), the number and string kernels, and UTF-8
// validation, all dispatched by simdjson itself to the SIMD kernel of the running CPU.
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

/// Bytes that must be readable behind the end of every input (SIMDJSON_PADDING).
#define CSJ_PADDING 64

/// The largest document: 4 GiB - 64, as tokens are 32-bit offsets.
#define CSJ_MAX_BYTES ((uint64_t)0xFFFFFFFFu - 63u)

typedef enum {
  CSJ_OK = 0,
  CSJ_NO_MEMORY,       ///< an allocation failed
  CSJ_TOO_LARGE,       ///< more than CSJ_MAX_BYTES
  CSJ_EMPTY,           ///< no token in the window
  CSJ_CAPACITY,        ///< streaming: the window ends inside its only document; the index is usable
  CSJ_INVALID_UTF8,    ///< the bytes are not UTF-8
  CSJ_UNCLOSED_STRING, ///< a string has no closing quote
  CSJ_CONTROL_IN_STRING, ///< a raw control character below U+0020 stands in a string
  CSJ_INTERNAL         ///< simdjson answered with a code that stage 1 does not document
} csj_status;

/// The first three are run by the stage 1 of our own where the kernel is icelake, and CSJ_CUT and CSJ_REGULAR
/// where it is fallback, else by simdjson's.
typedef enum {
  CSJ_DOCUMENT = 0,          ///< one whole document
  CSJ_WINDOW = 1,            ///< records of a feed, cut at a newline
  CSJ_CUT = 2,               ///< a document's window, of which more follow: cut anywhere
  CSJ_REGULAR = 3,           ///< a whole document, or a window cut at record ends
  CSJ_STREAMING_PARTIAL = 4, ///< more bytes follow: an unclosed last string is left out
  CSJ_STREAMING_FINAL = 5    ///< the last window of a stream
} csj_mode;

/// A stage-1 parser and its index memory. Not thread-safe; one index is alive per engine.
typedef struct csj_engine csj_engine;

/// What stage 1 found. `tokens[count]` and `tokens[count + 1]` are readable. Where all is whole they equal
/// the window's length; in CSJ_CUT and the streaming modes `tokens[count]` is where the next window begins:
/// a token that may go on there is left out.
///
/// Where stage 1 is our own, in CSJ_DOCUMENT and CSJ_WINDOW mode `kinds` has each token's first byte, or 0 for
/// numbers and literals, with 64 readable bytes behind the last; and in CSJ_WINDOW mode `lines` has for each
/// newline outside strings the number of tokens before it.
typedef struct {
  const uint32_t *_Nullable tokens;
  uint32_t count;
  const uint8_t *_Nullable kinds;
  const uint32_t *_Nullable lines;
  uint32_t line_count;
} csj_structurals;

/// A new engine for the active kernel, or NULL when memory is short.
csj_engine *_Nullable csj_engine_create(void);
void csj_engine_destroy(csj_engine *_Nullable engine);

/// Makes room for windows of `bytes`. Costs 4 bytes of address space per byte, 5 where kinds are
/// wanted, 9 where lines are; memory is touched as used.
csj_status csj_engine_reserve(csj_engine *_Nonnull engine, uint64_t bytes);

/// The window size that fits without growing.
uint64_t csj_engine_capacity(const csj_engine *_Nonnull engine);

/// `bytes` bytes of memory for `csj_free`, or NULL when there are none: Swift's own allocation ends the
/// process instead, and what a document can make large must not.
void *_Nullable csj_allocate(size_t bytes);
/// The same, at the beginning of a cache line.
void *_Nullable csj_allocate_aligned(size_t bytes);
void csj_free(void *_Nullable memory);

/// Gives the index memory back.
void csj_engine_release(csj_engine *_Nonnull engine);

/// Runs stage 1 over `length` bytes (grows the engine when needed). The index stays valid until the
/// engine's next call. On an error other than CSJ_CAPACITY `out` is empty.
csj_status csj_stage1(csj_engine *_Nonnull engine, const uint8_t *_Nonnull bytes, uint64_t length,
                      csj_mode mode, csj_structurals *_Nonnull out);

/// Whether what CSJ_CUT windows accept, one behind the other, is UTF-8 as a whole: so it is where stage 1 is our
/// own.
bool csj_cuts_at_characters(void);

/// What `csj_stage1_portable` found.
typedef struct {
  uint64_t count;
  bool ends_in_string;
  bool has_control_in_string;
} csj_portable_index;

/// Stage 1 without SIMD, for the kernel that has none: writes the tokens of `length` bytes, at most as
/// many, and says nothing of UTF-8. The tokens are those that the other kernels find.
csj_portable_index csj_stage1_portable(const uint8_t *_Nonnull bytes, uint64_t length,
                                       uint32_t *_Nonnull tokens);

/// How many bytes `csj_stage1_window` may overwrite behind its window.
#define CSJ_WINDOW_TAIL 16

/// What stage 1 found in a window that may end anywhere: `tokens[count]` is readable, and lies
/// behind the window.
typedef struct {
  const uint32_t *_Nullable tokens;
  uint32_t count;
  /// Whether the window ends inside a string: that of its last token.
  bool ends_in_string;
} csj_window;

/// Runs stage 1 over a window of a stream, which may end inside a string or any other token but not
/// inside a character (see `csj_whole_characters`). `CSJ_WINDOW_TAIL` bytes behind it are
/// overwritten, and need room: what stands there in the end ends a scalar.
///
/// simdjson's own streaming modes tell less, and go back over the index to look for the end of a
/// document: with one huge document over all of it. CSJ_OK, or an error that lies in the window's
/// bytes.
csj_status csj_stage1_window(csj_engine *_Nonnull engine, uint8_t *_Nonnull bytes, uint64_t length,
                             csj_window *_Nonnull out);

typedef enum {
  CSJ_NUMBER_INVALID = 0, ///< not a number by RFC 8259, or a double beyond the largest finite one
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
/// readable memory at a byte that cannot continue it; CSJ_PADDING bytes behind it must be readable.
csj_number csj_parse_number(const uint8_t *_Nonnull token);

/// The correctly rounded double of the number at `token`, whatever its length. False: not a number,
/// or beyond the largest finite double.
bool csj_parse_double(const uint8_t *_Nonnull token, double *_Nonnull out);

/// The same for a usual number of which `csj_measure_number` said where its point is: its parts are
/// read at once, without a loop. False: it is long; use `csj_parse_double`.
bool csj_parse_measured_double(const uint8_t *_Nonnull token, size_t count, uint8_t point,
                               double *_Nonnull out);

/// Unescapes the string whose first byte behind the opening quote is `source`, up to its closing
/// quote. Returns the end of what was written, or NULL for an invalid escape (lone surrogates
/// included). `destination` needs the raw length + CSJ_PADDING bytes; `source` needs CSJ_PADDING
/// readable bytes behind the closing quote.
uint8_t *_Nullable csj_unescape(const uint8_t *_Nonnull source, uint8_t *_Nonnull destination);

/// Whether the bytes are UTF-8.
bool csj_is_utf8(const uint8_t *_Nullable bytes, size_t length);

/// Notes where the newlines of `bytes[from..<length]` stand, in order: up to `room` (at least 64)
/// of them. Fewer than `room - 63` are all there are; otherwise go on behind the last. `sparse`
/// makes it faster where lines are longer than some 500 bytes, and slower elsewhere. CSJ_PADDING
/// bytes behind the window must be readable.
size_t csj_newlines(const uint8_t *_Nonnull bytes, uint32_t from, uint32_t length,
                    uint32_t *_Nonnull out, size_t room, bool sparse);

/// Where the last newline stands; `length` when there is none.
size_t csj_last_newline(const uint8_t *_Nonnull bytes, size_t length);

// Kernels (simdjson's implementations). The choice is process-wide: make it at start-up only.

size_t csj_kernel_count(void);
/// "icelake", "haswell", "westmere", "arm64", "fallback" … ; NULL beyond the last.
const char *_Nullable csj_kernel_name(size_t index);
bool csj_kernel_is_supported(size_t index);
const char *_Nonnull csj_kernel_active(void);
/// False (and nothing changes) for an unknown kernel or one that this CPU lacks.
bool csj_kernel_select(const char *_Nonnull name);

/// The version of the simdjson headers the shim was compiled with, such as "3.0.1".
const char *_Nonnull csj_simdjson_version(void);

/// Where the stack of the thread at hand lies, from its lowest address to the end behind its highest.
/// False: the system does not say. Nanoseconds but for a thread's first call, which takes microseconds; on
/// Linux's main thread more, as a file is read.
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

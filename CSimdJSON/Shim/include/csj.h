// The C face of simdjson for Swift. Every symbol starts with csj_; no C++ crosses this line, nothing
// is thrown across it, and every allocation behind it is checked.
//
// What is behind it: stage 1 (the structural index), the number and string kernels, and UTF-8
// validation, all dispatched by simdjson itself to the SIMD kernel of the running CPU.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
  CSJ_CAPACITY,        ///< streaming: the only document in the window is cut by its end; the index is usable
  CSJ_INVALID_UTF8,    ///< the bytes are not UTF-8
  CSJ_UNCLOSED_STRING, ///< a string has no closing quote
  CSJ_CONTROL_IN_STRING, ///< a raw control character below U+0020 stands in a string
  CSJ_INTERNAL         ///< simdjson answered with a code that stage 1 does not document
} csj_status;

typedef enum {
  CSJ_REGULAR = 0,           ///< one whole document, or a window cut at record ends
  CSJ_STREAMING_PARTIAL = 1, ///< more bytes follow: an unclosed last string is left out
  CSJ_STREAMING_FINAL = 2    ///< the last window of a stream
} csj_mode;

/// A stage-1 parser and its index memory. Not thread-safe; one index is alive per engine.
typedef struct csj_engine csj_engine;

/// What stage 1 found. `tokens[count]` and `tokens[count + 1]` are readable: in CSJ_REGULAR mode
/// they equal the window's length, in a streaming mode `tokens[count]` is where the next window begins.
typedef struct {
  const uint32_t *_Nullable tokens;
  uint32_t count;
} csj_structurals;

/// A new engine for the active kernel, or NULL when memory is short.
csj_engine *_Nullable csj_engine_create(void);
void csj_engine_destroy(csj_engine *_Nullable engine);

/// Makes room for windows of `bytes`. Costs 4 bytes of address space per byte; memory is touched as used.
csj_status csj_engine_reserve(csj_engine *_Nonnull engine, uint64_t bytes);

/// The window size that fits without growing.
uint64_t csj_engine_capacity(const csj_engine *_Nonnull engine);

/// Gives the index memory back.
void csj_engine_release(csj_engine *_Nonnull engine);

/// Runs stage 1 over `length` bytes (grows the engine when needed). The index stays valid until the
/// engine's next call. On an error other than CSJ_CAPACITY `out` is empty.
csj_status csj_stage1(csj_engine *_Nonnull engine, const uint8_t *_Nonnull bytes, uint64_t length,
                      csj_mode mode, csj_structurals *_Nonnull out);

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

/// Unescapes the string whose first byte behind the opening quote is `source`, up to its closing
/// quote. Returns the end of what was written, or NULL for an invalid escape (lone surrogates
/// included). `destination` needs the raw length + CSJ_PADDING bytes; `source` needs CSJ_PADDING
/// readable bytes behind the closing quote.
uint8_t *_Nullable csj_unescape(const uint8_t *_Nonnull source, uint8_t *_Nonnull destination);

/// Whether the bytes are UTF-8.
bool csj_is_utf8(const uint8_t *_Nullable bytes, size_t length);

/// From `token`, which stands directly inside a container, to behind the container's closing bracket:
/// the token after it, or UINT32_MAX when it does not close before `end`. `token` <= `end`.
uint32_t csj_walk_out(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                      uint32_t token, uint32_t end);

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

// Small things that Swift inlines: no call crosses the language boundary for them.

/// Whether `count` bytes are equal.
static inline bool csj_equal(const uint8_t *_Nonnull a, const uint8_t *_Nonnull b, size_t count) {
  return __builtin_memcmp(a, b, count) == 0;
}

/// Four bytes as a little-endian word.
static inline uint32_t csj_load32(const uint8_t *_Nonnull bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

/// Whether `byte` may stand behind a number or a literal: a structural character or white space.
static inline bool csj_ends_scalar(uint8_t byte) {
  return byte == ',' || (byte | 0x20) == '}' || (byte | 0x20) == '{' || byte == ':' ||
         (byte <= 0x20 && (0x100002600ull >> byte & 1));
}

/// Whether a backslash is among `count` bytes. Reads up to 7 bytes behind them (within the padding).
static inline bool csj_has_backslash(const uint8_t *_Nonnull bytes, size_t count) {
  if (count >= 48) { return __builtin_memchr(bytes, '\\', count) != 0; }
  for (size_t i = 0; i < count; i += 8) {
    const uint64_t low = csj_load32(bytes + i), high = csj_load32(bytes + i + 4);
    uint64_t word = low | high << 32;
    // Bytes behind the end do not count: the first byte is the lowest.
    if (count - i < 8) { word &= (1ull << (8 * (count - i))) - 1; }
    const uint64_t zero = word ^ 0x5C5C5C5C5C5C5C5Cull;
    if ((zero - 0x0101010101010101ull) & ~zero & 0x8080808080808080ull) { return true; }
  }
  return false;
}

/// The first `byte` among `count` bytes, or NULL.
static inline const uint8_t *_Nullable csj_find(const uint8_t *_Nonnull bytes, uint8_t byte,
                                                size_t count) {
  return (const uint8_t *)__builtin_memchr(bytes, byte, count);
}

/// Eight bytes as a little-endian word.
static inline uint64_t csj_load64(const uint8_t *_Nonnull bytes) {
  return (uint64_t)csj_load32(bytes) | (uint64_t)csj_load32(bytes + 4) << 32;
}

/// Whether the eight bytes of `word` are all digits.
static inline bool csj_is_eight_digits(uint64_t word) {
  return ((word & 0xF0F0F0F0F0F0F0F0ull) |
          (((word + 0x0606060606060606ull) & 0xF0F0F0F0F0F0F0F0ull) >> 4)) == 0x3333333333333333ull;
}

/// The digits at `bytes` as a number, 19 at the most: `*value` can't overflow. Returns how many there
/// were, and reads up to 8 bytes behind them. Eight digits at a time: three multiplications instead of
/// a chain of eight.
static inline size_t csj_parse_digits(const uint8_t *_Nonnull bytes, uint64_t *_Nonnull value) {
  uint64_t result = 0;
  size_t count = 0;
  while (count <= 8) {
    uint64_t word = csj_load64(bytes + count);
    if (!csj_is_eight_digits(word)) { break; }
    word = (word & 0x0F0F0F0F0F0F0F0Full) * 2561 >> 8;
    word = (word & 0x00FF00FF00FF00FFull) * 6553601 >> 16;
    word = (word & 0x0000FFFF0000FFFFull) * 42949672960001ull >> 32;
    result = result * 100000000 + word;
    count += 8;
  }
  for (uint8_t digit; count < 19 && (digit = (uint8_t)(bytes[count] - '0')) <= 9; count++) {
    result = result * 10 + digit;
  }
  *value = result;
  return count;
}

/// Whether a number without an exponent, of at most 300 digits, stands at `token`, and ends there: the
/// numbers that are valid whatever their value. Reads no further than a byte behind the last digit.
static inline bool csj_is_plain_number(const uint8_t *_Nonnull token) {
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

#ifdef __cplusplus
}
#endif

// Numbers of any kind, through simdjson's number kernel.
//
// Bounds: simdjson's kernel reads digits eight at a time, so CSJ_PADDING bytes after each token
// must be readable.
#pragma once

#include "csj_decimals.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/// The longest text that `csj_parse_text_double` takes.
#define CSJ_LONGEST_QUOTED 64u

/// The correctly rounded double of a number that is all of a text, of which nothing needs to follow.
/// Returns false if it is none by JSON's grammar, or exceeds the largest finite double, or is longer.
/// Reads `count` bytes.
bool csj_parse_text_double(const uint8_t *_Nonnull text, size_t count, double *_Nonnull out);

/// The same as `csj_parse_double` for a usual number whose point `csj_measure_number` has located: its
/// parts are read at once, without a loop. NaN for a few that are long; use `csj_parse_double`.
double csj_parse_measured_double(const uint8_t *_Nonnull token, size_t count, uint8_t point);

/// The correctly rounded double of a number. Returns false for zero, and for a few that need more
/// care: parse the text.
bool csj_convert_decimal(csj_decimal number, double *_Nonnull out);

#ifdef __cplusplus
}
#endif

// Decimals: numbers kept as written.
//
// Bounds: a number's text is readable for 64 bytes from its start, which CSJ_PADDING allows.
// Writing overwrites up to CSJ_NUMBER_ROOM bytes, more than the text has.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A number without an exponent as written: all its digits, including trailing zeros, and the
/// number of digits after the point.
typedef struct {
  uint64_t digits;
  uint8_t places;
  bool is_negative;
} csj_decimal;

/// Parses the `count` bytes (at least one) of a number: valid, with a point and without an
/// exponent. Returns false for any other number, or for more than 19 digits from the first one that
/// is not zero. `text` may be followed by anything; 64 bytes from its start are readable.
bool csj_read_decimal(const uint8_t *_Nonnull text, size_t count, csj_decimal *_Nonnull out);

typedef enum {
  CSJ_USUAL_NONE = 0, ///< any other number
  CSJ_USUAL_INTEGER,  ///< up to 18 digits without a point; not zero with a sign
  CSJ_USUAL_DOUBLE,   ///< with a point, and spelled as its double: see csj_is_spelled_as_double
  CSJ_USUAL_DECIMAL   ///< any other of up to 19 digits with a point
} csj_usual_kind;

/// A number as most are written: without an exponent.
typedef struct {
  uint64_t bits; ///< the integer, the double, or a decimal's digits
  uint8_t places;
  bool is_negative;
  uint8_t kind;
} csj_usual_number;

/// Reads the number at `text`, at once, without a loop over its digits. CSJ_USUAL_NONE for any other
/// text. 64 bytes from its start are readable.
csj_usual_number csj_read_usual(const uint8_t *_Nonnull text);

/// Whether the shortest decimal of the nearest double has this very spelling. False for 16 digits and
/// more, of which some have it.
bool csj_is_spelled_as_double(csj_decimal number);

/// Whether the magnitude is the shortest decimal of that of `value`.
bool csj_is_shortest(csj_decimal number, double value);

/// Writes the number as it was read. Returns the number of bytes; up to CSJ_NUMBER_ROOM (of
/// csj_number_output.h) are overwritten.
size_t csj_write_decimal(csj_decimal number, uint8_t *_Nonnull out);

#ifdef __cplusplus
}
#endif

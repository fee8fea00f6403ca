// Numbers and Booleans that are strings: "100", "1.5", "true". Plain C, inlined into Swift.
//
// Bounds: `text` is the first byte after a string's opening quote, and its closing quote is there: digits
// and letters have no quote among them, so a quote right after them is the closing one. Beyond that,
// those of csj_digits.h, one byte later.
#pragma once

#include "csj_digits.h"
#include "csj_numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Parses the string that is an integer of up to 18 digits. Returns false for any other.
CSJ_INLINE bool csj_parse_quoted_integer(const uint8_t *_Nonnull text, int64_t *_Nonnull value) {
  const bool negative = *text == '-';
  const uint8_t *const digits = text + negative;
  uint64_t magnitude = 0;
  const size_t count = csj_parse_digits(digits, &magnitude);
  if (count - 1 >= 18 || digits[count] != '"' || (*digits == '0' && count > 1)) { return false; }
  *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
  return true;
}

/// Parses the string, of `count` bytes as it is written, that is a number by JSON's grammar: the nearest
/// double. Returns false for any other, one beyond the largest double, and one of more than
/// CSJ_LONGEST_QUOTED bytes.
CSJ_INLINE bool csj_parse_quoted_double(const uint8_t *_Nonnull text, size_t count,
                                        double *_Nonnull value) {
  return csj_parse_short_double_before(text, CSJ_AFTER_TEXT, value) ||
         csj_parse_text_double(text, count, value);
}

/// Parses the string that is true or false. Returns 1 or 0, and -1 for any other.
CSJ_INLINE int csj_parse_quoted_bool(const uint8_t *_Nonnull text) {
  if (csj_load32(text) == 0x65757274u) { return text[4] == '"' ? 1 : -1; }
  return *text == 'f' && csj_load32(text + 1) == 0x65736C61u && text[5] == '"' ? 0 : -1;
}

#ifdef __cplusplus
}
#endif

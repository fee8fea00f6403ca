// Numbers of any kind, through simdjson's number kernel.
//
// The kernel copies its writer by value into its slow path, so a writer that holds its result by
// value loses it there. This makes simdjson 3.0.1's own get_number() and get_double() return 0 or
// garbage with SUCCESS for more than 19 digits (its issues 2093 and 2099). Our writer writes
// through a pointer. The kernel refuses integers beyond 64 bits, which are recognised here by the
// JSON grammar. Doubles of any length that it refuses go to simdjson's exact from_chars, long ones
// by way of long_double.h.
//
// Bounds: digits are read in words of eight bytes, up to 8 bytes after a token, within CSJ_PADDING.
#pragma once

#include "csj_numbers.h"

#include "../Kernels/number_shape.h"
#include "../Kernels/powers_of_ten.h"
#include "csj_decimals.h"
#include "csj_digits.h"
#include "csj_number_text.h"
#include "long_double.h"
#include "simdjson_versions.h"

#include <cmath>

namespace {

struct writer {
  csj_number *out;
  void append_s64(int64_t value) {
    out->kind = CSJ_NUMBER_INT64;
    out->i = value;
  }
  void append_u64(uint64_t value) {
    out->kind = CSJ_NUMBER_UINT64;
    out->u = value;
  }
  void append_double(double value) {
    out->kind = CSJ_NUMBER_DOUBLE;
    out->d = value;
  }
  void skip_double() {}
};

bool exact_double(const uint8_t *token, const csj::number_shape &s, double *out) {
  const double value = s.end - token >= csj::long_number
                           ? csj::long_double(token, s.end)
                           : simdjson::internal::from_chars(reinterpret_cast<const char *>(token),
                                                            reinterpret_cast<const char *>(s.end));
  *out = value;
  return std::isfinite(value);
}

/// Reads the usual number: at most 19 digits, optionally a point, no exponent. Takes its text eight
/// digits at a time, without a branch on their number. Returns false for any other text.
inline bool read_usual(const uint8_t *token, csj_decimal *out) {
  const bool negative = *token == '-';
  const uint8_t *p = token + (negative ? 1 : 0);
  uint64_t digits = 0;
  const size_t whole = csj_parse_digits(p, &digits);
  if (whole == 0 || (*p == '0' && whole > 1)) { return false; }
  p += whole;
  size_t places = 0;
  if (*p == '.') {
    uint64_t fraction = 0;
    places = csj_parse_digits(p + 1, &fraction);
    if (places == 0 || whole + places > 19) { return false; }
    p += 1 + places;
    digits = digits * csj::powers_of_ten[places] + fraction;
  }
  if (!csj_ends_scalar(*p)) { return false; }
  *out = {digits, uint8_t(places), negative};
  return true;
}

/// Its double, by the kernel's own conversion. Returns false for a few numbers.
inline bool convert(csj_decimal number, double *out) {
  return csj::kernel::numberparsing::compute_float_64(-int64_t(number.places), number.digits,
                                                      number.is_negative, *out);
}

inline bool parse_usual(const uint8_t *token, double *out) {
  csj_decimal number;
  return read_usual(token, &number) && convert(number, out);
}

/// Whether a valid number ends within its first 32 bytes. False where that is not known at once.
inline bool is_short(const uint8_t *token) {
#if defined(__SSE2__)
  // Few bytes of a number are not digits.
  for (uint32_t stops = csj_non_digits32(token); stops != 0; stops &= stops - 1) {
    if (csj_may_end_scalar(token[__builtin_ctz(stops)])) { return true; }
  }
#endif
  return false;
}

/// Tries the kernel, then handles what it refuses, and long doubles, for which it relies on from_chars.
/// Inlined into both entry points.
inline csj_number parse(const uint8_t *token) {
  csj_number number = {CSJ_NUMBER_INVALID, {0}};
  writer w = {&number};
  const bool is_done =
      csj::kernel::numberparsing::parse_number(token, w) == simdjson::SUCCESS;
  if (is_done && (number.kind != CSJ_NUMBER_DOUBLE || is_short(token))) { return number; }
  const csj::number_shape s = csj::shape_of(token);
  if (is_done && s.end - token < csj::long_number) { return number; }
  number.kind = CSJ_NUMBER_INVALID;
  if (!s.valid) { return number; }
  if (s.integer) {
    number.kind = CSJ_NUMBER_BIG;
  } else if (exact_double(token, s, &number.d)) {
    number.kind = CSJ_NUMBER_DOUBLE;
  }
  return number;
}

} // namespace

extern "C" csj_number csj_parse_number(const uint8_t *token) { return parse(token); }

extern "C" bool csj_convert_decimal(csj_decimal number, double *out) {
  return number.digits != 0 && convert(number, out);
}

extern "C" bool csj_parse_double(const uint8_t *token, double *out) {
  if (csj_parse_short_double(token, out) || parse_usual(token, out)) { return true; }
  const csj_number number = parse(token);
  switch (number.kind) {
  case CSJ_NUMBER_INT64:
    // "-0" is the integer 0 to the kernel; as a double its sign counts.
    *out = number.i == 0 && *token == '-' ? -0.0 : double(number.i);
    return true;
  case CSJ_NUMBER_UINT64: *out = double(number.u); return true;
  case CSJ_NUMBER_DOUBLE: *out = number.d; return true;
  case CSJ_NUMBER_BIG: return exact_double(token, csj::shape_of(token), out);
  default: return false;
  }
}

// A copy with spaces after it, so that what follows the text does not matter. Only bytes of numbers are
// copied: none of them ends a scalar, so that a number which ends there is the whole text.
extern "C" bool csj_parse_text_double(const uint8_t *text, size_t count, double *out) {
  if (count > CSJ_LONGEST_QUOTED) { return false; }
  uint8_t copy[CSJ_LONGEST_QUOTED + CSJ_PADDING];
  std::memset(copy, ' ', sizeof copy);
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = text[i];
    const bool is_of_number = uint8_t(byte - '0') <= 9 || byte == '.' || byte == '-' ||
                              byte == '+' || (byte | 0x20) == 'e';
    if (!is_of_number) { return false; }
    copy[i] = byte;
  }
  return csj_parse_double(copy, out);
}

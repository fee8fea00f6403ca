// The JSON number grammar, a byte at a time: for numbers that the fast paths refuse.
//
// Bounds: reads up to the first byte that cannot continue the number, which the caller guarantees
// to be there.
#pragma once

#include <cstdint>

namespace csj {

inline bool is_digit(uint8_t c) { return uint8_t(c - '0') <= 9; }

/// Whether `c` may follow a number: a structural character, white space, or the end (a NUL byte
/// can't occur in valid JSON except after a number, so the walk over the index refuses it
/// elsewhere).
inline bool ends_number(uint8_t c) {
  return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t' ||
         c == ':' || c == '{' || c == '[';
}

/// The grammar's view of a number.
struct number_shape {
  bool valid;
  bool integer;
  const uint8_t *end;
};

/// The JSON number grammar, and nothing else.
inline number_shape shape_of(const uint8_t *p) {
  const number_shape invalid = {false, false, p};
  bool integer = true;
  if (*p == '-') { ++p; }
  if (!is_digit(*p)) { return invalid; }
  if (*p == '0' && is_digit(p[1])) { return invalid; }
  while (is_digit(*p)) { ++p; }
  if (*p == '.') {
    integer = false;
    ++p;
    if (!is_digit(*p)) { return invalid; }
    while (is_digit(*p)) { ++p; }
  }
  if (*p == 'e' || *p == 'E') {
    integer = false;
    ++p;
    if (*p == '+' || *p == '-') { ++p; }
    if (!is_digit(*p)) { return invalid; }
    while (is_digit(*p)) { ++p; }
  }
  return {ends_number(*p), integer, p};
}

} // namespace csj

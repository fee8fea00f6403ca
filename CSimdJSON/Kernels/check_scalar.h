// Literals, long numbers and escapes, for the full check.
//
// Bounds: a literal is examined by 8 bytes, an escape by up to 12; a long number up to the first
// byte that cannot continue it.
#pragma once

#include "csj_number_text.h"
#include "csj_numbers.h"
#include "number_shape.h"

namespace csj {
namespace {

/// `false`, `null` and `true` as words whose highest byte is their size, by two bits of their first
/// letters. Without the size, NUL bytes could follow them.
constexpr uint64_t literals[4] = {5ull << 56 | 0x65736C6166, 4ull << 56 | 0x6C6C756E,
                                  4ull << 56 | 0x65757274, 0};

/// Whether the number at `token` is valid: for those that are long or have an exponent. Another
/// token follows it.
__attribute__((noinline)) bool is_unusual_number(const uint8_t *token) {
  const number_shape shape = shape_of(token);
  double value;
  return shape.valid && (shape.integer || csj_parse_double(token, &value));
}

/// The UTF-16 code unit of four hexadecimal digits; larger ones if they are not.
inline uint32_t code_unit(const uint8_t *digits) {
  uint32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    const uint8_t digit = digits[i], letter = digit | 0x20;
    const bool is_letter = uint8_t(letter - 'a') <= 5;
    if (!is_digit(digit) && !is_letter) { return UINT32_MAX; }
    unit = unit << 4 | uint32_t(is_letter ? letter - 'a' + 10 : digit - '0');
  }
  return unit;
}

/// The number of bytes of the escape at `escape`, which names a code unit, or 0 if it is invalid, which a
/// lone surrogate is.
__attribute__((noinline)) uint32_t unit_escape_size(const uint8_t *escape) {
  const uint32_t unit = code_unit(escape + 2);
  if (unit < 0xD800 || (unit >= 0xE000 && unit != UINT32_MAX)) { return 6; }
  if (unit >= 0xDC00 || escape[6] != '\\' || escape[7] != 'u') { return 0; }
  const uint32_t low = code_unit(escape + 8);
  return low >= 0xDC00 && low < 0xE000 ? 12 : 0;
}

/// Whether two bytes are an escape, by the second one.
struct short_escapes {
  bool of[256] = {};

  constexpr short_escapes() {
    for (const char *letter = "\"\\/bfnrt"; *letter != 0; letter++) {
      of[uint8_t(*letter)] = true;
    }
  }
};

constexpr short_escapes short_escape;

/// The number of bytes of the escape at `escape`, or 0 if it is invalid. By a table: the letters of a switch
/// can't be foreseen.
inline uint32_t escape_size(const uint8_t *escape) {
  const uint8_t letter = escape[1];
  if (__builtin_expect(short_escape.of[letter], 1)) { return 2; }
  return letter == 'u' ? unit_escape_size(escape) : 0;
}

} // namespace
} // namespace csj

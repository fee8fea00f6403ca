// The double of a number with very many digits, by simdjson's exact conversion of a short one.
//
// simdjson's from_chars reads no more digits of an exponent once it is 65,536 or more (5.0.2: 2^28), which a number
// with as many zeros makes up for: `1`, 655,360 zeros and `e-655360` is infinite instead of 1. Its number kernel calls
// it for more than 19 digits.
//
// Bounds: reads the number's bytes only.
#pragma once

#include "../Kernels/number_shape.h"
#include "simdjson_versions.h"

#include <cstddef>

namespace csj {

/// The length from which numbers are shortened. Below it, digits can't make up for an exponent of 65,536.
constexpr ptrdiff_t long_number = 1024;

/// A number's value: 0.`digits` times ten to the power of `power`.
struct long_decimal {
  /// No double, and no midpoint between two, has more than 767 significant digits: a digit other than zero
  /// after these only means "and a little more".
  static constexpr int most_digits = 800;

  char text[most_digits + 16]; ///< a sign, "0." and the digits
  int size = 0;
  int count = 0; ///< significant digits
  bool has_more = false;
  int64_t power = 0;

  void append(char c) { text[size++] = c; }

  void take(uint8_t digit, bool is_whole) {
    if (count == 0 && digit == '0') {
      power -= !is_whole;
      return;
    }
    power += is_whole;
    if (count < most_digits) {
      append(char(digit));
      ++count;
    } else {
      has_more |= digit != '0';
    }
  }
};

/// Converts the valid number from `token` to `end`: any length, any exponent.
inline double long_double(const uint8_t *token, const uint8_t *end) {
  long_decimal number;
  if (*token == '-') {
    number.append('-');
    ++token;
  }
  number.append('0');
  number.append('.');
  bool is_whole = true;
  for (; token < end && (*token == '.' || is_digit(*token)); ++token) {
    if (*token == '.') {
      is_whole = false;
    } else {
      number.take(*token, is_whole);
    }
  }
  if (token < end) { // the exponent
    ++token;
    const bool is_negative = *token == '-';
    if (!is_digit(*token)) { ++token; }
    int64_t exponent = 0;
    for (; token < end; ++token) {
      // No text has enough digits to make up for more.
      if (exponent < int64_t(1) << 40) { exponent = exponent * 10 + (*token - '0'); }
    }
    number.power += is_negative ? -exponent : exponent;
  }
  if (number.count == 0) { number.append('0'); }
  if (number.has_more) { number.append('1'); }
  // Far beyond all doubles is as far as further.
  const int64_t power = number.power < -400 ? -400 : number.power > 400 ? 400 : number.power;
  number.append('e');
  number.append(power < 0 ? '-' : '+');
  const int magnitude = int(power < 0 ? -power : power);
  number.append(char('0' + magnitude / 100));
  number.append(char('0' + magnitude / 10 % 10));
  number.append(char('0' + magnitude % 10));
  return simdjson::internal::from_chars(number.text, number.text + number.size);
}

} // namespace csj

// Writing digits: two, eight or twenty at a time, without a branch on their number.
//
// Bounds: each function writes exactly as many bytes as its name says.
#pragma once

#include "powers_of_ten.h"

#include <cstring>

namespace csj {

struct pairs {
  uint8_t of[200] = {};
  constexpr pairs() {
    for (int i = 0; i < 100; i++) {
      of[2 * i] = uint8_t('0' + i / 10);
      of[2 * i + 1] = uint8_t('0' + i % 10);
    }
  }
};

inline constexpr pairs two_digits;

inline void write_two(uint8_t *out, uint32_t value) {
  std::memcpy(out, two_digits.of + 2 * value, 2);
}

inline void write_eight(uint8_t *out, uint32_t value) {
  const uint32_t left = value / 10000, right = value % 10000;
  write_two(out, left / 100);
  write_two(out + 2, left % 100);
  write_two(out + 4, right / 100);
  write_two(out + 6, right % 100);
}

/// Counts 1 to 19 digits, using the binary logarithm.
inline int count_digits(uint64_t value) {
  const int least = (64 - __builtin_clzll(value)) * 1233 >> 12;
  return least + (value >= powers_of_ten[least]);
}

/// Writes 20 digits, including leading zeros.
inline void write_twenty(uint8_t *out, uint64_t digits) {
  const uint64_t high = digits / 100000000;
  const uint32_t first = uint32_t(high / 100000000);
  write_two(out, first / 100);
  write_two(out + 2, first % 100);
  write_eight(out + 4, uint32_t(high % 100000000));
  write_eight(out + 12, uint32_t(digits % 100000000));
}

} // namespace csj

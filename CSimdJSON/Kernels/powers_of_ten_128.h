// 128 bits of each power of ten that the shortest decimal of a double needs.
//
// Bounds: indexed by exponents from least_power to greatest_power; those of finite doubles are
// within.
#pragma once

#include <cstdint>

namespace csj {

struct power {
  uint64_t high, low;
};

inline constexpr int least_power = -292, greatest_power = 324;

/// The first 128 bits; plus one if the number has more bits after them, or is known to have
/// (`is_cut`).
template <int size> constexpr power leading(const uint32_t (&words)[size], bool is_cut) {
  int top = size - 1;
  while (words[top] == 0) { top--; }
  int shift = 0;
  while (!(words[top] << shift & 1u << 31)) { shift++; }
  uint32_t bits[4] = {};
  bool more = is_cut;
  for (int i = 0; i <= top; i++) {
    const int to = i - top + 3;
    // Each word contributes to two.
    const uint64_t moved = uint64_t(words[i]) << shift;
    if (to >= 0) { bits[to] |= uint32_t(moved); }
    if (to < 0 && uint32_t(moved) != 0) { more = true; }
    if (to + 1 >= 0 && to + 1 < 4) { bits[to + 1] |= uint32_t(moved >> 32); }
    if (to + 1 < 0 && moved >> 32 != 0) { more = true; }
  }
  power result = {uint64_t(bits[3]) << 32 | bits[2], uint64_t(bits[1]) << 32 | bits[0]};
  if (more && ++result.low == 0) { result.high++; }
  return result;
}

/// 128 bits of each power of ten, with the first bit set, rounded up. The compiler computes them
/// from powers of five, because powers of two belong to the exponent.
struct powers {
  power of[greatest_power - least_power + 1] = {};

  constexpr powers() {
    // Numbers of 32-bit words, the lowest first.
    constexpr int size = 28;
    uint32_t five[size] = {1};
    for (int k = 0; k <= greatest_power; k++) {
      of[k - least_power] = leading<size>(five, false);
      uint64_t carry = 0;
      for (uint32_t &word : five) {
        carry += uint64_t(word) * 5;
        word = uint32_t(carry);
        carry >>= 32;
      }
    }
    // A power of two, repeatedly divided by five. Rounding down each time gives the same result as
    // rounding once.
    uint32_t part[size] = {};
    part[size - 1] = 1u << 31;
    for (int k = -1; k >= least_power; k--) {
      uint64_t rest = 0;
      for (int i = size - 1; i >= 0; i--) {
        rest = rest << 32 | part[i];
        part[i] = uint32_t(rest / 5);
        rest %= 5;
      }
      of[k - least_power] = leading<size>(part, true);
    }
  }
};

inline constexpr powers ten;

} // namespace csj

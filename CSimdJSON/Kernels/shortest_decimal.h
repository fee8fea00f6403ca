// The shortest decimal of a double or float, by R. Giulietti, "The Schubfach way to render doubles"
// (2020). The decimals that read back as a value are those of an interval around it. Take the
// largest power of ten that is no longer than the interval as the unit: then the interval contains
// one or two of the numbers next to the value. With ten times this unit, it may contain another,
// which is shorter.
//
// `by_three_products` is that paper's way: three products with a power of ten decide, rounded so
// that no later comparison changes ("to odd"). `by_one_product` needs one product and knows the
// error of each figure. It decides only where no error can change the decision, and leaves all
// other values, one in 2^57 of random ones, to the paper's way.
//
// Measured (AMD EPYC, not idle): canada.json's numbers are written in 17.9 ns
// each; in 37.0 by three products and 45.9 by std::to_chars in the same process. Numbers between
// -180 and 180: 181 instructions and one wrong guess in 120 numbers; 272 and 1.4 a number before.
//
// Bounds: the table is indexed by exponents that a finite double can have: k is within -324 and
// 292.
#pragma once

#include "powers_of_ten_128.h"
#include "write_digits.h"

#include <cstring>

namespace csj {

/// digits · 10^exponent.
struct scientific {
  uint64_t digits;
  int32_t exponent;
};

inline uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline uint32_t bits_of(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// A finite number that is not zero: c · 2^q.
struct binary {
  uint64_t c;
  int q;
  /// Whether c has all bits of its type and is no power of two: the next numbers below and above
  /// are equally far.
  bool is_usual;
  /// Whether the next number below is half as far as the next above.
  bool is_narrow;
};

template <int fraction_bits, int bias, class Bits> inline binary parts_of(Bits bits) {
  const Bits unit = Bits(1) << fraction_bits;
  const Bits fraction = bits & (unit - 1);
  const int biased = int(bits >> fraction_bits);
  if (__builtin_expect(fraction != 0 && biased != 0, 1)) {
    return {fraction | unit, biased - bias, true, false};
  }
  if (biased == 0) { return {fraction, 1 - bias, false, false}; }
  return {unit, biased - bias, false, biased > 1};
}

/// The parts of the number with these bits, whose sign is not set.
inline binary parts_of(uint64_t bits) { return parts_of<52, 1075>(bits); }
inline binary parts_of(uint32_t bits) { return parts_of<23, 150>(bits); }

/// The product's upper part, with its last bit set if anything is cut off: "rounded to odd".
inline uint64_t scaled(const power &g, uint64_t value) {
  using wide = unsigned __int128;
  const wide low = wide(g.low) * value;
  const wide sum = wide(g.high) * value + uint64_t(low >> 64);
  return uint64_t(sum >> 64) | (uint64_t(sum) > 1);
}

/// floor(log2(10^-k)) + q + 1, by which c is shifted: 1 to 4, so that one unit in the last place of
/// c is g · 2^h / 2^128 of the units 10^k.
inline int shift_of(int q, int k) { return q + (-k * 1741647 >> 19) + 1; }

/// The decimal of any number.
inline __attribute__((noinline)) scientific by_three_products(binary number) {
  const uint64_t c = number.c;
  // The ends of an interval read back as its number only if the number is even.
  const uint64_t is_odd = c & 1;
  // floor(log10(2^q)); for the narrow interval floor(log10(3/4 · 2^q)).
  const int k = (number.q * 1262611 - (number.is_narrow ? 524031 : 0)) >> 22;
  const int h = shift_of(number.q, k);
  const power &g = ten.of[-k - least_power];
  const uint64_t lower = scaled(g, (4 * c - (number.is_narrow ? 1 : 2)) << h) + is_odd;
  const uint64_t value = scaled(g, 4 * c << h);
  const uint64_t upper = scaled(g, (4 * c + 2) << h) - is_odd;

  const uint64_t s = value / 4;
  if (s >= 10) {
    const uint64_t tens = s / 10;
    const bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (below != above) { return {tens + above, k + 1}; }
  }
  const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) { return {s + above, k}; }
  // Both: takes the nearer one, or the even one if they are equally near.
  const uint64_t middle = 4 * s + 2;
  return {s + (value > middle || (value == middle && s % 2 != 0)), k};
}

/// Whether two figures differ by at most 4 in either direction.
inline int are_close(uint64_t a, uint64_t b) { return a - b + 4 <= 8; }

/// The same decimal for nearly all normal numbers; returns false for the others.
///
/// The interval is V - L/2 to V + L/2, in units of 10^k: V = c · L, and L, from 1 up to 10, is
/// g · 2^h / 2^128 but for the error of g, which is rounded up by less than one in its last bit.
/// `units` and `part` are the whole and the fraction of V, cut off after 64 bits. Because
/// c · 2^h < 2^57, the error of g moves them by less than 2^-7 of their last bit: they are
/// too small by less than one and too large by less than 2^-7.
///
/// * The multiple of ten below V is nearer than L/2, the one above is, or neither; both can't be,
///   because L < 10. In fractions of 60 bits, `below` and `half` are too small by less than 1.1
///   and 1, and the distance above too large by less than 1.1. So a difference above 4 has the
///   right sign, and then it doesn't matter either whether the interval's ends belong to it.
/// * If neither is, the shortest decimal is the nearest whole number of units: it is in the
///   interval, because L/2 is at least one half. `part` decides, unless it is within 4 of one half.
/// * If the error moves `units` over a whole number, V is within 2^-64 of it, and both ways of
///   counting lead to it: as the multiple or number below, at the distance 0, or as the one above.
///
/// Needs a usual number: an interval of equal halves, and `units` of several digits.
inline __attribute__((always_inline)) bool by_one_product(binary number, scientific *out) {
  using wide = unsigned __int128;
  if (!number.is_usual) { return false; }
  const int k = number.q * 1262611 >> 22;
  const int h = shift_of(number.q, k);
  const power &g = ten.of[-k - least_power];
  const uint64_t c = number.c << h;
  const wide product = wide(g.high) * c + uint64_t(wide(g.low) * c >> 64);
  const uint64_t units = uint64_t(product >> 64), part = uint64_t(product);

  const uint64_t tens = units / 10 * 10;
  const uint64_t below = (units - tens) << 60 | part >> 4;
  const uint64_t above = (10ull << 60) - below;
  const uint64_t half = g.high >> (5 - h);
  const int is_uncertain =
      are_close(below, half) | are_close(above, half) | are_close(part, 1ull << 63);
  if (__builtin_expect(is_uncertain, 0)) { return false; }
  const bool is_below = below < half, is_above = above < half;
  const uint64_t nearest = units + (part >> 63);
  const uint64_t shorter = tens + (is_above ? 10 : 0);
  *out = {is_below || is_above ? shorter : nearest, k};
  return true;
}

/// One of the decimals with the fewest digits among those that read back as this number: the
/// nearest to it. 17 digits, of which the last ones may be zeros.
inline __attribute__((noinline)) scientific any_shortest_decimal(binary number) {
  scientific decimal;
  if (!by_one_product(number, &decimal)) { decimal = by_three_products(number); }
  const int missing = 17 - count_digits(decimal.digits);
  return {decimal.digits * powers_of_ten[missing], decimal.exponent - missing};
}

/// Moves trailing zeros into the exponent.
inline scientific without_zeros(scientific decimal) {
  if (decimal.digits % 100000000 == 0) {
    decimal.digits /= 100000000;
    decimal.exponent += 8;
  }
  while (decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    decimal.exponent++;
  }
  return decimal;
}

} // namespace csj

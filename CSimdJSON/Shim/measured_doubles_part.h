// Doubles whose text was measured: their parts are read at once, without a loop, and rounded as by
// simdjson's number kernel.
//
// Measured on Zen 3: canada.json's numbers, 8.1 ns each; 9.3 without BMI2, and 11.4 when simdjson's
// kernel rounds them.
//
// Bounds: words of 4, 8 or 16 bytes are read from the token's parts, within CSJ_PADDING after it.
#pragma once

#include "csj_numbers.h"

#include "../Kernels/add_digits_sse41.h"
#include "../Kernels/cpu.h"
#include "../Kernels/powers_of_ten.h"
#include "csj_digits.h"
#include "simdjson_versions.h"

#include <cstring>
#include <limits>

namespace {

constexpr double unusual = std::numeric_limits<double>::quiet_NaN();

/// The powers of ten up to 10^15, and the same with a sign.
struct signed_powers {
  double of[2][16] = {};

  constexpr signed_powers() {
    for (int i = 0; i < 16; i++) {
      of[0][i] = double(csj::powers_of_ten[i]);
      of[1][i] = -of[0][i];
    }
  }
};

constexpr signed_powers divisors;

/// Parses 1 to 8 digits.
inline __attribute__((always_inline)) uint64_t few_digits(const uint8_t *start, size_t count) {
  return csj_add_digits(csj_load64(start) ^ 0x3030303030303030ull, count);
}

/// The same for 1 to 4 digits, which most numbers with a point have before it.
inline __attribute__((always_inline)) uint64_t four_digits(const uint8_t *start, size_t count) {
  uint32_t word = (csj_load32(start) ^ 0x30303030u) << (32 - 8 * count);
  word = (word * 2561) >> 8 & 0x00FF00FFu;
  return (word * 6553601) >> 16;
}

/// Parses up to 16 digits.
uint64_t fraction_portable(const uint8_t *start, size_t count) {
  if (count == 0) { return 0; }
  if (count <= 8) { return few_digits(start, count); }
  return few_digits(start, count - 8) * 100000000ull + few_digits(start + count - 8, 8);
}

/// The double of digits divided by a power of ten, by simdjson's number kernel.
__attribute__((noinline)) double divide_slowly(uint64_t digits, size_t places, bool negative) {
  double value = 0;
  return csj::kernel::numberparsing::compute_float_64(-int64_t(places), digits, negative, value)
             ? value
             : unusual;
}

/// The same for digits beyond 2^53, if one product shows it: the kernel's calculation without what is
/// for other powers. The exponents are those of normal doubles. A mantissa that rounds up to 2^53
/// increments the exponent to which it is added.
inline __attribute__((always_inline)) double divide(uint64_t digits, size_t places, bool negative) {
  const int zeros = __builtin_clzll(digits);
  const auto *const powers =
      simdjson::internal::power_of_five_128 - 2 * simdjson::internal::smallest_power;
  const auto product = (unsigned __int128)(digits << zeros) * powers[-2 * ptrdiff_t(places)];
  const uint64_t upper = uint64_t(product >> 64), lower = uint64_t(product);
  // The power's further bits could carry, or the number may lie between two doubles.
  if (__builtin_expect((~upper & 0x1FF) == 0 || (lower <= 1 && places <= 4), 0)) {
    return divide_slowly(digits, places, negative);
  }
  const uint64_t top = upper >> 63;
  const uint64_t mantissa = upper >> (top + 9);
  const int64_t scale = ((152170 + 65536) * -int64_t(places)) >> 16;
  const uint64_t exponent = uint64_t(scale + 1024 + 63 - 2 - zeros) + top;
  const uint64_t bits =
      ((mantissa + (mantissa & 1)) >> 1) + (exponent << 52) + (uint64_t(negative) << 63);
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Integers, and numbers of other parts.
__attribute__((noinline)) double parse_others(const uint8_t *token, size_t count, size_t point) {
  const bool negative = *token == '-';
  if (point >= count) {
    int64_t value = 0;
    if (!csj_parse_measured_integer(token, count, &value)) { return unusual; }
    return negative ? -double(-value) : double(value);
  }
  const size_t whole = point - negative, places = count - point - 1;
  if (whole > 8 || places > 16 || whole + places > 19) { return unusual; }
  const uint64_t digits = few_digits(token + negative, whole) * csj::powers_of_ten[places] +
                          fraction_portable(token + point + 1, places);
  return divide_slowly(digits, places, negative);
}

template <uint64_t fraction(const uint8_t *, size_t)>
inline __attribute__((always_inline)) double parse(const uint8_t *token, size_t count,
                                                   size_t point) {
  const bool negative = *token == '-';
  // An integer, whose point is at its end, has very many places.
  const size_t whole = point - negative, places = count - point - 1;
  const uint8_t *const start = token + negative;
  uint64_t digits;
  if (__builtin_expect(whole <= 4 && places <= 15, 1)) {
    digits = four_digits(start, whole);
  } else if (whole <= 8 && places <= 11) {
    digits = few_digits(start, whole);
  } else {
    return parse_others(token, count, point);
  }
  digits = digits * csj::powers_of_ten[places] + fraction(token + point + 1, places);
  if (digits >> 53 != 0) { return divide(digits, places, negative); }
  // Both are exact doubles, and one division rounds once. The sign is the divisor's, so that it needs no
  // branch.
  return double(int64_t(digits)) / divisors.of[negative][places];
}

#if defined(__x86_64__)

/// With the instructions of "haswell" for leading zeros, shifts and products.
__attribute__((target("ssse3,sse4.1,lzcnt,bmi,bmi2"))) double
parse_bmi2(const uint8_t *token, size_t count, size_t point) {
  return parse<csj::add_digits_sse41>(token, count, point);
}

CSJ_SSE41 double parse_sse41(const uint8_t *token, size_t count, size_t point) {
  return parse<csj::add_digits_sse41>(token, count, point);
}

#endif

} // namespace

extern "C" double csj_parse_measured_double(const uint8_t *token, size_t count, uint8_t point) {
#if defined(__x86_64__)
  if (csj::has_bmi2) { return parse_bmi2(token, count, point); }
  if (csj::has_sse41) { return parse_sse41(token, count, point); }
#endif
  return parse<fraction_portable>(token, count, point);
}

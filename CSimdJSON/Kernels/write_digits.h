// Writing digits, eight at a time, in a word: the first digit is its lowest byte.
//
// Bounds: each function writes exactly as many bytes as its name says; `write_integer` up to 24.
#pragma once

#include "powers_of_ten.h"

#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace csj {

inline constexpr uint64_t ascii_zeros = 0x3030303030303030ull;

inline void store(uint8_t *out, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  std::memcpy(out, &word, 8);
}

/// The eight digits of a value below 10^8, each a byte from 0 to 9. Divides in lanes: by 10,000,
/// both halves by 100, all four quarters by 10. The multipliers are exact for values of up to four
/// and two digits (proven by trying all, in ShortestDoubleTests).
inline uint64_t eight_digits(uint32_t value) {
  const uint64_t fours = value / 10000 + (uint64_t(value % 10000) << 32);
  const uint64_t hundreds = fours * 10486 >> 20 & 0x0000007F0000007Full;
  const uint64_t twos = hundreds + ((fours - hundreds * 100) << 16);
  const uint64_t tens = twos * 103 >> 10 & 0x000F000F000F000Full;
  return tens + ((twos - tens * 10) << 8);
}

/// How many of the eight digits come before the first that is not zero; at most 7.
inline int leading_zeros(uint64_t digits) { return __builtin_ctzll(digits | 1ull << 56) / 8; }

/// Sixteen digits, each a byte from 0 to 9, and how many there are up to the last that is not zero.
struct sixteen_digits {
  uint64_t first, second;
  int count;
};

/// The digits of two values below 10^8.
inline sixteen_digits digits_of(uint32_t high, uint32_t low) {
#if defined(__SSE2__)
  // As `eight_digits`, with both words in one register.
  const __m128i eights = _mm_set_epi64x(low, high);
  const __m128i fours =
      _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi32(int(3518437209u))), 45);
  const __m128i later_fours =
      _mm_sub_epi64(eights, _mm_mul_epu32(fours, _mm_set1_epi32(10000)));
  const __m128i four = _mm_add_epi64(fours, _mm_slli_epi64(later_fours, 32));
  const __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(four, _mm_set1_epi16(5243)), 3);
  const __m128i later_twos =
      _mm_sub_epi16(four, _mm_mullo_epi16(hundreds, _mm_set1_epi16(100)));
  const __m128i two = _mm_add_epi32(hundreds, _mm_slli_epi32(later_twos, 16));
  const __m128i tens = _mm_mulhi_epu16(two, _mm_set1_epi16(6554));
  const __m128i digits =
      _mm_add_epi16(_mm_slli_epi16(two, 8), _mm_mullo_epi16(tens, _mm_set1_epi16(1 - 2560)));
  const int some = _mm_movemask_epi8(_mm_cmpgt_epi8(digits, _mm_setzero_si128())) << 1 | 1;
  return {uint64_t(_mm_cvtsi128_si64(digits)),
          uint64_t(_mm_cvtsi128_si64(_mm_unpackhi_epi64(digits, digits))),
          31 - __builtin_clz(unsigned(some))};
#else
  const uint64_t first = eight_digits(high), second = eight_digits(low);
  const int count = second != 0  ? 16 - __builtin_clzll(second) / 8
                    : first != 0 ? 8 - __builtin_clzll(first) / 8
                                 : 0;
  return {first, second, count};
#endif
}

inline void write_eight(uint8_t *out, uint32_t value) {
  store(out, eight_digits(value) | ascii_zeros);
}

/// Writes 1 to 8 digits of a value below 10^8, and returns how many.
inline int write_few(uint8_t *out, uint32_t value) {
  const uint64_t digits = eight_digits(value);
  const int zeros = leading_zeros(digits);
  store(out, (digits | ascii_zeros) >> 8 * zeros);
  return 8 - zeros;
}

/// Writes 1 to 20 digits, and returns how many.
inline int write_integer(uint8_t *out, uint64_t value) {
  if (value < 100000000) { return write_few(out, uint32_t(value)); }
  const uint64_t high = value / 100000000;
  int count;
  if (high < 100000000) {
    count = write_few(out, uint32_t(high));
  } else {
    count = write_few(out, uint32_t(high / 100000000));
    write_eight(out + count, uint32_t(high % 100000000));
    count += 8;
  }
  write_eight(out + count, uint32_t(value % 100000000));
  return count + 8;
}

/// Counts 1 to 19 digits, using the binary logarithm.
inline int count_digits(uint64_t value) {
  const int least = (64 - __builtin_clzll(value)) * 1233 >> 12;
  return least + (value >= powers_of_ten[least]);
}

/// Writes 24 digits, including leading zeros.
inline void write_twenty_four(uint8_t *out, uint64_t digits) {
  const uint64_t high = digits / 100000000;
  write_eight(out, uint32_t(high / 100000000));
  write_eight(out + 8, uint32_t(high % 100000000));
  write_eight(out + 16, uint32_t(digits % 100000000));
}

} // namespace csj

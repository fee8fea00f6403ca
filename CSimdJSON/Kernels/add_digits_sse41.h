// Adds up to 16 digits at once with SSE4.1, without a branch on their number. The portable form is
// `csj_add_digits`, eight at a time.
//
// Measured: the fractions of canada.json's numbers, 1.4 ns each; by two `csj_add_digits` 2.3.
//
// Bounds: reads 16 bytes from the first digit, within CSJ_PADDING after the number.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>

#define CSJ_SSE41 __attribute__((target("ssse3,sse4.1")))

namespace csj {

/// The number formed by the first `count` bytes (0 to 16) at `digits`.
CSJ_SSE41 __attribute__((always_inline)) inline uint64_t add_digits_sse41(const uint8_t *digits,
                                                                          size_t count) {
  // From `count` on: as many zeros as are missing, then the digits. Without digits, only zeros.
  alignas(16) static constexpr int8_t moves[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                   -1, -1, -1, -1, -1, 0,  1,  2,  3,  4,  5,
                                                   6,  7,  8,  9,  10, 11, 12, 13, 14, 15};
  const auto load = [](const void *from) CSJ_SSE41 {
    return _mm_loadu_si128(static_cast<const __m128i *>(from));
  };
  const __m128i text = _mm_sub_epi8(load(digits), _mm_set1_epi8('0'));
  const __m128i aligned = _mm_shuffle_epi8(text, load(moves + count));
  const __m128i twos = _mm_maddubs_epi16(
      aligned, _mm_setr_epi8(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1));
  const __m128i fours = _mm_madd_epi16(twos, _mm_setr_epi16(100, 1, 100, 1, 100, 1, 100, 1));
  const __m128i eights =
      _mm_madd_epi16(_mm_packus_epi32(fours, fours),
                     _mm_setr_epi16(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  const uint64_t both = uint64_t(_mm_cvtsi128_si64(eights));
  return (both & 0xFFFFFFFFull) * 100000000ull + (both >> 32);
}

} // namespace csj
#endif

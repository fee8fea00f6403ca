// Writes tokens and their kinds on CPUs with AVX2, 16 bytes of a block at a time: tables have the places of
// the bits of a mask's two halves, and the shuffle that joins them. This needs no branch for the number of
// tokens, except for more than eight, and a quarter of the stores of token_writer.h.
//
// Measured on Zen 3, GB/s of stage 1 by token_writer.h, by eight bytes at a time, and by this with
// stage1_runs.h: log feed 2.5, 3.5, 3.8; events 3.0, 3.4, 3.7; twitter.json 3.7, 3.8, 3.9; citm_catalog.json
// 4.0, 4.1, 4.3; canada.json 3.1, 3.8, 4.1. In the loop of stage1_loop.h it gains nothing; in runs, eight bytes
// at a time are slower (2.8), because stores then are the limit.
//
// Bounds: writes 16 kinds and eight tokens, or 16 where there are as many, within the room that own_index.cpp
// makes.
#pragma once

#include "picks.h"

namespace csj {
namespace {

alignas(64) constexpr picks<8> picking_after_eight;

/// For each number of places among the first of eight: the shuffle that moves those of the second eight to them.
struct joins {
  uint8_t of[9][16] = {};

  constexpr joins() {
    for (int count = 0; count <= 8; count++) {
      for (int i = 0; i < 8; i++) { of[count][count + i] = uint8_t(8 + i); }
      for (int i = 0; i < count; i++) { of[count][i] = uint8_t(i); }
    }
  }
};

alignas(64) constexpr joins joining;

/// Writes the tokens of a block and, if wanted, their kinds.
struct writer {
  uint32_t *to;
  uint8_t *to_kinds;
  size_t count; ///< the number of tokens so far

  /// Writes those of a block, which begins at `base`.
  template <bool has_kinds>
  CSJ_TARGET_INLINE_METHOD void write(uint64_t tokens, const uint8_t *kinds, uint32_t base) {
    const __m256i start = _mm256_set1_epi32(int(base));
    const auto put = [&](int first) CSJ_TARGET __attribute__((always_inline)) {
      const uint32_t mask = tokens >> first & 0xFFFF;
      const uint32_t low = mask & 0xFF, high = mask >> 8;
      const __m128i halves = _mm_castps_si128(_mm_loadh_pi(
          _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(picking.of[low]))),
          reinterpret_cast<const __m64 *>(picking_after_eight.of[high])));
      const __m128i places = _mm_shuffle_epi8(halves, load16(joining.of[_mm_popcnt_u32(low)]));
      if (has_kinds) {
        _mm_storeu_si128(reinterpret_cast<__m128i *>(to_kinds + count),
                         _mm_shuffle_epi8(load16(kinds + first), places));
      }
      const __m256i from = _mm256_add_epi32(start, _mm256_set1_epi32(first));
      const auto put_eight = [&](uint32_t *to, __m128i places) CSJ_TARGET __attribute__((
                                 always_inline)) {
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to),
                            _mm256_add_epi32(_mm256_cvtepu8_epi32(places), from));
      };
      put_eight(to + count, places);
      const uint32_t number = uint32_t(_mm_popcnt_u32(mask));
      if (__builtin_expect(number > 8, 0)) {
        put_eight(to + count + 8, _mm_unpackhi_epi64(places, places));
      }
      count += number;
    };
    put(0);
    put(16);
    put(32);
    put(48);
  }
};

} // namespace
} // namespace csj

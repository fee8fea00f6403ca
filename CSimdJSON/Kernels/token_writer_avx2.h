// Writes tokens and their kinds on CPUs with AVX2, eight bytes of a block at a time: a table has the
// places of a mask's bits. This needs no branch for the number of tokens, and half as many stores
// as by one token after another (token_writer.h).
//
// Measured on Zen 3, GB/s of stage 1 against token_writer.h: log feed 3.6 to 2.5, events 3.6 to 3.0,
// twitter.json 3.7 to 3.7, citm_catalog.json 4.1 to 4.0, canada.json 4.1 to 3.0.
//
// Bounds: writes eight tokens and kinds at a time, at most 64 for a block, within the room that
// own_index.cpp makes.
#pragma once

#include "picks.h"

namespace csj {
namespace {

/// Writes the tokens of a block and, if wanted, their kinds.
struct writer {
  uint32_t base = uint32_t(-64); ///< the block's offset
  block block_kinds = {};

  template <bool has_kinds> CSJ_TARGET_INLINE_METHOD void keep(block kinds) {
    if (has_kinds) { block_kinds = kinds; }
    base += 64;
  }

  template <bool has_kinds>
  CSJ_TARGET_INLINE_METHOD void write(uint64_t tokens, stage1_output &out) {
    size_t count = out.count;
    __m256i start = _mm256_set1_epi32(int(base));
    const auto put = [&](__m128i eight) CSJ_TARGET __attribute__((always_inline)) {
      const uint32_t mask = tokens & 0xFF;
      const __m128i places = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(picking.of[mask]));
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(out.tokens + count),
                          _mm256_add_epi32(_mm256_cvtepu8_epi32(places), start));
      if (has_kinds) {
        _mm_storel_epi64(reinterpret_cast<__m128i *>(out.kinds + count),
                         _mm_shuffle_epi8(eight, places));
      }
      count += uint32_t(_mm_popcnt_u32(mask));
      tokens >>= 8;
      start = _mm256_add_epi32(start, _mm256_set1_epi32(8));
    };
    const auto put_half = [&](__m128i half) CSJ_TARGET __attribute__((always_inline)) {
      put(half);
      put(_mm_unpackhi_epi64(half, half));
    };
    put_half(_mm256_castsi256_si128(block_kinds.low));
    put_half(_mm256_extracti128_si256(block_kinds.low, 1));
    put_half(_mm256_castsi256_si128(block_kinds.high));
    put_half(_mm256_extracti128_si256(block_kinds.high, 1));
    out.count = count;
  }
};

} // namespace
} // namespace csj

// Masks of 64 bits, and the few registers of 16 and 32 bytes that the loops name, on CPUs with BMI2
// and AVX2. A target header includes this after it has defined CSJ_TARGET; target_neon.h has the
// same names.
//
// Bounds: `load16` reads 16 bytes; `move_eight` reads and writes eight locations.
#pragma once

namespace csj {
namespace {

/// The number of the lowest bit; 64 for an empty mask.
CSJ_TARGET_INLINE uint64_t lowest(uint64_t mask) { return _tzcnt_u64(mask); }

CSJ_TARGET_INLINE uint64_t without_lowest(uint64_t mask) { return _blsr_u64(mask); }

/// The bits up to the lowest one, which is among them; all for an empty mask.
CSJ_TARGET_INLINE uint64_t through_lowest(uint64_t mask) { return _blsmsk_u64(mask); }

/// The first `count` bits of a mask; all from 64 on.
CSJ_TARGET_INLINE uint64_t low_bits(uint64_t mask, uint32_t count) { return _bzhi_u64(mask, count); }

/// The first `count` bits of a mask; all from 32 on.
CSJ_TARGET_INLINE uint32_t low_bits32(uint32_t mask, uint32_t count) { return _bzhi_u32(mask, count); }

CSJ_TARGET_INLINE uint64_t number_of(uint64_t mask) { return uint64_t(_mm_popcnt_u64(mask)); }

/// Each bit is the sum of those up to it: ones from an opening quote to just before its closing
/// quote.
CSJ_TARGET_INLINE uint64_t between(uint64_t quotes) {
  const __m128i ones = _mm_set1_epi8(char(0xFF));
  return uint64_t(_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_cvtsi64_si128(int64_t(quotes)), ones, 0)));
}

CSJ_TARGET_INLINE void prefetch(const uint8_t *bytes) {
  _mm_prefetch(reinterpret_cast<const char *>(bytes), _MM_HINT_T0);
}

/// 16 bytes, with `&`, `|` and `^`.
using sixteen = __m128i;

CSJ_TARGET_INLINE sixteen load16(const uint8_t *bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes));
}

CSJ_TARGET_INLINE bool is_zero16(sixteen bytes) { return _mm_testz_si128(bytes, bytes) != 0; }

/// A table for `look_up`.
CSJ_TARGET_INLINE sixteen table(char a, char b, char c, char d, char e, char f, char g, char h,
                                char i, char j, char k, char l, char m, char n, char o, char p) {
  return _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}

/// Adds `base` to eight locations; one that is missing (all ones) stays so.
CSJ_TARGET_INLINE void move_eight(const uint32_t *from, uint32_t base, uint32_t *to) {
  const __m256i location = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
  const __m256i moved = _mm256_or_si256(_mm256_add_epi32(location, _mm256_set1_epi32(int(base))),
                                        _mm256_cmpeq_epi32(location, _mm256_set1_epi32(-1)));
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), moved);
}

} // namespace
} // namespace csj

#include "byte_tables.h"

// Blocks of 64 bytes on CPUs with AVX-512: what the loops that exist for several instruction sets
// are written with. target_avx2.h has the same names; a source includes one of them.
//
// Bounds: `load` reads 64 bytes, `load_part` as many as it is told; `store` writes 64.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>

/// The CPU features that simdjson's kernel "icelake" requires.
#define CSJ_TARGET                                                                                 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,"      \
                        "lzcnt,pclmul,popcnt")))
#define CSJ_HAS_LANES ///< see number_lanes.h
#define CSJ_TARGET_INLINE CSJ_TARGET __attribute__((always_inline)) static inline
#define CSJ_TARGET_INLINE_METHOD CSJ_TARGET __attribute__((always_inline)) inline

#include "bits_x86.h"

namespace csj {
namespace {

using block = __m512i;

CSJ_TARGET_INLINE block load(const uint8_t *bytes) { return _mm512_loadu_si512(bytes); }

/// The first `count` < 64 bytes, then spaces.
CSJ_TARGET_INLINE block load_part(const uint8_t *bytes, size_t count) {
  return _mm512_mask_loadu_epi8(_mm512_set1_epi8(' '), _bzhi_u64(~0ull, unsigned(count)), bytes);
}

CSJ_TARGET_INLINE void store(uint8_t *bytes, block block) { _mm512_storeu_si512(bytes, block); }

CSJ_TARGET_INLINE block zeros() { return _mm512_setzero_si512(); }

/// A bit for each byte: whether it is `byte`.
CSJ_TARGET_INLINE uint64_t equal(block bytes, char byte) {
  return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
}

/// A bit for each byte: whether it is a control character.
CSJ_TARGET_INLINE uint64_t controls(block bytes) {
  return _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(0x20));
}

/// A bit for each byte: whether it is not zero.
CSJ_TARGET_INLINE uint64_t non_zero(block bytes) {
  return _mm512_test_epi8_mask(bytes, bytes);
}

/// A bit for each byte: its bit 5, by which braces differ from brackets.
CSJ_TARGET_INLINE uint64_t bit5(block bytes) {
  return _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(0x20));
}

/// A bit for each of 32 bytes of a scalar.
struct scalar_masks {
  uint32_t other;  ///< neither a digit nor a point
  uint32_t points;
  uint32_t spaces;
};

CSJ_TARGET_INLINE scalar_masks masks_of(const uint8_t *scalar) {
  const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(scalar));
  const __mmask32 no_points = _mm256_cmpneq_epi8_mask(text, _mm256_set1_epi8('.'));
  const __m256i table = _mm256_broadcastsi128_si256(space_table());
  return {_mm256_mask_cmpgt_epu8_mask(no_points, _mm256_sub_epi8(text, _mm256_set1_epi8('0')),
                                      _mm256_set1_epi8(9)),
          ~uint32_t(no_points),
          _mm256_cmpeq_epi8_mask(text, _mm256_shuffle_epi8(table, text))};
}

/// The bytes with these bits set in each.
CSJ_TARGET_INLINE block with_bits(block bytes, char bits) {
  return _mm512_or_si512(bytes, _mm512_set1_epi8(bits));
}

/// Whether two blocks differ where `mask` has ones.
CSJ_TARGET_INLINE bool differ(block a, block b, block mask) {
  return _mm512_test_epi8_mask(_mm512_xor_si512(a, b), mask) != 0;
}

CSJ_TARGET_INLINE bool is_zero(block bytes) { return _mm512_test_epi8_mask(bytes, bytes) == 0; }

/// The bytes of one register: here, a block.
using lanes = __m512i;

CSJ_TARGET_INLINE lanes all(char byte) { return _mm512_set1_epi8(byte); }

/// For each byte of `indices`, the entry of a table of 16 that its lower half names; 0 if the
/// highest bit is set.
CSJ_TARGET_INLINE lanes look_up(sixteen table, lanes indices) {
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), indices);
}

CSJ_TARGET_INLINE lanes upper_halves(lanes bytes) {
  return _mm512_and_si512(_mm512_srli_epi16(bytes, 4), all(0x0F));
}

/// Each byte less `amount`, at least 0.
CSJ_TARGET_INLINE lanes less(lanes bytes, char amount) {
  return _mm512_subs_epu8(bytes, all(amount));
}

/// The bytes one, two and three places earlier.
struct earlier {
  lanes one, two, three;
};

CSJ_TARGET_INLINE earlier earlier_of(lanes bytes, lanes last) {
  const lanes turned = _mm512_alignr_epi64(bytes, last, 6);
  return {_mm512_alignr_epi8(bytes, turned, 15), _mm512_alignr_epi8(bytes, turned, 14),
          _mm512_alignr_epi8(bytes, turned, 13)};
}

} // namespace
} // namespace csj
#endif

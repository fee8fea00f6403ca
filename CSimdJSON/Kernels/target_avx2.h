// Blocks of 64 bytes on CPUs with AVX2: see target_avx512.h.
//
// Bounds: `load` reads 64 bytes, `load_part` as many as it is told; `store` writes 64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>

/// The CPU features that simdjson's kernel "haswell" requires.
#define CSJ_TARGET __attribute__((target("avx2,bmi,bmi2,pclmul,popcnt")))
#define CSJ_HAS_HALVES ///< see text_run_loop.h and number_lanes_avx2.h
#define CSJ_TARGET_INLINE CSJ_TARGET __attribute__((always_inline)) static inline
#define CSJ_TARGET_INLINE_METHOD CSJ_TARGET __attribute__((always_inline)) inline

#include "bits_x86.h"

namespace csj {
namespace {

struct block {
  __m256i low, high;
};

CSJ_TARGET_INLINE block load(const uint8_t *bytes) {
  const __m256i *const from = reinterpret_cast<const __m256i *>(bytes);
  return {_mm256_loadu_si256(from), _mm256_loadu_si256(from + 1)};
}

/// The first `count` < 64 bytes, then spaces.
CSJ_TARGET_INLINE block load_part(const uint8_t *bytes, size_t count) {
  alignas(32) uint8_t copy[64];
  std::memset(copy, ' ', sizeof copy);
  std::memcpy(copy, bytes, count);
  return load(copy);
}

CSJ_TARGET_INLINE void store(uint8_t *bytes, block block) {
  __m256i *const to = reinterpret_cast<__m256i *>(bytes);
  _mm256_storeu_si256(to, block.low);
  _mm256_storeu_si256(to + 1, block.high);
}

/// 32 bytes.
using half = __m256i;

CSJ_TARGET_INLINE half load_half(const uint8_t *bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes));
}

CSJ_TARGET_INLINE void store_half(uint8_t *bytes, half half) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(bytes), half);
}

/// A bit for each of 32 bytes: whether it is `byte`.
CSJ_TARGET_INLINE uint32_t equal_half(half bytes, char byte) {
  return uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte))));
}

CSJ_TARGET_INLINE block zeros() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }

/// A bit for each byte: its highest one.
CSJ_TARGET_INLINE uint64_t tops(__m256i low, __m256i high) {
  uint64_t mask =
      uint32_t(_mm256_movemask_epi8(low)) | uint64_t(uint32_t(_mm256_movemask_epi8(high))) << 32;
  // Hides where the mask comes from: clang 21 would otherwise turn shifts and conjunctions of masks
  // back into vectors, bit by bit, which took 600 of the 780 instructions that csj_check took for
  // 64 tokens.
  __asm__("" : "+r"(mask));
  return mask;
}

/// A bit for each byte: whether it is `byte`.
CSJ_TARGET_INLINE uint64_t equal(block bytes, char byte) {
  const __m256i other = _mm256_set1_epi8(byte);
  return tops(_mm256_cmpeq_epi8(bytes.low, other), _mm256_cmpeq_epi8(bytes.high, other));
}

/// A bit for each byte: whether it is a control character.
CSJ_TARGET_INLINE uint64_t controls(block bytes) {
  const __m256i last = _mm256_set1_epi8(0x1F);
  return tops(_mm256_cmpeq_epi8(_mm256_min_epu8(bytes.low, last), bytes.low),
              _mm256_cmpeq_epi8(_mm256_min_epu8(bytes.high, last), bytes.high));
}

/// A bit for each byte: whether it is not zero.
CSJ_TARGET_INLINE uint64_t non_zero(block bytes) {
  return ~equal(bytes, 0);
}

/// A bit for each byte: its bit 5, by which braces differ from brackets.
CSJ_TARGET_INLINE uint64_t bit5(block bytes) {
  return tops(_mm256_slli_epi16(bytes.low, 2), _mm256_slli_epi16(bytes.high, 2));
}

/// A bit for each of 32 bytes of a scalar.
struct scalar_masks {
  uint32_t other;  ///< neither a digit nor a point
  uint32_t points;
  uint32_t spaces;
};

CSJ_TARGET_INLINE scalar_masks masks_of(const uint8_t *scalar) {
  const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(scalar));
  // Shifts values so that digits are the lowest ten of the signed bytes.
  const __m256i moved = _mm256_add_epi8(text, _mm256_set1_epi8(char(0x80 - '0')));
  const __m256i no_digits = _mm256_cmpgt_epi8(moved, _mm256_set1_epi8(char(0x80 + 9)));
  const __m256i points = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('.'));
  const __m256i table = _mm256_broadcastsi128_si256(space_table());
  const __m256i spaces = _mm256_cmpeq_epi8(text, _mm256_shuffle_epi8(table, text));
  return {uint32_t(_mm256_movemask_epi8(_mm256_andnot_si256(points, no_digits))),
          uint32_t(_mm256_movemask_epi8(points)), uint32_t(_mm256_movemask_epi8(spaces))};
}

/// The bytes with these bits set in each.
CSJ_TARGET_INLINE block with_bits(block bytes, char bits) {
  const __m256i set = _mm256_set1_epi8(bits);
  return {_mm256_or_si256(bytes.low, set), _mm256_or_si256(bytes.high, set)};
}

/// Whether two blocks differ where `mask` has ones.
CSJ_TARGET_INLINE bool differ(block a, block b, block mask) {
  const __m256i low = _mm256_and_si256(_mm256_xor_si256(a.low, b.low), mask.low);
  const __m256i high = _mm256_and_si256(_mm256_xor_si256(a.high, b.high), mask.high);
  const __m256i all = _mm256_or_si256(low, high);
  return _mm256_testz_si256(all, all) == 0;
}

CSJ_TARGET_INLINE bool is_zero(block bytes) {
  const __m256i all = _mm256_or_si256(bytes.low, bytes.high);
  return _mm256_testz_si256(all, all) != 0;
}

/// The bytes of one register: here, half a block.
using lanes = __m256i;

CSJ_TARGET_INLINE lanes all(char byte) { return _mm256_set1_epi8(byte); }

/// For each byte of `indices`, the entry of a table of 16 that its lower half names; 0 if the
/// highest bit is set.
CSJ_TARGET_INLINE lanes look_up(sixteen table, lanes indices) {
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), indices);
}

CSJ_TARGET_INLINE lanes upper_halves(lanes bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), all(0x0F));
}

/// Each byte less `amount`, at least 0.
CSJ_TARGET_INLINE lanes less(lanes bytes, char amount) {
  return _mm256_subs_epu8(bytes, all(amount));
}

/// The bytes one, two and three places earlier.
struct earlier {
  lanes one, two, three;
};

CSJ_TARGET_INLINE earlier earlier_of(lanes bytes, lanes last) {
  const lanes turned = _mm256_permute2x128_si256(last, bytes, 0x21);
  return {_mm256_alignr_epi8(bytes, turned, 15), _mm256_alignr_epi8(bytes, turned, 14),
          _mm256_alignr_epi8(bytes, turned, 13)};
}

} // namespace
} // namespace csj
#endif

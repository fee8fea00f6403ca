// Unescapes strings on CPUs with AVX2: see unescape_loop.h. No instruction picks the bytes of a
// mask, so a table of shuffles does, for eight bytes at a time.
//
// Measured, against simdjson's kernel for AVX2: strings of 65 bytes with an escape in 3 bytes 19 ns
// to 99, in 10 19 to 43, in 30 18 to 28; long text with an escape every 40 bytes 6.5 GB/s to 6.0,
// every 400 20 to 25. It loses in strings with a single escape whose place is predictable (11 ns to
// 3), and in short ones with `\u`, which it hands on (13 ns to 8).
//
// Bounds: those of unescape_loop.h.
#include "picks.h"
#include "target_avx2.h"
#include "unescape.h"

#if defined(__x86_64__)

namespace csj {
namespace {

/// The meaning of each byte after a backslash, or 0.
CSJ_TARGET_INLINE __m256i meaning_of(__m256i bytes) {
  // By the lower half: of `"`, `/` and `\`, which stay, of `b`, `f` and `n`, and of `r` and `t`.
  const __m128i same = _mm_setr_epi8(0, 0, '"', 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, '/');
  const __m128i six = _mm_setr_epi8(0, 0, '\b', 0, 0, 0, '\f', 0, 0, 0, 0, 0, 0, 0, '\n', 0);
  const __m128i seven = _mm_setr_epi8(0, 0, '\r', 0, '\t', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i upper = upper_halves(bytes);
  const __m256i stays = _mm256_cmpeq_epi8(bytes, look_up(same, bytes));
  return (bytes & stays) | (look_up(six, bytes) & _mm256_cmpeq_epi8(upper, all(6))) |
         (look_up(seven, bytes) & _mm256_cmpeq_epi8(upper, all(7)));
}

CSJ_TARGET_INLINE block meanings_of(block bytes) {
  return {meaning_of(bytes.low), meaning_of(bytes.high)};
}

/// All ones in the bytes of a mask's bits.
CSJ_TARGET_INLINE __m256i spread(uint32_t mask) {
  const __m256i places = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202,
                                            0x0303030303030303);
  const __m256i bits = _mm256_set1_epi64x(int64_t(0x8040201008040201));
  const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(int(mask)), places);
  return _mm256_cmpeq_epi8(copies & bits, bits);
}

CSJ_TARGET_INLINE block replaced(block bytes, block others, uint64_t mask) {
  return {_mm256_blendv_epi8(bytes.low, others.low, spread(uint32_t(mask))),
          _mm256_blendv_epi8(bytes.high, others.high, spread(uint32_t(mask >> 32)))};
}

/// Writes the bytes of a mask. Returns where they end.
CSJ_TARGET_INLINE uint8_t *write_kept(uint8_t *to, block bytes, uint64_t kept) {
  const auto write = [&](__m128i half) CSJ_TARGET __attribute__((always_inline)) {
    const auto put = [&](__m128i eight) CSJ_TARGET __attribute__((always_inline)) {
      const uint32_t mask = kept & 0xFF;
      const __m128i pick = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(picking.of[mask]));
      _mm_storel_epi64(reinterpret_cast<__m128i *>(to), _mm_shuffle_epi8(eight, pick));
      to += _mm_popcnt_u32(mask);
      kept >>= 8;
    };
    put(half);
    put(_mm_unpackhi_epi64(half, half));
  };
  write(_mm256_castsi256_si128(bytes.low));
  write(_mm256_extracti128_si256(bytes.low, 1));
  write(_mm256_castsi256_si128(bytes.high));
  write(_mm256_extracti128_si256(bytes.high, 1));
  return to;
}

} // namespace
} // namespace csj

#include "unescape_loop.h"

csj::unescaping csj::unescape_avx2(const uint8_t *source, uint8_t *destination) {
  return unescape(source, destination);
}

#else

csj::unescaping csj::unescape_avx2(const uint8_t *source, uint8_t *destination) {
  return {source, destination, false};
}

#endif

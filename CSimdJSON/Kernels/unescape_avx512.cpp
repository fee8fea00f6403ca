// Unescapes strings on CPUs with AVX-512 with VBMI2: see unescape_loop.h. One instruction
// closes the gaps.
//
// Measured, against simdjson's kernel for AVX2: an escape every 8 bytes 15.7 GB/s to 1.6, every 40
// 14.8 to 6.5, every 100 14.3 to 13.3; strings of 65 bytes with an escape in 10 bytes 9 ns to 43,
// in 30 9 to 28. It loses in short strings with `\u`, which it hands on (11 ns to 8).
//
// Bounds: those of unescape_loop.h.
#include "target_avx512.h"
#include "unescape.h"

#if defined(__x86_64__)

namespace csj {
namespace {

/// The meaning of a byte after a backslash, by its lower seven bits, or 0.
alignas(64) constexpr uint8_t meanings[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, '"', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '/', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, 0,
    0, 0, '\b', 0, 0, 0, '\f', 0, 0, 0, 0, 0, 0, 0, '\n', 0, 0, 0, '\r', 0, '\t', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

/// The meaning of each byte after a backslash, or 0.
CSJ_TARGET_INLINE block meanings_of(block bytes) {
  const block low = _mm512_load_si512(meanings), high = _mm512_load_si512(meanings + 64);
  // Bytes beyond ASCII would find the meaning of their lower bits.
  return _mm512_maskz_permutex2var_epi8(~_mm512_movepi8_mask(bytes), low, bytes, high);
}

CSJ_TARGET_INLINE block replaced(block bytes, block others, uint64_t mask) {
  return _mm512_mask_mov_epi8(bytes, mask, others);
}

/// Writes the bytes of a mask. Returns where they end.
CSJ_TARGET_INLINE uint8_t *write_kept(uint8_t *to, block bytes, uint64_t kept) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, bytes));
  return to + _mm_popcnt_u64(kept);
}

} // namespace
} // namespace csj

#include "unescape_loop.h"

csj::unescaping csj::unescape_avx512(const uint8_t *source, uint8_t *destination) {
  return unescape(source, destination);
}

#else

csj::unescaping csj::unescape_avx512(const uint8_t *source, uint8_t *destination) {
  return {source, destination, false};
}

#endif

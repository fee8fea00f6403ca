// What the code for CPUs with AVX-512 shares: its target, and how 64 bytes tell what a backslash escapes.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>

/// What a CPU has that runs simdjson's kernel "icelake".
#define CSJ_AVX512                                                                                 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,"      \
                        "lzcnt,pclmul,popcnt")))
#define CSJ_AVX512_INLINE CSJ_AVX512 __attribute__((always_inline)) static inline

namespace csj {

/// Of 64 bytes, those behind an odd number of backslashes. `carried`: 1 when the first of them is,
/// because of the bytes before; afterwards the same for the next 64.
CSJ_AVX512_INLINE uint64_t escaped(uint64_t backslash, uint64_t &carried) {
  constexpr uint64_t odd_bits = 0xAAAAAAAAAAAAAAAAull;
  backslash &= ~carried;
  const uint64_t behind = backslash << 1;
  // Within a run that begins at an even bit, odd bits are escaped; and the other way round. Adding its
  // start to a run that begins at an odd bit ripples through it to the bit behind.
  const uint64_t odd_starts = backslash & ~behind & odd_bits;
  const uint64_t odd_runs = (backslash + odd_starts) ^ backslash;
  const uint64_t result = ((odd_bits ^ odd_runs) & behind) | carried;
  carried = (backslash & ~result) >> 63;
  return result;
}

} // namespace csj
#endif

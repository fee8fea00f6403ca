// Shared by the code for CPUs with AVX-512: its target, and finding what backslashes escape in 64
// bytes.
//
// Bounds: nothing here reads memory.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>

/// The CPU features that simdjson's kernel "icelake" requires.
#define CSJ_AVX512                                                                                 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,"      \
                        "lzcnt,pclmul,popcnt")))
#define CSJ_AVX512_INLINE CSJ_AVX512 __attribute__((always_inline)) static inline

namespace csj {

/// The bytes among 64 that come after an odd number of backslashes. `carried`: 1 if the first of
/// them does, because of earlier bytes; on return, the same for the next 64.
CSJ_AVX512_INLINE uint64_t escaped(uint64_t backslash, uint64_t &carried) {
  constexpr uint64_t odd_bits = 0xAAAAAAAAAAAAAAAAull;
  backslash &= ~carried;
  const uint64_t behind = backslash << 1;
  // In a run that begins at an even bit, the odd bits are escaped, and vice versa. Adding its start
  // to a run that begins at an odd bit ripples through the run to the bit after it.
  const uint64_t odd_starts = backslash & ~behind & odd_bits;
  const uint64_t odd_runs = (backslash + odd_starts) ^ backslash;
  const uint64_t result = ((odd_bits ^ odd_runs) & behind) | carried;
  carried = (backslash & ~result) >> 63;
  return result;
}

} // namespace csj
#endif

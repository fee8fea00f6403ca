// Skips a container by the kinds of its tokens, 64 at a time: see csj_walk_out_kinds. Runs only
// where stage 1 provides kinds, which is where the CPU has AVX-512. Elsewhere `csj_walk_out` is the
// portable form.
//
// Measured: each container of twitter.json (2,313, 82 tokens on average): 0.08 ns a token;
// `csj_walk_out` 0.37; one token at a time 0.54.
//
// Bounds: kinds are readable 64 bytes after the last token, and those from `end` on are masked out.
#include "csj_skip.h"

#if defined(__x86_64__)
#include <immintrin.h>

extern "C" __attribute__((target("avx512f,avx512bw,bmi,bmi2,popcnt"))) uint32_t
csj_walk_out_kinds(const uint8_t *kinds, uint32_t token, uint32_t end) {
  int64_t depth = 1;
  for (; token < end; token += 64) {
    const __m512i block = _mm512_loadu_si512(kinds + token);
    const __m512i lower = _mm512_or_si512(block, _mm512_set1_epi8(0x20));
    uint64_t opens = _mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8('{'));
    uint64_t closes = _mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8('}'));
    if (end - token < 64) {
      opens = _bzhi_u64(opens, end - token);
      closes = _bzhi_u64(closes, end - token);
    }
    const int64_t closing = _mm_popcnt_u64(closes);
    if (closing >= depth) {
      // The container may close here: at the first bracket where as many have closed as are open.
      int64_t closed = 0;
      for (uint64_t rest = closes; rest != 0; rest &= rest - 1) {
        const uint64_t up_to = _blsmsk_u64(rest);
        if (++closed == depth + int64_t(_mm_popcnt_u64(opens & up_to))) {
          return token + uint32_t(_tzcnt_u64(rest)) + 1;
        }
      }
    }
    depth += int64_t(_mm_popcnt_u64(opens)) - closing;
  }
  return UINT32_MAX;
}

#else

extern "C" uint32_t csj_walk_out_kinds(const uint8_t *, uint32_t, uint32_t) { return UINT32_MAX; }

#endif

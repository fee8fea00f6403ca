// Stage 1 for CPUs with AVX2 (simdjson's kernel "haswell"): gives the same result as
// stage1_avx512.cpp, for the same reasons. No instruction picks the bytes of a mask out of a block,
// so tokens are written one by one, and their kinds beside them.
//
// Measured, GB/s, with kinds, and in feeds with lines, against simdjson's "haswell", which finds
// neither: log feed 5.1 to 4.2, events 4.4 to 3.7, twitter.json 6.8 to 6.9, citm_catalog.json 8.4
// to 9.3.
//
// Bounds: those of stage1_loop.h. Writes eight tokens and kinds at a time.
#include "stage1_own.h"
#include "escaped.h"
#include "target_avx2.h"

#if defined(__x86_64__)
#include "utf8.h"

namespace csj {
namespace {

CSJ_TARGET_INLINE __m128i operator_table() {
  return _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
}

/// What the bytes of a block are.
struct classes {
  uint64_t op, scalar, backslash, quote;
};

/// The classes of a block's bytes, and in `kinds` its operators and quotes: as for AVX-512.
CSJ_TARGET_INLINE classes classify(block bytes, block &kinds) {
  const __m256i operators = _mm256_broadcastsi128_si256(operator_table());
  const auto operator_in = [&](__m256i half) CSJ_TARGET {
    return _mm256_cmpeq_epi8(half | all(0x20), _mm256_shuffle_epi8(operators, half));
  };
  const auto space_in = [&](__m256i half) CSJ_TARGET {
    return _mm256_cmpeq_epi8(half, look_up(space_table(), half));
  };
  const auto quote_in = [&](__m256i half) CSJ_TARGET { return _mm256_cmpeq_epi8(half, all('"')); };
  const block op = {operator_in(bytes.low), operator_in(bytes.high)};
  const block quote = {quote_in(bytes.low), quote_in(bytes.high)};
  kinds = {(op.low | quote.low) & bytes.low, (op.high | quote.high) & bytes.high};
  const uint64_t spaces = tops(space_in(bytes.low), space_in(bytes.high));
  const uint64_t operations = tops(op.low, op.high);
  return {operations, ~(operations | spaces), equal(bytes, '\\'), tops(quote.low, quote.high)};
}

/// Gathers UTF-8's faults.
struct utf8_check {
  __m256i last = {}, faults = {};

  CSJ_TARGET_INLINE_METHOD void add(block bytes) {
    // Unlike AVX-512, where two halves would cost what the block does, ASCII has a shorter way.
    if (__builtin_expect(_mm256_movemask_epi8(bytes.low | bytes.high) == 0, 1)) {
      faults = faults | _mm256_subs_epu8(last, complete());
    } else {
      faults = faults | utf8_faults(bytes.low, last) | utf8_faults(bytes.high, bytes.low);
    }
    last = bytes.high;
  }

  CSJ_TARGET_INLINE_METHOD bool is_valid() const {
    return _mm256_testz_si256(faults, faults) != 0;
  }

private:
  /// The largest bytes at the end of a half with which no character continues after it.
  CSJ_TARGET_INLINE_METHOD static __m256i complete() {
    const char any = char(0xFF);
    return _mm256_setr_epi8(any, any, any, any, any, any, any, any, any, any, any, any, any, any,
                            any, any, any, any, any, any, any, any, any, any, any, any, any, any,
                            any, char(0xEF), char(0xDF), char(0xBF));
  }
};

/// Writes the tokens of a block and, if wanted, their kinds: eight at a time, which most blocks do
/// not exceed twice.
struct writer {
  uint32_t base = uint32_t(-64); ///< the block's offset
  /// Its kinds, and one more: that of the token after the last, which is not used.
  alignas(32) uint8_t block_kinds[64 + 32] = {};

  template <bool has_kinds> CSJ_TARGET_INLINE_METHOD void keep(block kinds) {
    if (has_kinds) {
      _mm256_store_si256(reinterpret_cast<__m256i *>(block_kinds), kinds.low);
      _mm256_store_si256(reinterpret_cast<__m256i *>(block_kinds + 32), kinds.high);
    }
    base += 64;
  }

  template <bool has_kinds>
  CSJ_TARGET_INLINE_METHOD void write(uint64_t tokens, stage1_output &out) {
    const size_t number = size_t(_mm_popcnt_u64(tokens));
    uint32_t *const to = out.tokens + out.count;
    uint8_t *const kinds = has_kinds ? out.kinds + out.count : nullptr;
    const auto put = [&](size_t from) CSJ_TARGET __attribute__((always_inline)) {
      for (size_t i = from; i < from + 8; i++) {
        const uint32_t at = uint32_t(_tzcnt_u64(tokens));
        to[i] = base + at;
        if (has_kinds) { kinds[i] = block_kinds[at]; }
        tokens = _blsr_u64(tokens);
      }
    };
    put(0);
    if (__builtin_expect(number > 8, 0)) {
      put(8);
      if (__builtin_expect(number > 16, 0)) {
        for (size_t from = 16; from < number; from += 8) { put(from); }
      }
    }
    out.count += number;
  }
};

} // namespace
} // namespace csj

#include "stage1_loop.h"

bool csj::stage1_avx2(const uint8_t *bytes, size_t length, stage1_output &out) {
  return stage1(bytes, length, out);
}

#else

bool csj::stage1_avx2(const uint8_t *, size_t, stage1_output &) { return false; }

#endif

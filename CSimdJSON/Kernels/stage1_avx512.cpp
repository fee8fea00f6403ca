// Stage 1 for CPUs with AVX-512 with VBMI2 (simdjson's kernel "icelake"). Finds the same tokens as
// simdjson, which the tests compare. Its advantages:
//
// * One instruction picks the bytes of a mask out of a block, so that tokens are written without a
//   loop over bits.
// * The first byte of each token costs only a store. A walk then reads adjacent kinds instead of
//   scattered bytes.
// * The newlines of a feed need no separate pass.
// * No branch depends on the text, except for blocks of more than 16 tokens and, where lines are
//   wanted, of several newlines. So text that is read only once is as fast as text that is read
//   repeatedly, for which simdjson's branches have been learned.
//
// Measured on Zen 5 (time of a 64-byte block that is read once, with kinds): log feed 4.7 ns,
// events 5.1, twitter.json 4.4, which is 15 GB/s. simdjson's reads twitter.json at 6 to 11 GB/s so,
// at 17 in a loop, and finds neither kinds nor lines. Partial reads of documents went from
// 0.97-1.04 to 1.15-1.18 of On-Demand's speed; a feed saves its pass over newlines.
//
// The method is from G. Langdale and D. Lemire, "Parsing Gigabytes of JSON per Second", VLDB
// Journal 28 (2019): bit masks of 64 bytes each, quotes by a carry-less product.
//
// Bounds: those of stage1_loop.h. Writes 64 kinds at a time, and up to 64 tokens.
#include "stage1_own.h"
#include "escaped.h"
#include "target_avx512.h"

#if defined(__x86_64__)
#include "utf8.h"

namespace csj {
namespace {

/// What the bytes of a block are.
struct classes {
  uint64_t op, scalar, backslash, quote;
};

/// The classes of a block's bytes, and in `kinds` its operators and quotes.
///
/// Masks are combined in the comparisons themselves if possible: moving one to the other arithmetic
/// costs as much as a comparison.
CSJ_TARGET_INLINE classes classify(block bytes, block &kinds) {
  // The low half of each byte selects the byte to compare it with: a byte that can't be equal is a
  // different byte, or differs in the high half. Brackets and braces differ in one bit, which is
  // set; this turns two control characters into ':' and ',', here as in simdjson.
  const __m512i operators = look_up(operator_table(), bytes);
  const __m512i spaces = look_up(space_table(), bytes);
  const __m512i lower = _mm512_or_si512(bytes, all(0x20));
  const __mmask64 op = _mm512_cmpeq_epi8_mask(lower, operators);
  const __mmask64 no_space = _mm512_cmpneq_epi8_mask(bytes, spaces);
  const __mmask64 quote = _mm512_cmpeq_epi8_mask(bytes, all('"'));
  kinds = _mm512_mask_mov_epi8(_mm512_maskz_mov_epi8(op, bytes), quote, bytes);
  return {op, _mm512_mask_cmpneq_epi8_mask(no_space, lower, operators), equal(bytes, '\\'),
          quote};
}

/// Gathers UTF-8's faults.
struct utf8_check {
  block last = {}, faults = {};

  CSJ_TARGET_INLINE_METHOD void add(block bytes) {
    faults = faults | utf8_faults(bytes, last);
    last = bytes;
  }
  CSJ_TARGET_INLINE_METHOD bool is_valid() const { return is_zero(faults); }
};

/// Writes the tokens of a block and, if wanted, their kinds.
struct writer {
  block base, block_kinds; ///< the block's offset, sixteen times; its kinds

  CSJ_TARGET_INLINE_METHOD writer() : base(_mm512_set1_epi32(-64)), block_kinds(zeros()) {}

  template <bool has_kinds> CSJ_TARGET_INLINE_METHOD void keep(block kinds) {
    block_kinds = kinds;
    base = _mm512_add_epi32(base, _mm512_set1_epi32(64));
  }

  template <bool has_kinds>
  CSJ_TARGET_INLINE_METHOD void write(uint64_t tokens, stage1_output &out) {
    alignas(64) static constexpr uint8_t places[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const size_t number = size_t(_mm_popcnt_u64(tokens));
    const __m512i found = _mm512_maskz_compress_epi8(tokens, _mm512_load_si512(places));
    const __m512i kinds = _mm512_permutexvar_epi8(found, block_kinds);
    uint32_t *const to = out.tokens + out.count;
    const auto put = [&](int step, __m128i part) CSJ_TARGET {
      _mm512_storeu_si512(to + 16 * step, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(part)));
    };
    // Most blocks have at most 16.
    if (has_kinds) { _mm512_storeu_si512(out.kinds + out.count, kinds); }
    put(0, _mm512_castsi512_si128(found));
    if (__builtin_expect(number > 16, 0)) {
      put(1, _mm512_extracti32x4_epi32(found, 1));
      if (number > 32) {
        put(2, _mm512_extracti32x4_epi32(found, 2));
        put(3, _mm512_extracti32x4_epi32(found, 3));
      }
    }
    out.count += number;
  }
};

} // namespace
} // namespace csj

#include "stage1_loop.h"

bool csj::stage1_avx512(const uint8_t *bytes, size_t length, stage1_output &out) {
  return stage1(bytes, length, out);
}

#else

bool csj::stage1_avx512(const uint8_t *, size_t, stage1_output &) { return false; }

#endif

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
// Bounds: reads no byte after the document, so it needs no padding. Writing steps are of 64 entries
// at the most, for as many as the block has, and there are no more tokens than bytes: all stays
// below length + 64, the room that own_index.cpp makes.
#include "stage1_avx512.h"
#include "utf8_avx512.h"

#if defined(__x86_64__)

namespace {

/// What one block passes on to the next.
struct carried {
  uint64_t escape = 0;    ///< 1: the block's first byte is escaped
  uint64_t in_string = 0; ///< all ones: it is in a string
  uint64_t scalar = 0;    ///< 1: it continues a scalar that is not a string
  uint64_t control = 0;   ///< not zero: there were control characters in strings
};

/// Each bit is the sum of those up to it: ones from an opening quote to just before its closing
/// quote.
CSJ_AVX512_INLINE uint64_t between(uint64_t quotes) {
  const __m128i ones = _mm_set1_epi8(char(0xFF));
  return uint64_t(_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_cvtsi64_si128(int64_t(quotes)), ones, 0)));
}

/// The tokens of a block, and in `kinds` its operators and quotes.
///
/// Masks are combined in the comparisons themselves if possible: moving one to the other arithmetic
/// costs as much as a comparison.
CSJ_AVX512_INLINE uint64_t tokens_of(__m512i block, carried &state, __m512i &kinds) {
  // The low half of each byte selects the byte to compare it with: a byte that can't be equal is a
  // different byte, or differs in the high half. Brackets and braces differ in one bit, which is
  // set; this turns two control characters into ':' and ',', here as in simdjson.
  const __m512i operators = _mm512_shuffle_epi8(
      _mm512_broadcast_i32x4(
          _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0)),
      block);
  const __m512i spaces = _mm512_shuffle_epi8(
      _mm512_broadcast_i32x4(
          _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0)),
      block);
  const __m512i lower = _mm512_or_si512(block, _mm512_set1_epi8(0x20));
  const __mmask64 op = _mm512_cmpeq_epi8_mask(lower, operators);
  const __mmask64 no_space = _mm512_cmpneq_epi8_mask(block, spaces);
  const uint64_t scalar = _mm512_mask_cmpneq_epi8_mask(no_space, lower, operators);
  const uint64_t backslash = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\\'));
  const __mmask64 quotes = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('"'));
  const uint64_t quote = quotes & ~csj::escaped(backslash, state.escape);
  kinds = _mm512_mask_mov_epi8(_mm512_maskz_mov_epi8(op, block), quotes, block);

  const uint64_t in_string = between(quote) ^ state.in_string;
  state.in_string = uint64_t(int64_t(in_string) >> 63);
  state.control |= in_string & _mm512_cmplt_epu8_mask(block, _mm512_set1_epi8(0x20));

  // A scalar begins after anything but a scalar; a quote ends any scalar before it.
  const uint64_t unquoted = scalar & ~quote;
  const uint64_t after_scalar = unquoted << 1 | state.scalar;
  state.scalar = unquoted >> 63;
  return (op | (scalar & ~after_scalar)) & ~(in_string ^ quote);
}

/// Writes the tokens of a block and, if wanted, their kinds. `base`: the block's offset, sixteen
/// times.
template <bool has_kinds>
CSJ_AVX512_INLINE void write(__m512i block_kinds, __m512i base, uint64_t tokens,
                             csj::stage1_output &out) {
  alignas(64) static constexpr uint8_t places[64] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
      44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const size_t number = size_t(_mm_popcnt_u64(tokens));
  const __m512i found = _mm512_maskz_compress_epi8(tokens, _mm512_load_si512(places));
  const __m512i kinds = _mm512_permutexvar_epi8(found, block_kinds);
  uint32_t *const to = out.tokens + out.count;
  const auto put = [&](int step, __m128i part) CSJ_AVX512 {
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

/// Notes the number of tokens before each newline of a block, which is preceded by `before` tokens.
CSJ_AVX512_INLINE void note_lines(uint64_t newlines, uint64_t tokens, size_t before,
                                  uint32_t *&line) {
  // Written unconditionally: most blocks have no newline, some have one, and very few have more.
  do {
    *line = uint32_t(before + size_t(_mm_popcnt_u64(tokens & _blsmsk_u64(newlines))));
    line += newlines != 0;
    newlines = _blsr_u64(newlines);
  } while (__builtin_expect(newlines != 0, 0));
}

template <bool has_kinds, bool has_lines>
CSJ_AVX512 bool run(const uint8_t *bytes, size_t length, csj::stage1_output &out) {
  // Copies that no store through a pointer can change, so that they stay in registers.
  csj::stage1_output found = out;
  found.count = 0;
  uint32_t *line = out.lines;
  __m512i last = _mm512_setzero_si512(), faults = last;
  carried state;
  // The results of a block are written while the next one is examined, which then does not wait for
  // them.
  uint64_t tokens = 0, newlines = 0;
  __m512i kinds = last, base = _mm512_set1_epi32(-64);
  const auto put = [&]() CSJ_AVX512 __attribute__((always_inline)) {
    if (has_lines) { note_lines(newlines, tokens, found.count, line); }
    write<has_kinds>(kinds, base, tokens, found);
    base = _mm512_add_epi32(base, _mm512_set1_epi32(64));
  };
  const auto take = [&](__m512i block) CSJ_AVX512 __attribute__((always_inline)) {
    faults = _mm512_or_si512(faults, csj::utf8_faults(block, last));
    last = block;
    __m512i block_kinds;
    const uint64_t block_tokens = tokens_of(block, state, block_kinds);
    put();
    kinds = block_kinds;
    tokens = block_tokens;
    newlines = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\n'));
  };
  size_t at = 0;
  for (; at + 64 <= length; at += 64) {
    _mm_prefetch(reinterpret_cast<const char *>(bytes + at + 2048), _MM_HINT_T0);
    take(_mm512_loadu_si512(bytes + at));
  }
  // Adds spaces after the last byte, even if the block is full, so that no character continues.
  const uint64_t there = _bzhi_u64(~0ull, unsigned(length - at));
  take(_mm512_mask_loadu_epi8(_mm512_set1_epi8(' '), there, bytes + at));
  put();
  found.line_count = has_lines ? size_t(line - out.lines) : 0;
  found.ends_in_string = state.in_string != 0;
  out = found;
  return _mm512_test_epi8_mask(faults, faults) == 0 && state.control == 0;
}

} // namespace

bool csj::stage1_avx512(const uint8_t *bytes, size_t length, stage1_output &out) {
  if (out.lines) { return run<true, true>(bytes, length, out); }
  return out.kinds ? run<true, false>(bytes, length, out) : run<false, false>(bytes, length, out);
}

#else

bool csj::stage1_avx512(const uint8_t *, size_t, stage1_output &) { return false; }

#endif

// Stage 1 where the CPU has AVX-512 with VBMI2 (simdjson's kernel "icelake"). The tokens are the same
// as simdjson's, which the tests compare. What makes it worth its lines: an instruction picks the bytes
// of a mask out of a block, so that tokens are written without a loop over bits, and the first byte of
// each token comes along for the price of a store. A walk then reads kinds that lie side by side
// instead of bytes that lie anywhere, and the newlines of a feed need no pass of their own.
//
// The method is that of G. Langdale and D. Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal
// 28 (2019): bit masks of 64 bytes each, quotes by a carry-less product.
//
// Sound because no byte behind the document is read. Writing steps are of 64 entries at the most, for as many as the block has,
// and there are no more tokens than bytes: all stays below length + 64.
#include "stage1_avx512.h"
#include "simdjson_versions.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>

#define CSJ_AVX512                                                                                 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi,bmi2,lzcnt,pclmul,popcnt")))
#define CSJ_AVX512_INLINE CSJ_AVX512 __attribute__((always_inline)) static inline

namespace {

constexpr uint64_t odd_bits = 0xAAAAAAAAAAAAAAAAull;

/// What one block leaves to the next.
struct carried {
  uint64_t escape = 0;    ///< 1: the block's first byte is escaped
  uint64_t in_string = 0; ///< all ones: it is in a string
  uint64_t scalar = 0;    ///< 1: it goes on with a scalar that is no string
  uint64_t control = 0;   ///< where control characters in strings were
};

/// Of 64 bytes, those behind an odd number of backslashes.
CSJ_AVX512_INLINE uint64_t escaped(uint64_t backslash, carried &state) {
  backslash &= ~state.escape;
  const uint64_t behind = backslash << 1;
  // Within a run that begins at an even bit, odd bits are escaped; and the other way round. Adding its
  // start to a run that begins at an odd bit ripples through it to the bit behind.
  const uint64_t odd_starts = backslash & ~behind & odd_bits;
  const uint64_t odd_runs = (backslash + odd_starts) ^ backslash;
  const uint64_t result = ((odd_bits ^ odd_runs) & behind) | state.escape;
  state.escape = (backslash & ~result) >> 63;
  return result;
}

/// Each bit the sum of those up to it: ones from an opening quote up to before its closing quote.
CSJ_AVX512_INLINE uint64_t between(uint64_t quotes) {
  const __m128i ones = _mm_set1_epi8(char(0xFF));
  return uint64_t(_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_cvtsi64_si128(int64_t(quotes)), ones, 0)));
}

/// The tokens of a block, and in `kinds` its operators and quotes.
CSJ_AVX512_INLINE uint64_t tokens_of(__m512i block, carried &state, __m512i &kinds) {
  // By the low half of each byte, the one that it is compared with: what can't be equal is another
  // byte, or has other bits in the high half. Brackets and braces differ in one bit, which is set; two
  // control characters become ':' and ',' that way, here as in simdjson.
  const __m512i operators = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0));
  const __m512i spaces = _mm512_broadcast_i32x4(
      _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0));
  const __m512i lower = _mm512_or_si512(block, _mm512_set1_epi8(0x20));
  const uint64_t op = _mm512_cmpeq_epi8_mask(lower, _mm512_shuffle_epi8(operators, block));
  const uint64_t space = _mm512_cmpeq_epi8_mask(block, _mm512_shuffle_epi8(spaces, block));
  const uint64_t backslash = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\\'));
  const uint64_t control = _mm512_cmplt_epu8_mask(block, _mm512_set1_epi8(0x20));
  const uint64_t quotes = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('"'));
  const uint64_t quote = quotes & ~escaped(backslash, state);
  kinds = _mm512_maskz_mov_epi8(op | quotes, block);

  const uint64_t in_string = between(quote) ^ state.in_string;
  state.in_string = uint64_t(int64_t(in_string) >> 63);
  state.control |= control & in_string;

  // A scalar begins where none is before it; a quote ends what is before it.
  const uint64_t scalar = ~(op | space);
  const uint64_t unquoted = scalar & ~quote;
  const uint64_t behind_scalar = unquoted << 1 | state.scalar;
  state.scalar = unquoted >> 63;
  return (op | (scalar & ~behind_scalar)) & ~(in_string ^ quote);
}

/// Writes the tokens of a block and their kinds.
CSJ_AVX512_INLINE void write(__m512i block_kinds, uint32_t at, uint64_t tokens,
                             csj::stage1_output &out) {
  alignas(64) static constexpr uint8_t places[64] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
      44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const size_t number = size_t(_mm_popcnt_u64(tokens));
  const __m512i kinds = _mm512_maskz_compress_epi8(tokens, block_kinds);
  const __m512i found = _mm512_maskz_compress_epi8(tokens, _mm512_load_si512(places));
  const __m512i base = _mm512_set1_epi32(int(at));
  uint32_t *const to = out.tokens + out.count;
  uint8_t *const kinds_to = out.kinds + out.count;
  const auto put = [&](int step, __m128i part) CSJ_AVX512 {
    _mm512_storeu_si512(to + 16 * step, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(part)));
  };
  // Most blocks have no more than 16.
  _mm_storeu_si128(reinterpret_cast<__m128i *>(kinds_to), _mm512_castsi512_si128(kinds));
  put(0, _mm512_castsi512_si128(found));
  if (__builtin_expect(number > 16, 0)) {
    _mm512_storeu_si512(kinds_to, kinds);
    put(1, _mm512_extracti32x4_epi32(found, 1));
    if (number > 32) {
      put(2, _mm512_extracti32x4_epi32(found, 2));
      put(3, _mm512_extracti32x4_epi32(found, 3));
    }
  }
  out.count += number;
}

/// Notes how many tokens there are up to each newline of a block.
CSJ_AVX512_INLINE void note_lines(uint64_t newlines, uint64_t tokens, csj::stage1_output &out) {
  // Written whether there is one or not: most blocks have none, some have one, hardly any have more.
  do {
    out.lines[out.line_count] =
        uint32_t(out.count + size_t(_mm_popcnt_u64(tokens & _blsmsk_u64(newlines))));
    out.line_count += newlines != 0;
    newlines = _blsr_u64(newlines);
  } while (__builtin_expect(newlines != 0, 0));
}

/// What a block that ends within a character asks of the next: a bit for each of its first bytes.
struct cut_character {
  uint64_t following = 0; ///< goes on with the character
  uint64_t after_e0 = 0, after_ed = 0, after_f0 = 0, after_f4 = 0;
};

/// Whether a block is UTF-8 by the table of RFC 3629: the bytes that go on with a character are those
/// that the leading bytes ask for, no more and no fewer, and behind the four leading bytes that bound the
/// next one it is within its bounds.
CSJ_AVX512_INLINE bool is_utf8(__m512i block, cut_character &cut) {
  const auto from = [&](int least) CSJ_AVX512 {
    return uint64_t(_mm512_cmpge_epu8_mask(block, _mm512_set1_epi8(char(least))));
  };
  const auto is = [&](int byte) CSJ_AVX512 {
    return uint64_t(_mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(char(byte))));
  };
  const uint64_t lead2 = from(0xC0), lead3 = from(0xE0), lead4 = from(0xF0);
  const uint64_t following = from(0x80) & ~lead2;
  const uint64_t asked = lead2 << 1 | lead3 << 2 | lead4 << 3 | cut.following;
  const uint64_t e0 = is(0xE0), ed = is(0xED), f0 = is(0xF0), f4 = is(0xF4);
  const uint64_t from90 = from(0x90), from_a0 = from(0xA0);
  const uint64_t wrong = (asked ^ following) | is(0xC0) | is(0xC1) | from(0xF5) |
                         ((e0 << 1 | cut.after_e0) & ~from_a0) |
                         ((ed << 1 | cut.after_ed) & from_a0) |
                         ((f0 << 1 | cut.after_f0) & ~from90) | ((f4 << 1 | cut.after_f4) & from90);
  cut = {lead2 >> 63 | lead3 >> 62 | lead4 >> 61, e0 >> 63, ed >> 63, f0 >> 63, f4 >> 63};
  return wrong == 0;
}

} // namespace

bool csj::has_stage1_avx512() {
  return std::strcmp(csj_kernel_active(), "icelake") == 0 &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("pclmul");
}

CSJ_AVX512 bool csj::stage1_avx512(const uint8_t *bytes, size_t length, stage1_output &out) {
  // Copies, which no store through a pointer can change: they stay in registers.
  csj::stage1_output found = out;
  found.count = 0;
  found.line_count = 0;
  carried state;
  cut_character cut;
  bool is_fine = true;
  const auto take = [&](__m512i block, size_t at) CSJ_AVX512 __attribute__((always_inline)) {
    if (__builtin_expect((_mm512_movepi8_mask(block) | cut.following) != 0, 0)) {
      is_fine &= is_utf8(block, cut);
    }
    __m512i kinds;
    const uint64_t tokens = tokens_of(block, state, kinds);
    const uint64_t newlines = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\n'));
    note_lines(newlines, tokens, found);
    write(kinds, uint32_t(at), tokens, found);
  };
  size_t at = 0;
  for (; length - at >= 64; at += 64) {
    _mm_prefetch(reinterpret_cast<const char *>(bytes + at + 2048), _MM_HINT_T0);
    take(_mm512_loadu_si512(bytes + at), at);
  }
  if (at < length) {
    const __m512i spaces = _mm512_set1_epi8(' ');
    take(_mm512_mask_loadu_epi8(spaces, _bzhi_u64(~0ull, unsigned(length - at)), bytes + at), at);
  }
  out = found;
  return is_fine && cut.following == 0 && state.in_string == 0 && state.control == 0 &&
         out.count != 0;
}

#else

bool csj::has_stage1_avx512() { return false; }
bool csj::stage1_avx512(const uint8_t *, size_t, stage1_output &) { return false; }

#endif

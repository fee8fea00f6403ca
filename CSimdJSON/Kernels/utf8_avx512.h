// Validates UTF-8, 64 bytes at a time and without a branch: text that mixes ASCII and other
// characters costs no more than any other.
//
// The method is from J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One Instruction Per
// Byte", Software: Practice and Experience 51 (2021). Three of the four halves of two adjacent
// bytes look up their possible faults, a bit for each; a fault is one that all three have.
//
// Bounds: the blocks are in registers; no memory is read.
//
// Measured: in place of a branch to a check for blocks that are not ASCII, which was mispredicted
// in every few records, and together with the masks of stage1_avx512.cpp, it took stage 1 of event
// feeds from 1.20 to 0.91 of simdjson's time, and of log feeds from 1.28 to 1.07.
#pragma once

#include "avx512.h"

#if defined(__x86_64__)
namespace csj {

/// Not zero where a byte can't follow those before it. `last`: the 64 bytes before, zeros at the
/// start. A character that the block cuts is a fault of the next block, unless the next block
/// continues it.
CSJ_AVX512_INLINE __m512i utf8_faults(__m512i block, __m512i last) {
  // The bytes one, two and three places earlier.
  const __m512i turned = _mm512_alignr_epi64(block, last, 6);
  const __m512i before1 = _mm512_alignr_epi8(block, turned, 15);
  const __m512i before2 = _mm512_alignr_epi8(block, turned, 14);
  const __m512i before3 = _mm512_alignr_epi8(block, turned, 13);
  // Faults of a byte and the one before it. Two continuation bytes are valid in a longer character,
  // which is checked below.
  constexpr char short_ = 1;          // a character begins before the last one ended
  constexpr char long_ = 2;           // a continuation byte after ASCII
  constexpr char overlong3 = 4;       // E0 80-9F
  constexpr char large = 8;           // F4 90-BF, and F5-FF with the same
  constexpr char surrogate = 16;      // ED A0-BF
  constexpr char overlong2 = 32;      // C0, C1
  constexpr char overlong4 = 64;      // F0 80-8F, and F5-FF with the same
  constexpr char two = char(0x80);    // 80-BF twice
  constexpr char any = char(short_ | long_ | two);
  constexpr char beyond = char(any | large | overlong4);
  const __m512i by_first = _mm512_broadcast_i32x4(_mm_setr_epi8(
      long_, long_, long_, long_, long_, long_, long_, long_, two, two, two, two,
      short_ | overlong2, short_, short_ | overlong3 | surrogate, short_ | large | overlong4));
  const __m512i by_second = _mm512_broadcast_i32x4(_mm_setr_epi8(
      char(any | overlong2 | overlong3 | overlong4), char(any | overlong2), any, any,
      char(any | large), beyond, beyond, beyond, beyond, beyond, beyond, beyond, beyond,
      char(beyond | surrogate), beyond, beyond));
  constexpr char follows = char(long_ | overlong2 | two);
  const __m512i by_third = _mm512_broadcast_i32x4(_mm_setr_epi8(
      short_, short_, short_, short_, short_, short_, short_, short_,
      char(follows | overlong3 | overlong4), char(follows | overlong3 | large),
      char(follows | surrogate | large), char(follows | surrogate | large), short_, short_, short_,
      short_));
  const __m512i half = _mm512_set1_epi8(0x0F);
  const __m512i first =
      _mm512_shuffle_epi8(by_first, _mm512_and_si512(_mm512_srli_epi16(before1, 4), half));
  const __m512i second = _mm512_shuffle_epi8(by_second, _mm512_and_si512(before1, half));
  const __m512i third =
      _mm512_shuffle_epi8(by_third, _mm512_and_si512(_mm512_srli_epi16(block, 4), half));
  const __m512i faults = _mm512_ternarylogic_epi64(first, second, third, 0x80); // all three
  // After E0-FF two bytes earlier, or F0-FF three bytes earlier, two continuation bytes are
  // required here.
  const __m512i in_three = _mm512_subs_epu8(before2, _mm512_set1_epi8(0x60));
  const __m512i in_four = _mm512_subs_epu8(before3, _mm512_set1_epi8(0x70));
  return _mm512_xor_si512(
      _mm512_and_si512(_mm512_or_si512(in_three, in_four), _mm512_set1_epi8(two)), faults);
}

} // namespace csj
#endif

// The grammar of usual numbers, and where characters end: looked at for each token of a stream.
// Plain C, inlined into Swift.
#pragma once

#include "csj_inline.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SSE2__)
/// A bit for each of 16 bytes: whether it is no digit.
CSJ_INLINE uint32_t csj_non_digits16(const uint8_t *_Nonnull bytes) {
  const __m128i digits =
      _mm_sub_epi8(_mm_loadu_si128((const __m128i *)bytes), _mm_set1_epi8('0'));
  const __m128i nine = _mm_set1_epi8(9);
  return 0xFFFFu & ~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(digits, nine), nine));
}
#endif

/// No usual number.
#define CSJ_UNUSUAL UINT8_MAX

/// Where the point stands in the number without an exponent that the `count` bytes at `token` are, or
/// `count` where it has none: an integer. Such a number is valid whatever its value. CSJ_UNUSUAL: it is
/// another, or none, or has more than 32 bytes: look with care. Reads up to 32 bytes.
///
/// All digits are found at once: a loop over them ends at a place that can't be foreseen. What is
/// left but a sign must be one point with a digit on either side.
CSJ_INLINE uint8_t csj_measure_number(const uint8_t *_Nonnull token, size_t count) {
#if defined(__SSE2__)
  if (count > 32) { return CSJ_UNUSUAL; }
  const uint32_t first = token[0] == '-';
  const uint64_t all = (1ull << count) - 1;
  const uint64_t others =
      ((csj_non_digits16(token) | csj_non_digits16(token + 16) << 16) & all) >> first << first;
  // Where the whole part ends: at the point, or with the number.
  const uint32_t point = (uint32_t)__builtin_ctzll(others | 1ull << count);
  const bool leads = token[first] != '0' || point == first + 1;
  const bool is_usual = others == 0
                            ? count > first
                            : (others & (others - 1)) == 0 && token[point] == '.' &&
                                  point > first && point + 1 < count;
  return is_usual && leads ? (uint8_t)point : CSJ_UNUSUAL;
#else
  if (count > 32 || csj_ends_scalar(token[count - 1]) || !csj_ends_scalar(token[count]) ||
      !csj_is_plain_number(token)) {
    return CSJ_UNUSUAL;
  }
  for (size_t i = 0; i < count; i++) {
    if (token[i] == '.') { return (uint8_t)i; }
  }
  return (uint8_t)count;
#endif
}

/// Whether the `count` bytes of a number are an integer as it is written: neither a point nor an
/// exponent.
static inline __attribute__((unused)) bool csj_is_written_as_integer(const uint8_t *_Nonnull token,
                                                                     size_t count) {
  size_t i = token[0] == '-';
  while (i < count && (uint8_t)(token[i] - '0') <= 9) { i++; }
  return i == count;
}

/// The integer of at most 16 digits that the `count` bytes of a number are. False: look with care.
/// Reads up to 17 bytes.
CSJ_INLINE bool csj_parse_measured_integer(const uint8_t *_Nonnull token, size_t count,
                                           int64_t *_Nonnull value) {
  const size_t sign = token[0] == '-';
  const size_t digits = count - sign;
  if (digits == 0 || digits > 16) { return false; }
  const uint64_t zeros = 0x3030303030303030ull;
  const size_t high = digits > 8 ? digits - 8 : digits;
  const uint64_t first = csj_load64(token + sign) ^ zeros;
  if (csj_non_digits(first) << (64 - 8 * high) != 0) { return false; }
  uint64_t sum = csj_add_digits(first, high);
  if (digits > 8) {
    const uint64_t last = csj_load64(token + count - 8) ^ zeros;
    if (csj_non_digits(last) != 0) { return false; }
    sum = sum * 100000000ull + csj_add_digits(last, 8);
  }
  *value = sign ? -(int64_t)sum : (int64_t)sum;
  return true;
}

/// `length`, less the bytes of a UTF-8 sequence that the end cuts. Bytes that are no UTF-8 at all stay
/// in.
static inline __attribute__((unused)) size_t csj_whole_characters(const uint8_t *_Nonnull bytes,
                                                                  size_t length) {
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    const uint8_t byte = bytes[length - back];
    if (byte < 0x80) { return length; }
    if (byte >= 0xC0) {
      const size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return size > back ? length - back : length;
    }
  }
  return length;
}

#ifdef __cplusplus
}
#endif

// The grammar of usual numbers, and where characters end: used for each token of a stream. Plain C,
// inlined into Swift.
#pragma once

#include "csj_inline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which bytes end a number or a literal: structural characters and white space.
static const uint8_t csj_ends_scalars[256] = {
    // Rows of 32. White space, then ',' and ':', then the brackets at 0x5B and 0x5D, 0x7B and 0x7D.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

/// The same result as `csj_ends_scalar` with one lookup: for unpredictable bytes.
CSJ_INLINE bool csj_may_end_scalar(uint8_t byte) { return csj_ends_scalars[byte] != 0; }

#if defined(__SSE2__)
/// A bit for each of 32 bytes: whether it is not a digit.
CSJ_INLINE uint32_t csj_non_digits32(const uint8_t *_Nonnull bytes) {
  // Shifts values so that digits are the lowest ten of the signed bytes.
  const __m128i move = _mm_set1_epi8((char)(0x80 - '0'));
  const __m128i nine = _mm_set1_epi8((char)(0x80 + 9));
  const __m128i a = _mm_add_epi8(_mm_loadu_si128((const __m128i *)bytes), move);
  const __m128i b = _mm_add_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16)), move);
  return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(a, nine)) |
         (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(b, nine)) << 16;
}
#endif

/// Whether a number without an exponent begins at `token`. Returns where it ends, and where its point is: an
/// integer's is at its end. It is valid for any value. Returns false for anything else, and for more
/// than 33 bytes: then use the slow path. Reads 34 bytes.
///
/// All digits are found at once, because a loop over them ends at an unpredictable place. The first stop that is
/// not a point must be the number's end. Two artificial stops after the examined 32 bytes ensure that there are
/// always two. An artificial stop that is reached is the number's end if its byte ends a scalar, like any other.
CSJ_INLINE bool csj_measure_number(const uint8_t *_Nonnull token, uint32_t *_Nonnull end_out,
                                   uint32_t *_Nonnull point_out) {
#if defined(__SSE2__)
  const uint32_t sign = token[0] == '-';
  const uint8_t *const digits = token + sign;
  uint64_t stops = (uint64_t)csj_non_digits32(digits) | 3ull << 32;
  const uint32_t whole = (uint32_t)__builtin_ctzll(stops);
  // A single digit may be any. With several, the first must not be zero; with none, there is no
  // number. In both cases the first byte is not 1 to 9.
  if ((uint8_t)(digits[0] - '1') > 8 && whole != 1) { return false; }
  uint32_t count = whole;
  if (digits[whole] == '.') {
    stops &= stops - 1;
    // A stop exists: at the latest the second artificial one, which is adjacent to the first.
    count = (uint32_t)__builtin_ctzll(stops);
    if (count == whole + 1) { return false; }
  }
  if (!csj_may_end_scalar(digits[count])) { return false; }
  const uint32_t end = sign + count, point = sign + whole;
#else
  if (!csj_is_plain_number(token)) { return false; }
  uint32_t end = 0, point = 0;
  for (; !csj_may_end_scalar(token[end]); end++) {
    if (token[end] == '.') { point = end; }
  }
  if (end >= 34) { return false; }
  if (point == 0) { point = end; }
#endif
  *end_out = end;
  *point_out = point;
  return true;
}

/// The end of the string before the token at `next`: only white space is between them.
///
/// In indented text its length is unpredictable, so 16 bytes are examined at once. Sound because the
/// string's other quote lies before: the search ends within the window.
CSJ_INLINE uint32_t csj_closing_quote(const uint8_t *_Nonnull bytes, uint32_t next) {
  uint32_t close = next - 1;
  if (bytes[close] == '"') { return close; }
#if defined(__SSE2__)
  while (close >= 16) {
    const __m128i block = _mm_loadu_si128((const __m128i *)(bytes + close - 16));
    const uint32_t quotes =
        (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')));
    if (quotes != 0) { return close - 16 + (31 - (uint32_t)__builtin_clz(quotes)); }
    close -= 16;
  }
#endif
  do { close--; } while (bytes[close] != '"');
  return close;
}

/// Whether the `count` bytes of a number are written as an integer: with neither a point nor an
/// exponent.
static inline __attribute__((unused)) bool csj_is_written_as_integer(const uint8_t *_Nonnull token,
                                                                     size_t count) {
  size_t i = token[0] == '-';
  while (i < count && (uint8_t)(token[i] - '0') <= 9) { i++; }
  return i == count;
}

/// Parses the `count` bytes of a usual number without a point as an integer of at most 18 digits. Returns
/// false for more digits. Reads up to 19 bytes.
CSJ_INLINE bool csj_parse_measured_integer(const uint8_t *_Nonnull token, size_t count,
                                           int64_t *_Nonnull value) {
  const uint64_t zeros = 0x3030303030303030ull;
  const size_t sign = token[0] == '-';
  const size_t digits = count - sign;
  uint64_t sum;
  if (digits <= 8) {
    sum = csj_add_digits(csj_load64(token + sign) ^ zeros, digits);
  } else if (digits <= 16) {
    sum = csj_add_digits(csj_load64(token + sign) ^ zeros, digits - 8) * 100000000ull +
          csj_add_digits(csj_load64(token + count - 8) ^ zeros, 8);
  } else if (digits <= 18) {
    sum = (csj_add_digits(csj_load64(token + sign) ^ zeros, digits - 16) * 100000000ull +
           csj_add_digits(csj_load64(token + count - 16) ^ zeros, 8)) *
              100000000ull +
          csj_add_digits(csj_load64(token + count - 8) ^ zeros, 8);
  } else {
    return false;
  }
  *value = sign ? -(int64_t)sum : (int64_t)sum;
  return true;
}

/// `length` without the bytes of a UTF-8 sequence that the end cuts. Bytes that are not UTF-8 stay
/// included.
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

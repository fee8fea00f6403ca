// The grammar of usual numbers, and where characters end: looked at for each token of a stream.
// Plain C, inlined into Swift.
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

/// What `csj_ends_scalar` says, by one look: where the byte can't be foreseen.
CSJ_INLINE bool csj_may_end_scalar(uint8_t byte) { return csj_ends_scalars[byte] != 0; }

#if defined(__SSE2__)
/// A bit for each of 32 bytes: whether it is no digit.
CSJ_INLINE uint32_t csj_non_digits32(const uint8_t *_Nonnull bytes) {
  // Moved to where digits are the lowest ten of the signed bytes.
  const __m128i move = _mm_set1_epi8((char)(0x80 - '0'));
  const __m128i nine = _mm_set1_epi8((char)(0x80 + 9));
  const __m128i a = _mm_add_epi8(_mm_loadu_si128((const __m128i *)bytes), move);
  const __m128i b = _mm_add_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16)), move);
  return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(a, nine)) |
         (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(b, nine)) << 16;
}
#endif

/// Whether a number without an exponent begins at `token`; where it ends, and where its point stands: an
/// integer's where it ends. Such a number is valid whatever its value. False: it is another, or none, or has more
/// than 33 bytes: look with care. Reads 34 bytes.
///
/// All digits are found at once: a loop over them ends at a place that can't be foreseen. The first stop
/// that is not a point must be the number's end. Behind the 32 bytes that are looked at two stops are made up, so
/// that there always are two: one that is met is the number's end if its byte ends a scalar, as any other is.
CSJ_INLINE bool csj_measure_number(const uint8_t *_Nonnull token, uint32_t *_Nonnull end_out,
                                   uint32_t *_Nonnull point_out) {
#if defined(__SSE2__)
  const uint32_t sign = token[0] == '-';
  const uint8_t *const digits = token + sign;
  uint64_t stops = (uint64_t)csj_non_digits32(digits) | 3ull << 32;
  const uint32_t whole = (uint32_t)__builtin_ctzll(stops);
  // One digit may be any. Of more the first is no zero, and none is no number: neither is 1 to 9.
  if ((uint8_t)(digits[0] - '1') > 8 && whole != 1) { return false; }
  uint32_t count = whole;
  if (digits[whole] == '.') {
    stops &= stops - 1;
    // There is one: the second of those that are made up at the latest, which is the first one's neighbour.
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

/// Where the string ends whose next token begins at `next`: in between there is only white space.
///
/// In indented text that is as long as can't be foreseen, so that 16 bytes are looked at at once. Sound
/// because the string's other quote lies before: the search ends within the window.
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

/// Whether the `count` bytes of a number are an integer as it is written: neither a point nor an
/// exponent.
static inline __attribute__((unused)) bool csj_is_written_as_integer(const uint8_t *_Nonnull token,
                                                                     size_t count) {
  size_t i = token[0] == '-';
  while (i < count && (uint8_t)(token[i] - '0') <= 9) { i++; }
  return i == count;
}

/// The integer of at most 18 digits that the `count` bytes of a usual number without a point are. False: it
/// has more. Reads up to 19 bytes.
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

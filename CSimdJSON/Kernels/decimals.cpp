// Reads and writes numbers that are kept as written.
//
// Measured: canada.json as an owned value took 29.1 ms where numbers that no double holds were
// strings, and takes 19.5 ms with decimals as written.
//
// Bounds: writing overwrites up to CSJ_NUMBER_ROOM bytes. Reading measures the number first, which
// reads 34 bytes, and then reads no byte after it.
#include "csj_decimals.h"

#include "add_digits_sse41.h"
#include "cpu.h"
#include "csj_digits.h"
#include "csj_number_output.h"
#include "csj_number_text.h"
#include "powers_of_ten.h"
#include "shortest_decimal.h"
#include "write_digits.h"

extern "C" bool csj_read_decimal(const uint8_t *text, size_t count, csj_decimal *out) {
  uint32_t length = 0, point = 0;
  if (!csj_measure_number(text, &length, &point) || length != count || point == count) {
    return false;
  }
  uint64_t digits = 0;
  size_t used = 0;
  for (size_t i = text[0] == '-'; i < count; i++) {
    if (i == point) { continue; }
    // Counts from the first digit that is not zero. The count shows where, because the number
    // itself may wrap to zero.
    used += used != 0 || text[i] != '0';
    if (used > 19) { return false; }
    digits = digits * 10 + uint64_t(text[i] - '0');
  }
  *out = {digits, uint8_t(count - point - 1), text[0] == '-'};
  return true;
}

namespace {

/// Whether the shortest decimal of the nearest double has this very spelling: up to 15 digits, which
/// survive a double and back, no zero at the end but the one after the point, and no exponent, which
/// doubles below 0.0001 have.
inline bool is_spelled_as_double(uint64_t digits, size_t places, bool ends_with_zero) {
  return digits < 1000000000000000 && (!ends_with_zero || places == 1) &&
         (digits == 0 || (places < 19 && digits * 1000 >= csj::powers_of_ten[places]));
}

/// Parses up to 16 digits.
struct portable_digits {
  static uint64_t add(const uint8_t *start, size_t count) {
    const uint64_t zeros = 0x3030303030303030ull;
    if (count == 0) { return 0; }
    if (count <= 8) { return csj_add_digits(csj_load64(start) ^ zeros, count); }
    return csj_add_digits(csj_load64(start) ^ zeros, count - 8) * 100000000ull +
           csj_add_digits(csj_load64(start + count - 8) ^ zeros, 8);
  }
};

template <uint64_t add(const uint8_t *, size_t)>
inline __attribute__((always_inline)) csj_usual_number read_usual(const uint8_t *text) {
  csj_usual_number number = {0, 0, false, CSJ_USUAL_NONE};
  uint32_t end = 0, point = 0;
  if (!csj_measure_number(text, &end, &point)) { return number; }
  // From here on, the parts are loaded as words: not taken from the bytes that were measured.
  __asm__("" : "+r"(text));
  const uint32_t sign = text[0] == '-';
  if (point == end) {
    int64_t value = 0;
    if (!csj_parse_measured_integer(text, end, &value) || (value == 0 && sign != 0)) {
      return number;
    }
    number.bits = uint64_t(value);
    number.kind = CSJ_USUAL_INTEGER;
    return number;
  }
  const uint32_t whole = point - sign, places = end - point - 1;
  if (whole > 8 || places > 16 || whole + places > 19) { return number; }
  const uint64_t digits =
      csj_add_digits(csj_load64(text + sign) ^ 0x3030303030303030ull, whole) *
          csj::powers_of_ten[places] +
      add(text + point + 1, places);
  if (is_spelled_as_double(digits, places, text[end - 1] == '0')) {
    // Both are exact doubles, and one division rounds once.
    const double magnitude =
        double(int64_t(digits)) / double(int64_t(csj::powers_of_ten[places]));
    number.bits = csj::bits_of(sign != 0 ? -magnitude : magnitude);
    number.kind = CSJ_USUAL_DOUBLE;
    return number;
  }
  number.bits = digits;
  number.places = uint8_t(places);
  number.is_negative = sign != 0;
  number.kind = CSJ_USUAL_DECIMAL;
  return number;
}

#if defined(__x86_64__)
CSJ_SSE41 csj_usual_number read_usual_sse41(const uint8_t *text) {
  return read_usual<csj::add_digits_sse41>(text);
}
#endif

} // namespace

extern "C" csj_usual_number csj_read_usual(const uint8_t *text) {
#if defined(__x86_64__)
  if (csj::has_sse41) { return read_usual_sse41(text); }
#endif
  return read_usual<portable_digits::add>(text);
}

extern "C" bool csj_is_spelled_as_double(csj_decimal number) {
  return is_spelled_as_double(number.digits, number.places, number.digits % 10 == 0);
}

extern "C" bool csj_is_shortest(csj_decimal number, double value) {
  if (number.digits == 0 || value == 0) { return number.digits == 0 && value == 0; }
  const csj::scientific written = csj::without_zeros({number.digits, -int(number.places)});
  const uint64_t magnitude = csj::bits_of(__builtin_fabs(value));
  const csj::scientific decimal =
      csj::without_zeros(csj::any_shortest_decimal(csj::parts_of(magnitude)));
  return written.digits == decimal.digits && written.exponent == decimal.exponent;
}

extern "C" size_t csj_write_decimal(csj_decimal number, uint8_t *out) {
  uint8_t *to = out;
  if (number.is_negative) { *to++ = '-'; }
  const size_t places = number.places;
  const uint64_t unit = places < 20 ? csj::powers_of_ten[places] : 0;
  const uint64_t whole = unit == 0 ? 0 : number.digits / unit;
  to += csj::write_integer(to, whole);
  if (places == 0) { return size_t(to - out); }
  *to++ = '.';
  uint8_t padded[24];
  csj::write_twenty_four(padded, number.digits - whole * unit);
  // At most 32 places, as measured.
  const size_t zeros = places <= 24 ? 0 : places - 24;
  std::memset(to, '0', zeros);
  std::memcpy(to + zeros, padded + 24 - (places - zeros), places - zeros);
  return size_t(to + places - out);
}

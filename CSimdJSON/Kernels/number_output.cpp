// Writes integers, and doubles and floats as their shortest decimals.
//
// Bounds: each function that writes one number overwrites up to CSJ_NUMBER_ROOM bytes: a sign, at most 21 digits or zeros
// before the point, at most 7 characters of "0.00000", 17 digits, and an exponent of 5 characters;
// words are stored whole, which is up to 16 bytes more.
#include "csj_number_output.h"

#include "shortest_decimal.h"
#include "write_digits.h"

namespace {

/// Up to 17 digits as text, and where the point is: after `point` of the last sixteen.
struct decimal_text {
  uint64_t first, second; ///< sixteen characters
  uint8_t lead;           ///< the digit before them, which may be zero
  int count;              ///< of the sixteen, up to the last that is not zero
  int point;
};

/// Either `lead` or the first of the sixteen is not zero.
inline decimal_text text_of(csj::scientific decimal) {
  const uint64_t high = decimal.digits / 100000000;
  const uint32_t lead = uint32_t(high / 100000000);
  const csj::sixteen_digits digits =
      csj::digits_of(uint32_t(high - lead * 100000000ull),
                     uint32_t(decimal.digits - high * 100000000));
  return {digits.first | csj::ascii_zeros, digits.second | csj::ascii_zeros,
          uint8_t('0' + lead), digits.count, decimal.exponent + 16};
}

inline void write_sixteen(const decimal_text &text, uint8_t *out) {
  csj::store(out, text.first);
  csj::store(out + 8, text.second);
}

/// Writes the sixteen digits with a point after `point` of them, 0 to 15; up to 32 bytes. The
/// digits after the point are shifted in registers: they would be read back from memory before
/// they have arrived there.
inline void write_with_point(const decimal_text &text, int point, uint8_t *out) {
  using wide = unsigned __int128;
  write_sixteen(text, out);
  const wide after = (wide(text.second) << 64 | text.first) >> 8 * point;
  csj::store(out + point + 1, uint64_t(after));
  csj::store(out + point + 9, uint64_t(after >> 64));
  out[point] = '.';
}

/// Writes d[.ddd]e±xx; the exponent has at least `least` digits.
inline size_t write_scientific(const decimal_text &text, int least, uint8_t *out) {
  const int has_lead = text.lead != '0';
  out[0] = text.lead;
  // The point comes after the first digit.
  write_with_point(text, 1 - has_lead, out + has_lead);
  const int digits = has_lead + text.count;
  uint8_t *to = out + (digits == 1 ? 1 : digits + 1);
  const int exponent = text.point + has_lead - 1;
  const uint32_t size = uint32_t(exponent < 0 ? -exponent : exponent);
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  if (size < 10 && least == 2) { *to++ = '0'; }
  return size_t(to + csj::write_few(to, size) - out);
}

/// Writes 0.000ddd.
inline size_t write_small(const decimal_text &text, uint8_t *out) {
  const int has_lead = text.lead != '0';
  const int zeros = -text.point - has_lead;
  csj::store(out, 0x3030303030302E30ull);
  out[2 + zeros] = text.lead;
  write_sixteen(text, out + 2 + zeros + has_lead);
  return size_t(2 + zeros + has_lead + text.count);
}

/// Writes ddd.ddd or 0.ddd: from 0.1 on, with at least one digit after the point.
inline __attribute__((always_inline)) size_t write_fraction(const decimal_text &text,
                                                            uint8_t *out) {
  out[0] = text.lead;
  const int has_lead = text.lead != '0' || text.point == 0;
  write_with_point(text, text.point, out + has_lead);
  return size_t(has_lead + text.count + 1);
}

/// Writes an integer that has no more than 21 digits.
inline size_t write_whole(const decimal_text &text, uint8_t *out) {
  const int has_lead = text.lead != '0';
  out[0] = text.lead;
  write_sixteen(text, out + has_lead);
  csj::store(out + has_lead + 16, csj::ascii_zeros);
  return size_t(has_lead + text.point);
}

/// Writes a decimal in the layout of Swift's `description`, without its sign.
inline size_t write_described(const decimal_text &text, bool is_large, uint8_t *out) {
  const int whole = text.point + (text.lead != '0');
  if (whole < -3 || is_large) { return write_scientific(text, 2, out); }
  return whole > 0 || text.point == 0 ? write_fraction(text, out) : write_small(text, out);
}

/// Writes a whole value, up to 2^53 or 2^24, and reports whether it is one.
inline bool write_if_whole(double magnitude, double limit, uint8_t **to) {
  if (!(magnitude <= limit)) { return false; }
  const uint64_t whole = uint64_t(int64_t(magnitude));
  if (double(int64_t(whole)) != magnitude) { return false; }
  *to += csj::write_integer(*to, whole);
  return true;
}

/// Writes a double whose decimal is known.
__attribute__((noinline)) size_t write_known(csj::scientific decimal, uint64_t bits, uint8_t *out) {
  *out = '-';
  const size_t sign = bits >> 63;
  const bool is_large = (bits << 1) > csj::bits_of(9007199254740992.0) << 1;
  return sign + write_described(text_of(decimal), is_large, out + sign);
}

/// Writes a double that is whole, a power of two, subnormal or zero, or takes three products.
template <bool has_point>
__attribute__((noinline)) size_t write_unusual(double value, uint8_t *out) {
  const uint64_t bits = csj::bits_of(value);
  uint8_t *to = out;
  *to = '-';
  to += bits >> 63;
  if (write_if_whole(__builtin_fabs(value), 9007199254740992.0, &to)) {
    if (has_point || bits == 1ull << 63) {
      std::memcpy(to, ".0", 2);
      to += 2;
    }
    return size_t(to - out);
  }
  const csj::binary number = csj::parts_of(csj::bits_of(__builtin_fabs(value)));
  return write_known(csj::any_shortest_decimal(number), bits, out);
}

/// Usual doubles, from 0.1 to 2^53 and not whole, take the way without calls.
template <bool has_point>
inline __attribute__((always_inline)) size_t write(double value, uint8_t *out) {
  const uint64_t bits = csj::bits_of(value);
  const csj::binary number = csj::parts_of(bits & ~(uint64_t(1) << 63));
  // Up to 2^53, c · 2^q is whole if c has as many zeros at its end as q takes away.
  const bool is_whole = unsigned(number.q + 52) <= 52 && number.c << (63 + number.q) << 1 == 0;
  csj::scientific decimal;
  if (__builtin_expect(is_whole || !csj::by_one_product(number, &decimal), 0)) {
    return write_unusual<has_point>(value, out);
  }
  const decimal_text text = text_of(decimal);
  if (__builtin_expect(text.point < 0 || number.q > 0, 0)) {
    return write_known(decimal, bits, out);
  }
  *out = '-';
  const size_t sign = bits >> 63;
  return sign + write_fraction(text, out + sign);
}

/// The text of a usual number without its sign; see `write`. Returns false for others.
inline __attribute__((always_inline)) bool usual_text(double value, decimal_text *text) {
  const uint64_t bits = csj::bits_of(value);
  const csj::binary number = csj::parts_of(bits & ~(uint64_t(1) << 63));
  const bool is_whole = unsigned(number.q + 52) <= 52 && number.c << (63 + number.q) << 1 == 0;
  csj::scientific decimal;
  if (__builtin_expect(is_whole || !csj::by_one_product(number, &decimal), 0)) { return false; }
  *text = text_of(decimal);
  return text->point >= 0 && number.q <= 0;
}

/// Writes up to eight numbers, each with a comma after it, and returns where they end. All texts are
/// made before the first is stored: a store's place depends on the lengths of all texts before it,
/// and later loads wait for it.
inline uint8_t *write_group(const double *values, size_t count, uint8_t *out) {
  decimal_text texts[8];
  bool is_usual[8];
  for (size_t i = 0; i < count; i++) { is_usual[i] = usual_text(values[i], &texts[i]); }
  for (size_t i = 0; i < count; i++) {
    if (__builtin_expect(is_usual[i], 1)) {
      *out = '-';
      out += csj::bits_of(values[i]) >> 63;
      out += write_fraction(texts[i], out);
    } else {
      out += write_unusual<false>(values[i], out);
    }
    *out++ = ',';
  }
  return out;
}

} // namespace

extern "C" size_t csj_write_numbers(const double *values, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t bits = csj::bits_of(values[i]);
    const bool is_finite = (bits << 1) < 0xFFE0000000000000ull;
    if (!is_finite || bits == 1ull << 63) { return 0; }
  }
  uint8_t *to = out;
  size_t i = 0;
  for (; count - i >= 8; i += 8) { to = write_group(values + i, 8, to); }
  to = write_group(values + i, count - i, to);
  return size_t(to - out);
}

extern "C" size_t csj_write_integer(uint64_t magnitude, bool is_negative, uint8_t *out) {
  *out = '-';
  return size_t(is_negative + csj::write_integer(out + is_negative, magnitude));
}

extern "C" size_t csj_write_double(double value, uint8_t *out) { return write<true>(value, out); }

extern "C" size_t csj_write_number(double value, uint8_t *out) { return write<false>(value, out); }

extern "C" size_t csj_write_float(float value, uint8_t *out) {
  const uint32_t bits = csj::bits_of(value), magnitude = bits & 0x7FFFFFFF;
  uint8_t *to = out;
  *to = '-';
  to += bits >> 31;
  if (write_if_whole(double(__builtin_fabsf(value)), 16777216.0, &to)) {
    if (bits == 1u << 31) {
      std::memcpy(to, ".0", 2);
      to += 2;
    }
    return size_t(to - out);
  }
  const decimal_text text = text_of(csj::any_shortest_decimal(csj::parts_of(magnitude)));
  return size_t(to - out) + write_described(text, __builtin_fabsf(value) > 16777216.0f, to);
}

extern "C" size_t csj_write_canonical(double value, uint8_t *out) {
  const double magnitude = __builtin_fabs(value);
  uint8_t *to = out;
  *to = '-';
  to += value < 0;
  if (write_if_whole(magnitude, 9007199254740992.0, &to)) { return size_t(to - out); }
  const decimal_text text =
      text_of(csj::any_shortest_decimal(csj::parts_of(csj::bits_of(magnitude))));
  const int whole = text.point + (text.lead != '0');
  size_t count;
  if (whole > 21 || whole < -5) {
    count = write_scientific(text, 1, to);
  } else if (whole <= 0) {
    count = write_small(text, to);
  } else if (text.point >= text.count) {
    count = write_whole(text, to);
  } else {
    count = write_fraction(text, to);
  }
  return size_t(to - out) + count;
}

// Numbers, through simdjson's number kernel.
//
// The kernel copies its writer by value into its slow path, so a writer that holds its result by
// value loses it there. This makes simdjson 3.0.1's own get_number() and get_double() return 0 or
// garbage with SUCCESS for more than 19 digits (its issues 2093 and 2099). Our writer writes
// through a pointer. The kernel refuses integers beyond 64 bits, which are recognised here by the
// JSON grammar. Doubles of any length that it refuses go to simdjson's exact from_chars.
#include "csj.h"
#include "powers_of_ten.h"
#include "simdjson_versions.h"

#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

struct writer {
  csj_number *out;
  void append_s64(int64_t value) {
    out->kind = CSJ_NUMBER_INT64;
    out->i = value;
  }
  void append_u64(uint64_t value) {
    out->kind = CSJ_NUMBER_UINT64;
    out->u = value;
  }
  void append_double(double value) {
    out->kind = CSJ_NUMBER_DOUBLE;
    out->d = value;
  }
  void skip_double() {}
};

inline bool is_digit(uint8_t c) { return uint8_t(c - '0') <= 9; }

/// Whether `c` may follow a number: a structural character, white space, or the end (a NUL byte
/// can't occur in valid JSON except after a number, so the walk over the index refuses it
/// elsewhere).
inline bool ends_number(uint8_t c) {
  return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t' ||
         c == ':' || c == '{' || c == '[';
}

struct shape {
  bool valid;
  bool integer;
  const uint8_t *end;
};

/// The JSON number grammar, and nothing else.
shape shape_of(const uint8_t *p) {
  const shape invalid = {false, false, p};
  bool integer = true;
  if (*p == '-') { ++p; }
  if (!is_digit(*p)) { return invalid; }
  if (*p == '0' && is_digit(p[1])) { return invalid; }
  while (is_digit(*p)) { ++p; }
  if (*p == '.') {
    integer = false;
    ++p;
    if (!is_digit(*p)) { return invalid; }
    while (is_digit(*p)) { ++p; }
  }
  if (*p == 'e' || *p == 'E') {
    integer = false;
    ++p;
    if (*p == '+' || *p == '-') { ++p; }
    if (!is_digit(*p)) { return invalid; }
    while (is_digit(*p)) { ++p; }
  }
  return {ends_number(*p), integer, p};
}

bool exact_double(const uint8_t *token, const shape &s, double *out) {
  const double value = simdjson::internal::from_chars(reinterpret_cast<const char *>(token),
                                                      reinterpret_cast<const char *>(s.end));
  *out = value;
  return std::isfinite(value);
}

/// Parses the usual double: at most 19 digits, optionally a point, no exponent. Takes its text
/// eight digits at a time, without a branch on their number, and uses the kernel's own conversion.
/// Returns false for any other text.
inline bool parse_usual(const uint8_t *token, double *out) {
  const bool negative = *token == '-';
  const uint8_t *p = token + (negative ? 1 : 0);
  uint64_t digits = 0;
  const size_t whole = csj_parse_digits(p, &digits);
  if (whole == 0 || (*p == '0' && whole > 1)) { return false; }
  p += whole;
  size_t places = 0;
  if (*p == '.') {
    uint64_t fraction = 0;
    places = csj_parse_digits(p + 1, &fraction);
    if (places == 0 || whole + places > 19) { return false; }
    p += 1 + places;
    digits = digits * csj::powers_of_ten[places] + fraction;
  }
  if (!csj_ends_scalar(*p)) { return false; }
  return csj::kernel::numberparsing::compute_float_64(-int64_t(places), digits, negative, *out);
}

/// Tries the kernel, then handles what it refuses. Inlined into both entry points.
inline csj_number parse(const uint8_t *token) {
  csj_number number = {CSJ_NUMBER_INVALID, {0}};
  writer w = {&number};
  if (csj::kernel::numberparsing::parse_number(token, w) == simdjson::SUCCESS) { return number; }
  number.kind = CSJ_NUMBER_INVALID;
  const shape s = shape_of(token);
  if (!s.valid) { return number; }
  if (s.integer) {
    number.kind = CSJ_NUMBER_BIG;
  } else if (exact_double(token, s, &number.d)) {
    number.kind = CSJ_NUMBER_DOUBLE;
  }
  return number;
}

} // namespace

namespace {

/// Parses 1 to 8 digits.
inline uint64_t few_digits(const uint8_t *start, size_t count) {
  return csj_add_digits(csj_load64(start) ^ 0x3030303030303030ull, count);
}

/// The parts of a usual number.
struct number_parts {
  size_t negative, whole, places;
  bool is_short; ///< its digits fit 64 bits
};

inline __attribute__((always_inline)) number_parts parts_of(const uint8_t *token, size_t count,
                                                            uint8_t point) {
  number_parts parts;
  parts.negative = *token == '-';
  parts.whole = point - parts.negative;
  // A number without a point has its point after its end.
  parts.places = point < count ? count - point - 1 : 0;
  parts.is_short = parts.whole <= 8 && parts.places <= 16 && parts.whole + parts.places <= 19;
  return parts;
}

inline __attribute__((always_inline)) bool join(const uint8_t *token, const number_parts &parts,
                                                uint64_t fraction, double *out) {
  const uint64_t whole = few_digits(token + parts.negative, parts.whole);
  return csj::kernel::numberparsing::compute_float_64(
      -int64_t(parts.places), whole * csj::powers_of_ten[parts.places] + fraction,
      parts.negative != 0, *out);
}

#if defined(__x86_64__)

/// Adds up all 16 digits of the fraction at once, without a branch on their number.
__attribute__((target("ssse3,sse4.1"))) bool
parse_measured_sse41(const uint8_t *token, size_t count, uint8_t point, double *out) {
  const number_parts parts = parts_of(token, count, point);
  if (!parts.is_short) { return false; }
  // From `places` on: as many zeros as are missing, then the digits. Without digits, only zeros.
  alignas(16) static constexpr int8_t moves[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                   -1, -1, -1, -1, -1, 0,  1,  2,  3,  4,  5,
                                                   6,  7,  8,  9,  10, 11, 12, 13, 14, 15};
  const auto load = [](const void *from) __attribute__((target("ssse3,sse4.1"))) {
    return _mm_loadu_si128(static_cast<const __m128i *>(from));
  };
  const __m128i text = _mm_sub_epi8(load(token + point + 1), _mm_set1_epi8('0'));
  const __m128i digits = _mm_shuffle_epi8(text, load(moves + parts.places));
  const __m128i twos = _mm_maddubs_epi16(
      digits, _mm_setr_epi8(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1));
  const __m128i fours = _mm_madd_epi16(twos, _mm_setr_epi16(100, 1, 100, 1, 100, 1, 100, 1));
  const __m128i eights =
      _mm_madd_epi16(_mm_packus_epi32(fours, fours),
                     _mm_setr_epi16(10000, 1, 10000, 1, 10000, 1, 10000, 1));
  const uint64_t both = uint64_t(_mm_cvtsi128_si64(eights));
  return join(token, parts, (both & 0xFFFFFFFFull) * 100000000ull + (both >> 32), out);
}

const bool has_sse41 = __builtin_cpu_supports("sse4.1");

#endif

} // namespace

extern "C" bool csj_parse_measured_double(const uint8_t *token, size_t count, uint8_t point,
                                          double *out) {
#if defined(__x86_64__)
  if (has_sse41) { return parse_measured_sse41(token, count, point, out); }
#endif
  const number_parts parts = parts_of(token, count, point);
  if (!parts.is_short) { return false; }
  const uint8_t *const start = token + point + 1;
  uint64_t fraction = 0;
  if (parts.places > 8) {
    fraction = few_digits(start, parts.places - 8) * 100000000ull +
               few_digits(token + count - 8, 8);
  } else if (parts.places > 0) {
    fraction = few_digits(start, parts.places);
  }
  return join(token, parts, fraction, out);
}

extern "C" csj_number csj_parse_number(const uint8_t *token) { return parse(token); }

extern "C" bool csj_parse_double(const uint8_t *token, double *out) {
  if (csj_parse_short_double(token, out) || parse_usual(token, out)) { return true; }
  const csj_number number = parse(token);
  switch (number.kind) {
  case CSJ_NUMBER_INT64:
    // "-0" is the integer 0 to the kernel; as a double its sign counts.
    *out = number.i == 0 && *token == '-' ? -0.0 : double(number.i);
    return true;
  case CSJ_NUMBER_UINT64: *out = double(number.u); return true;
  case CSJ_NUMBER_DOUBLE: *out = number.d; return true;
  case CSJ_NUMBER_BIG: return exact_double(token, shape_of(token), out);
  default: return false;
  }
}

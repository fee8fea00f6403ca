// Doubles whose text was measured: their parts are read at once, without a loop, and simdjson's
// number kernel rounds them.
//
// Measured: canada.json's numbers, 8.8 ns each, and 3.0 to measure them; 14.7 by simdjson's kernel
// alone.
//
// Bounds: words of 8 or 16 bytes are read from the token's parts, within CSJ_PADDING after it.
#include "csj_numbers.h"

#include "../Kernels/add_digits_sse41.h"
#include "../Kernels/cpu.h"
#include "../Kernels/powers_of_ten.h"
#include "csj_digits.h"
#include "simdjson_versions.h"

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

CSJ_SSE41 bool parse_sse41(const uint8_t *token, size_t count, uint8_t point, double *out) {
  const number_parts parts = parts_of(token, count, point);
  if (!parts.is_short) { return false; }
  return join(token, parts, csj::add_digits_sse41(token + point + 1, parts.places), out);
}

#endif

} // namespace

extern "C" bool csj_parse_measured_double(const uint8_t *token, size_t count, uint8_t point,
                                          double *out) {
#if defined(__x86_64__)
  if (csj::has_sse41) { return parse_sse41(token, count, point, out); }
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


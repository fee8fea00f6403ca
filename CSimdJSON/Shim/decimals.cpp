// The shortest decimal of a double, by R. Giulietti, "The Schubfach way to render doubles" (2020). The decimals that
// read back as a double are those of an interval around it. Take the largest power of ten that is no longer than the
// interval as the unit: then the interval contains one or two of the numbers next to the double. With ten times this
// unit, it may contain another, which is shorter. Three products with a power of ten decide, rounded so that no later
// comparison changes ("to odd").
//
// Sound because the tables are indexed by exponents that a finite double can have: k is within -324 and 292.
#include "csj.h"
#include "powers_of_ten.h"

#include <cstring>

namespace {

using wide = unsigned __int128;

struct power {
  uint64_t high, low;
};

constexpr int least_power = -292, greatest_power = 324;

/// The first 128 bits; plus one if the number has more bits after them, or is known to have (`is_cut`).
template <int size> constexpr power leading(const uint32_t (&words)[size], bool is_cut) {
  int top = size - 1;
  while (words[top] == 0) { top--; }
  int shift = 0;
  while (!(words[top] << shift & 1u << 31)) { shift++; }
  uint32_t bits[4] = {};
  bool more = is_cut;
  for (int i = 0; i <= top; i++) {
    const int to = i - top + 3;
    // Each word contributes to two.
    const uint64_t moved = uint64_t(words[i]) << shift;
    if (to >= 0) { bits[to] |= uint32_t(moved); }
    if (to < 0 && uint32_t(moved) != 0) { more = true; }
    if (to + 1 >= 0 && to + 1 < 4) { bits[to + 1] |= uint32_t(moved >> 32); }
    if (to + 1 < 0 && moved >> 32 != 0) { more = true; }
  }
  power result = {uint64_t(bits[3]) << 32 | bits[2], uint64_t(bits[1]) << 32 | bits[0]};
  if (more && ++result.low == 0) { result.high++; }
  return result;
}

/// 128 bits of each power of ten, with the first bit set, rounded up. The compiler computes them from powers of
/// five, because powers of two belong to the exponent.
struct powers {
  power of[greatest_power - least_power + 1] = {};

  constexpr powers() {
    // Numbers of 32-bit words, the lowest first.
    constexpr int size = 28;
    uint32_t five[size] = {1};
    for (int k = 0; k <= greatest_power; k++) {
      of[k - least_power] = leading<size>(five, false);
      uint64_t carry = 0;
      for (uint32_t &word : five) {
        carry += uint64_t(word) * 5;
        word = uint32_t(carry);
        carry >>= 32;
      }
    }
    // A power of two, repeatedly divided by five. Rounding down each time gives the same result as
    // rounding once.
    uint32_t part[size] = {};
    part[size - 1] = 1u << 31;
    for (int k = -1; k >= least_power; k--) {
      uint64_t rest = 0;
      for (int i = size - 1; i >= 0; i--) {
        rest = rest << 32 | part[i];
        part[i] = uint32_t(rest / 5);
        rest %= 5;
      }
      of[k - least_power] = leading<size>(part, true);
    }
  }
};

constexpr powers ten;

/// The product's upper part, with its last bit set if anything is cut off: "rounded to odd".
inline uint64_t scaled(const power &g, uint64_t value) {
  const wide low = wide(g.low) * value;
  const wide sum = wide(g.high) * value + uint64_t(low >> 64);
  return uint64_t(sum >> 64) | (uint64_t(sum) > 1);
}

/// Moves trailing zeros into the exponent.
inline csj_decimal without_zeros(uint64_t digits, int exponent) {
  if (digits % 100000000 == 0) {
    digits /= 100000000;
    exponent += 8;
  }
  while (digits % 10 == 0) {
    digits /= 10;
    exponent++;
  }
  return {digits, exponent};
}

inline csj_decimal shortest(uint64_t bits) {
  const uint64_t fraction = bits & 0xFFFFFFFFFFFFFull;
  const int biased = int(bits >> 52 & 0x7FF);
  const uint64_t c = biased == 0 ? fraction : fraction | 1ull << 52;
  const int q = (biased == 0 ? 1 : biased) - 1075;
  // Below a power of two, the next double is half as far.
  const bool is_narrow = fraction == 0 && biased > 1;
  // The ends of an interval read back as its double only if the double is even.
  const uint64_t is_odd = c & 1;

  // floor(log10(2^q)); for the narrow interval floor(log10(3/4 · 2^q)); floor(log2(10^-k)).
  const int k = (q * 1262611 - (is_narrow ? 524031 : 0)) >> 22;
  const int h = q + (-k * 1741647 >> 19) + 1;
  const power &g = ten.of[-k - least_power];
  const uint64_t lower = scaled(g, (4 * c - (is_narrow ? 1 : 2)) << h) + is_odd;
  const uint64_t value = scaled(g, 4 * c << h);
  const uint64_t upper = scaled(g, (4 * c + 2) << h) - is_odd;

  const uint64_t s = value / 4;
  if (s >= 10) {
    const uint64_t tens = s / 10;
    const bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (below != above) { return without_zeros(tens + above, k + 1); }
  }
  const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) { return without_zeros(s + above, k); }
  // Both: takes the nearer one, or the even one if they are equally near.
  const uint64_t middle = 4 * s + 2;
  return without_zeros(s + (value > middle || (value == middle && s % 2 != 0)), k);
}

inline uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

struct pairs {
  uint8_t of[200] = {};
  constexpr pairs() {
    for (int i = 0; i < 100; i++) {
      of[2 * i] = uint8_t('0' + i / 10);
      of[2 * i + 1] = uint8_t('0' + i % 10);
    }
  }
};

constexpr pairs two_digits;

inline void write_two(uint8_t *out, uint32_t value) {
  std::memcpy(out, two_digits.of + 2 * value, 2);
}

inline void write_eight(uint8_t *out, uint32_t value) {
  const uint32_t left = value / 10000, right = value % 10000;
  write_two(out, left / 100);
  write_two(out + 2, left % 100);
  write_two(out + 4, right / 100);
  write_two(out + 6, right % 100);
}

/// Counts 1 to 19 digits, using the binary logarithm.
inline int count_digits(uint64_t value) {
  const int least = (64 - __builtin_clzll(value)) * 1233 >> 12;
  return least + (value >= csj::powers_of_ten[least]);
}

/// Writes 20 digits, including leading zeros.
inline void write_twenty(uint8_t *out, uint64_t digits) {
  const uint64_t high = digits / 100000000;
  const uint32_t first = uint32_t(high / 100000000);
  write_two(out, first / 100);
  write_two(out + 2, first % 100);
  write_eight(out + 4, uint32_t(high % 100000000));
  write_eight(out + 12, uint32_t(digits % 100000000));
}

} // namespace

extern "C" csj_decimal csj_shortest(double value) { return shortest(bits_of(value)); }

extern "C" size_t csj_write_double(double value, uint8_t *out) {
  const uint64_t bits = bits_of(value);
  uint8_t *to = out;
  if (bits >> 63) { *to++ = '-'; }
  if (bits << 1 == 0) {
    std::memcpy(to, "0.0", 3);
    return size_t(to + 3 - out);
  }
  const csj_decimal decimal = shortest(bits);
  uint8_t padded[40];
  write_twenty(padded, decimal.digits);
  const int count = count_digits(decimal.digits);
  const uint8_t *const digits = padded + 20 - count;
  // The number of digits before the point: 0.ddd · 10^whole.
  const int whole = count + decimal.exponent;
  const bool is_large = (bits & ~(1ull << 63)) > bits_of(9007199254740992.0);
  if (whole < -3 || is_large) {
    *to++ = digits[0];
    if (count > 1) {
      *to++ = '.';
      std::memcpy(to, digits + 1, 16);
      to += count - 1;
    }
    const int exponent = whole - 1;
    const uint32_t size = uint32_t(exponent < 0 ? -exponent : exponent);
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    if (size >= 100) { *to++ = uint8_t('0' + size / 100); }
    write_two(to, size % 100);
    return size_t(to + 2 - out);
  }
  if (whole <= 0) {
    std::memcpy(to, "0.000", 5);
    to += 2 - whole;
    std::memcpy(to, digits, 17);
    return size_t(to + count - out);
  }
  if (whole >= count) {
    // An integer: its digits, zeros, and ".0".
    std::memcpy(to, digits, size_t(count));
    std::memset(to + count, '0', size_t(whole - count));
    to += whole;
    std::memcpy(to, ".0", 2);
    return size_t(to + 2 - out);
  }
  std::memcpy(to, digits, 17);
  std::memcpy(to + whole + 1, digits + whole, 16);
  to[whole] = '.';
  return size_t(to + count + 1 - out);
}

extern "C" bool csj_read_written(const uint8_t *text, size_t count, csj_written *out) {
  uint32_t length = 0, point = 0;
  if (!csj_measure_number(text, &length, &point) || length != count || point == count) {
    return false;
  }
  uint64_t digits = 0;
  size_t used = 0;
  for (size_t i = text[0] == '-'; i < count; i++) {
    if (i == point) { continue; }
    // Counts from the first digit that is not zero. The count shows where, because the number itself
    // may wrap to zero.
    used += used != 0 || text[i] != '0';
    if (used > 19) { return false; }
    digits = digits * 10 + uint64_t(text[i] - '0');
  }
  *out = {digits, uint8_t(count - point - 1), text[0] == '-'};
  return true;
}

extern "C" bool csj_is_shortest(csj_written number, double value) {
  if (number.digits == 0 || value == 0) { return number.digits == 0 && value == 0; }
  const csj_decimal written = without_zeros(number.digits, -int(number.places));
  const csj_decimal decimal = csj_shortest(value);
  return written.digits == decimal.digits && written.exponent == decimal.exponent;
}

extern "C" size_t csj_write_written(csj_written number, uint8_t *out) {
  uint8_t *to = out;
  if (number.is_negative) { *to++ = '-'; }
  const size_t places = number.places;
  const uint64_t unit = places < 20 ? csj::powers_of_ten[places] : 0;
  const uint64_t whole = unit == 0 ? 0 : number.digits / unit;
  uint8_t padded[20];
  write_twenty(padded, whole);
  const int count = count_digits(whole | 1);
  std::memcpy(to, padded + 20 - count, size_t(count));
  to += count;
  if (places == 0) { return size_t(to - out); }
  *to++ = '.';
  write_twenty(padded, number.digits - whole * unit);
  if (places <= 20) {
    std::memcpy(to, padded + 20 - places, places);
  } else {
    // At most 32, as measured.
    std::memset(to, '0', places - 20);
    std::memcpy(to + (places - 20), padded, 20);
  }
  return size_t(to + places - out);
}

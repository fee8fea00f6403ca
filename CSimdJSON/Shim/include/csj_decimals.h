// Decimals: the shortest one of a double, and numbers as they are written. Plain C.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// digits · 10^exponent, without zeros at the end: 17 digits at the most.
typedef struct {
  uint64_t digits;
  int32_t exponent;
} csj_decimal;

/// Of the decimals that read back as the magnitude of `value` (finite, not zero) one with the fewest digits, and
/// of these the nearest to it. Some ten nanoseconds.
csj_decimal csj_shortest(double value);

/// A number without an exponent as it is written: all its digits, zeros at the end too, and how many stand
/// behind the point.
typedef struct {
  uint64_t digits;
  uint8_t places;
  bool is_negative;
} csj_written;

/// Takes apart the `count` bytes (at least one) of a number: valid, with a point and without an exponent. False: it is
/// another, or has more than 19 digits from the first that is no zero. `text` may be followed by anything; 64
/// bytes from it on are readable.
bool csj_read_written(const uint8_t *_Nonnull text, size_t count, csj_written *_Nonnull out);

/// Whether the number is the shortest decimal of `value`, which is the double nearest to it.
bool csj_is_shortest(csj_written number, double value);

/// The most bytes that the functions below write.
#define CSJ_NUMBER_ROOM 64

/// Writes the number as it was read. Returns how many bytes; up to CSJ_NUMBER_ROOM are overwritten.
size_t csj_write_written(csj_written number, uint8_t *_Nonnull out);

/// Writes a finite double as its shortest decimal, as Swift's `description` lays it out: `0.1`, `1.0`,
/// `1e-05`, `1.5e+16`. Returns how many bytes; up to CSJ_NUMBER_ROOM are overwritten.
size_t csj_write_double(double value, uint8_t *_Nonnull out);

#ifdef __cplusplus
}
#endif

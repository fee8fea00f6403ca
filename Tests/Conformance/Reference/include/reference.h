// The reference for the tests: simdjson's own DOM parser, walked into a stream of events.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  REFERENCE_ACCEPTED = 0,
  REFERENCE_NUMBER, ///< refused because of a number
  REFERENCE_DEPTH,  ///< nested too deeply
  REFERENCE_REFUSED ///< refused for any other reason
} reference_verdict;

/// Events in sequence, each a letter and its data (lengths and numbers little-endian): `{` `}` `[` `]` `t` `f` `n`, `k`
/// and `s` with a 32-bit length and the UTF-8 bytes, `i` `u` `d` with 64 bits.
typedef struct {
  reference_verdict verdict;
  uint8_t *_Nullable events; ///< NULL unless accepted
  size_t count;
} reference_result;

/// Parses `length` bytes, copied with padding, and walks the result. At most `depth` levels.
reference_result reference_parse(const uint8_t *_Nullable bytes, size_t length, size_t depth);
void reference_free(reference_result result);

/// The double nearest to a decimal number, by the C library in the C locale.
double reference_strtod(const char *_Nonnull text);
/// The float nearest to a decimal number.
float reference_strtof(const char *_Nonnull text);

#ifdef __cplusplus
}
#endif

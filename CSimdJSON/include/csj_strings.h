// Strings with escapes, and UTF-8, through simdjson's kernels, and ours for AVX-512 and AVX2.
//
// Bounds: both read and write 32 or 64 bytes at a time. So the closing quote must be followed by
// CSJ_PADDING readable bytes, and the room for the output by as many writable ones.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Unescapes the string whose first byte after the opening quote is `source`, up to its closing
/// quote. Returns the end of the output, or NULL for an invalid escape (including lone surrogates).
/// `destination` needs the raw length + CSJ_PADDING bytes; `source` needs CSJ_PADDING readable
/// bytes after the closing quote.
uint8_t *_Nullable csj_unescape(const uint8_t *_Nonnull source, uint8_t *_Nonnull destination);

/// Whether the bytes are UTF-8.
bool csj_is_utf8(const uint8_t *_Nullable bytes, size_t length);

#ifdef __cplusplus
}
#endif

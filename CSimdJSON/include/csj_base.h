// What the other headers are written with: always inlined functions, loads, and the limits of
// every input. Plain C, inlined into Swift.
//
// Bounds: a load reads exactly the bytes that its name says; callers ensure that these are
// readable.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Always inlined, regardless of the optimiser's estimate: each is a few instructions on a hot
/// path.
#define CSJ_INLINE static inline __attribute__((always_inline))

/// Placed before a hot loop: aligns it to a cache line, so that its speed does not depend on the
/// code before it.
#if defined(__has_attribute)
#if __has_attribute(code_align)
#define CSJ_ALIGNED_LOOP __attribute__((code_align(64)))
#endif
#endif
#ifndef CSJ_ALIGNED_LOOP
#define CSJ_ALIGNED_LOOP
#endif

/// Bytes that must be readable after the end of every input: at least SIMDJSON_PADDING, and as many
/// as the widest of our own loads reads.
#define CSJ_PADDING 64

/// The largest document: 4 GiB - 64, because tokens are 32-bit offsets.
#define CSJ_MAX_BYTES ((uint64_t)0xFFFFFFFFu - 63u)

/// Whether `count` bytes are equal.
CSJ_INLINE bool csj_equal(const uint8_t *_Nonnull a, const uint8_t *_Nonnull b, size_t count) {
  return __builtin_memcmp(a, b, count) == 0;
}

/// Four bytes as a little-endian word.
CSJ_INLINE uint32_t csj_load32(const uint8_t *_Nonnull bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

/// Eight bytes as a little-endian word.
CSJ_INLINE uint64_t csj_load64(const uint8_t *_Nonnull bytes) {
  return (uint64_t)csj_load32(bytes) | (uint64_t)csj_load32(bytes + 4) << 32;
}

/// The first `byte` among `count` bytes, or NULL.
CSJ_INLINE const uint8_t *_Nullable csj_find(const uint8_t *_Nonnull bytes, uint8_t byte,
                                                size_t count) {
  return (const uint8_t *)__builtin_memchr(bytes, byte, count);
}

#ifdef __cplusplus
}
#endif

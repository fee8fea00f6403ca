// Memory for sizes that a document can inflate: Swift's own allocation ends the process on failure.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Allocates `bytes` bytes for `csj_free`, or returns NULL.
void *_Nullable csj_allocate(size_t bytes);
/// The same, at the beginning of a cache line; from 2 MB on, in huge pages on Linux.
void *_Nullable csj_allocate_aligned(size_t bytes);
/// Moves memory of `csj_allocate` to a larger or smaller one, or returns NULL and leaves it as it is.
/// Large memory is moved without copying it, where the system can.
void *_Nullable csj_reallocate(void *_Nullable memory, size_t bytes);
void csj_free(void *_Nullable memory);

/// Copies `count` bytes to memory that does not overlap. For large amounts glibc's memcpy uses an
/// instruction (`rep movsb`) that on Zen 3 takes 14 times as long if `to` lies a few bytes behind `from` within a
/// page of 4 KB. This copies amounts for which it is not used.
///
/// Measured on Zen 3: 2.2 MB by chunks of 64 KB take 53 µs; by memcpy 53 or 757, by where they are.
void csj_copy(void *_Nonnull to, const void *_Nonnull from, size_t count);

/// Whether the `count` bytes from `end` on, which are somebody else's, can be read: they are on the
/// page of the byte before, which is the caller's. Always false where such reads are looked for:
/// under sanitizers, and on CPUs that can tag memory, as 64-bit ARM can.
bool csj_is_readable(const void *_Nonnull end, size_t count);

#ifdef __cplusplus
}
#endif

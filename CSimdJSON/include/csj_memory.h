// Memory for sizes that a document can inflate: Swift's own allocation ends the process on failure.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Allocates `bytes` bytes for `csj_free`, or returns NULL.
void *_Nullable csj_allocate(size_t bytes);
/// The same, at the beginning of a cache line.
void *_Nullable csj_allocate_aligned(size_t bytes);
void csj_free(void *_Nullable memory);

#ifdef __cplusplus
}
#endif

// Counts what a process allocates.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct counted {
  uint64_t allocations;
  uint64_t bytes;
  /// Allocations of at least 64 KiB.
  uint64_t large;
} counted;

/// Whether counting works here: with glibc, and without a sanitizer.
bool counter_works(void);
void counter_begin(void);
/// What was counted since it began.
void counter_read(counted *out);
counted counter_end(void);

#ifdef __cplusplus
}
#endif

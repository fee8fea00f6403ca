// Stage 1 without SIMD, as a function of its own: the tests compare it with the other kernels.
//
// Bounds: reads `length` bytes, and needs no padding.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The output of `csj_stage1_portable`.
typedef struct {
  uint64_t count;
  bool ends_in_string;
  bool has_control_in_string;
} csj_portable_index;

/// Stage 1 without SIMD, for the kernel that has none: writes the tokens of `length` bytes, at most
/// as many, and does not check UTF-8. Finds the same tokens as the other kernels.
csj_portable_index csj_stage1_portable(const uint8_t *_Nonnull bytes, uint64_t length,
                                       uint32_t *_Nonnull tokens);

#ifdef __cplusplus
}
#endif

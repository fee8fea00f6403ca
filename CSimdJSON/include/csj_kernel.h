// simdjson's SIMD kernels ("implementations"): which exist, which one runs, and choosing one. Our
// own loops follow this choice, see Kernels/cpu.h. It is process-wide: make it at start-up only.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

size_t csj_kernel_count(void);
/// "icelake", "haswell", "westmere", "arm64", "fallback" … ; NULL past the last.
const char *_Nullable csj_kernel_name(size_t index);
bool csj_kernel_is_supported(size_t index);
const char *_Nonnull csj_kernel_active(void);
/// Returns false and changes nothing for an unknown kernel or one that this CPU does not support.
bool csj_kernel_select(const char *_Nonnull name);

/// The instructions that our own loops use under the active kernel: "avx512", "avx2", "neon",
/// "baseline", or "none" without SIMD.
const char *_Nonnull csj_loops_active(void);

/// The instruction sets that simdjson's kernels and our loops ask for, such as "avx2"; NULL past the last. A
/// build for a CPU that has no such choice has none.
const char *_Nullable csj_cpu_feature_name(size_t index);
/// Whether this CPU and its system have it.
bool csj_cpu_has_feature(size_t index);

/// The version of the simdjson headers the shim was compiled with, such as "3.0.1".
const char *_Nonnull csj_simdjson_version(void);

#ifdef __cplusplus
}
#endif

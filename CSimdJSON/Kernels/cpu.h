// What the CPU allows our own loops. This is the only place that asks; every loop that has more
// than one form asks here.
#pragma once

#include <cstdint>

namespace csj {

/// The instructions of a kernel.
enum class simd : uint8_t {
  none,     ///< the kernel "fallback": no loop may assume any
  baseline, ///< any other kernel: those that the compiler may use everywhere
  avx2,     ///< "haswell": what target_avx2.h names
  avx512,   ///< "icelake": what target_avx512.h names
  neon,     ///< "arm64": every 64-bit ARM CPU
};

/// The instructions of simdjson's active kernel. Our loops follow this kernel, so that choosing
/// one, in the environment or by `csj_kernel_select`, chooses all. The choice is process-wide;
/// asking takes some ten nanoseconds, so a loop that runs for each value keeps the answer.
simd active_simd();

/// Whether the CPU has SSE4.1. Unlike the above, this holds under every kernel: a number's digits
/// are the same either way.
extern const bool has_sse41;

/// The same for BMI2, with what came before it: SSE4.1, BMI and LZCNT.
extern const bool has_bmi2;

} // namespace csj

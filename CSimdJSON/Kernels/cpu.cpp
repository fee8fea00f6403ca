// See cpu.h. The one thing that the kernels ask of the shim is the active kernel's name: its header
// declares it in plain C, without simdjson.
#include "cpu.h"

#include "csj_kernel.h"

#include <cstring>

#if defined(__x86_64__)

// What our targets require beyond what each version of simdjson checks before it chooses a kernel.

static bool has_all_of_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul") &&
         __builtin_cpu_supports("popcnt");
}

static bool has_all_of_avx512() {
  return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         has_all_of_avx2();
}

const bool csj::has_sse41 = __builtin_cpu_supports("sse4.1");
const bool csj::has_bmi2 =
    csj::has_sse41 && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt");

#else

static bool has_all_of_avx2() { return false; }
static bool has_all_of_avx512() { return false; }

const bool csj::has_sse41 = false;
const bool csj::has_bmi2 = false;

#endif

csj::simd csj::active_simd() {
  const char *const kernel = csj_kernel_active();
  if (std::strcmp(kernel, "icelake") == 0 && has_all_of_avx512()) { return simd::avx512; }
  if (std::strcmp(kernel, "icelake") == 0 || std::strcmp(kernel, "haswell") == 0) {
    return has_all_of_avx2() ? simd::avx2 : simd::baseline;
  }
  if (std::strcmp(kernel, "arm64") == 0) { return simd::neon; }
  return std::strcmp(kernel, "fallback") == 0 ? simd::none : simd::baseline;
}

extern "C" const char *csj_loops_active(void) {
  switch (csj::active_simd()) {
  case csj::simd::avx512: return "avx512";
  case csj::simd::avx2: return "avx2";
  case csj::simd::neon: return "neon";
  case csj::simd::baseline: return "baseline";
  case csj::simd::none: break;
  }
  return "none";
}

// The instruction sets by name, for people.

namespace {

struct cpu_feature {
  const char *name;
  bool is_there;
};

#if defined(__x86_64__)

// The builtin takes literals only.
#define CSJ_FEATURE(name) {name, __builtin_cpu_supports(name) != 0}

const cpu_feature features[] = {
    CSJ_FEATURE("sse4.1"),   CSJ_FEATURE("sse4.2"),     CSJ_FEATURE("pclmul"),
    CSJ_FEATURE("popcnt"),   CSJ_FEATURE("bmi"),        CSJ_FEATURE("bmi2"),
    CSJ_FEATURE("avx2"),     CSJ_FEATURE("avx512f"),    CSJ_FEATURE("avx512bw"),
    CSJ_FEATURE("avx512vl"), CSJ_FEATURE("avx512vbmi"), CSJ_FEATURE("avx512vbmi2"),
};

#elif defined(__aarch64__)

// Every CPU of this kind has it.
const cpu_feature features[] = {{"neon", true}};

#else

const cpu_feature features[] = {{nullptr, false}};

#endif

constexpr size_t feature_count = sizeof features / sizeof features[0];

} // namespace

extern "C" const char *csj_cpu_feature_name(size_t index) {
  return index < feature_count ? features[index].name : nullptr;
}

extern "C" bool csj_cpu_has_feature(size_t index) {
  return index < feature_count && features[index].is_there;
}

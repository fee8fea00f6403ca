// How the contenders were built, for the report.
#include "contenders.h"

#include <simdjson.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifdef NDEBUG
#define ASSERTIONS " NDEBUG"
#else
#define ASSERTIONS " assertions on"
#endif

#ifdef SIMDJSON_THREADS_ENABLED
#define THREADS " threads"
#else
#define THREADS " no threads"
#endif

#ifndef BENCH_ARCHITECTURE
#define BENCH_ARCHITECTURE native
#endif

const char *bench_compiler(void) {
  return COMPILER " -march=" TEXT(BENCH_ARCHITECTURE) ASSERTIONS THREADS
                  " development-checks=" TEXT(SIMDJSON_DEVELOPMENT_CHECKS);
}

const char *bench_simdjson_version(void) { return TEXT(SIMDJSON_VERSION); }

const char *bench_active_kernel(void) {
  static std::string name;
  name = simdjson::get_active_implementation()->name();
  return name.c_str();
}

const char *bench_inlined_kernel(void) { return TEXT(SIMDJSON_BUILTIN_IMPLEMENTATION); }

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Where the library's own header is installed, the build stops if something was declared otherwise.
#if defined(__has_include)
#if __has_include(<duckdb.h>)
#include <duckdb.h>
#define CDK_HAS_HEADER 1
#endif
#endif

#include "cduckdb.h"

#ifdef CDK_HAS_HEADER
_Static_assert(sizeof(duckdb_result) <= sizeof(struct cdk_result), "duckdb_result");
_Static_assert(sizeof(duckdb_date) == sizeof(struct cdk_date), "duckdb_date");
_Static_assert(sizeof(duckdb_timestamp) == sizeof(struct cdk_timestamp), "duckdb_timestamp");
_Static_assert(sizeof(duckdb_state) == sizeof(int) && (int)DuckDBSuccess == 0, "duckdb_state");
_Static_assert(sizeof(idx_t) == sizeof(uint64_t), "idx_t");
#endif

struct cdk_functions cdk_functions;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_tried;
static char why_not[512];

static void *open_library(const char *path) {
  static const char *const names[] = {
#ifdef __APPLE__
      "libduckdb.dylib", "/opt/homebrew/lib/libduckdb.dylib", "/usr/local/lib/libduckdb.dylib",
#else
      "libduckdb.so",
#endif
  };
  if (path && !*path) { path = NULL; }
  void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  for (size_t i = 0; !path && !library && i < sizeof names / sizeof names[0]; ++i) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library) { return library; }
  const char *reason = dlerror();
  snprintf(why_not, sizeof why_not, "%s", reason ? reason : "libduckdb was not found");
  return NULL;
}

static void load(const char *path) {
  void *library = open_library(path);
  if (!library) { return; }
  // A symbol is a data pointer to dlsym, and POSIX promises that it can be stored as a function's.
#define CDK_FIND(type, name, parameters, arguments)                                                \
  *(void **)&cdk_functions.name##_ = dlsym(library, "duckdb_" #name);                              \
  if (!*(void **)&cdk_functions.name##_) {                                                         \
    snprintf(why_not, sizeof why_not, "libduckdb has no function duckdb_" #name);                  \
    return;                                                                                        \
  }
  CDK_FUNCTIONS(CDK_FIND)
#undef CDK_FIND
}

const char *cdk_load(const char *path) {
  pthread_mutex_lock(&lock);
  if (!is_tried) { load(path); }
  is_tried = 1;
  pthread_mutex_unlock(&lock);
  return why_not[0] ? why_not : NULL;
}

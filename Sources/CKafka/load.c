#include "ckafka.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct ckf_library ckf;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char why_not[256];

static void *open_library(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/opt/homebrew/opt/librdkafka/lib/librdkafka.1.dylib",
      "/usr/local/opt/librdkafka/lib/librdkafka.1.dylib",
#else
      "librdkafka.so.1",
#endif
  };
  // The reason of the first name is the one to tell.
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library) {
      why_not[0] = 0;
      return library;
    }
    const char *reason = dlerror();
    if (i == 0) { snprintf(why_not, sizeof why_not, "%s", reason ? reason : "it was not found"); }
  }
  return NULL;
}

static void load(void) {
  void *library = open_library();
  if (!library) { return; }
  // A symbol is a data pointer to dlsym, and POSIX promises that it can be stored as a function's.
#define CKF_FIND(type, member, symbol, parameters)                                                 \
  *(void **)&ckf.member = dlsym(library, #symbol);                                                 \
  if (!*(void **)&ckf.member) {                                                                    \
    snprintf(why_not, sizeof why_not, "it has no function " #symbol);                              \
    return;                                                                                        \
  }
  CKF_FUNCTIONS(CKF_FIND)
#undef CKF_FIND
}

const char *ckf_load(void) {
  pthread_once(&once, load);
  return why_not[0] ? why_not : NULL;
}

const char *ckf_version(void) { return ckf_load() ? NULL : ckf.version(); }

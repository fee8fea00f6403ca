#include "ccurl.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct ccu_library ccu;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char why_not[256];

static void *open_library(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/usr/lib/libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
      "/usr/local/opt/curl/lib/libcurl.4.dylib",
#else
      // The second is built with GnuTLS: Debian has both, with one interface.
      "libcurl.so.4", "libcurl-gnutls.so.4",
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
#define CCU_FIND(type, member, symbol, parameters)                                                 \
  *(void **)&ccu.member = dlsym(library, #symbol);                                                 \
  if (!*(void **)&ccu.member) {                                                                    \
    snprintf(why_not, sizeof why_not, "it has no function " #symbol);                              \
    return;                                                                                        \
  }
  CCU_FUNCTIONS(CCU_FIND)
#undef CCU_FIND
  if (ccu.global_init(CCU_GLOBAL_ALL) != 0) {
    snprintf(why_not, sizeof why_not, "it could not be prepared");
  }
}

const char *ccu_load(void) {
  pthread_once(&once, load);
  return why_not[0] ? why_not : NULL;
}

const char *ccu_version(void) { return ccu_load() ? NULL : ccu.version(); }

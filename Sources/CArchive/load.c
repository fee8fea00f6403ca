#include "carchive.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct carch_library carch_la;

static char why_not[256];
static void *library;

static void open_library(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "libarchive.13.dylib", "/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib",
      "/usr/local/opt/libarchive/lib/libarchive.13.dylib", "/usr/lib/libarchive.2.dylib",
#else
      "libarchive.so.13",
#endif
  };
  // The reason of the first name is the one to tell.
  for (size_t i = 0; i < sizeof names / sizeof names[0] && !library; ++i) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    const char *reason = library ? NULL : dlerror();
    if (i == 0 && !library) {
      snprintf(why_not, sizeof why_not, "%s", reason ? reason : "it was not found");
    }
  }
  if (library) { why_not[0] = 0; }
}

// A symbol is a data pointer to dlsym, and POSIX promises that it can be stored as a function's.
#define CARCH_FIND(type, member, symbol, parameters)                                               \
  *(void **)&carch_la.member = dlsym(library, #symbol);                                            \
  if (!*(void **)&carch_la.member) {                                                               \
    snprintf(why_not, sizeof why_not, "it has no function " #symbol);                              \
    return;                                                                                        \
  }

static void load(void) {
  open_library();
  if (!library) { return; }
  CARCH_FUNCTIONS(CARCH_FIND)
}

const char *carch_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return why_not[0] ? why_not : NULL;
}

const char *carch_version(void) {
  if (!library) { return NULL; }
  // "libarchive 3.6.2"
  const char *(*version)(void) = NULL;
  *(void **)&version = dlsym(library, "archive_version_string");
  const char *text = version ? version() : NULL;
  while (text && *text && *text != ' ') { ++text; }
  return text && *text ? text + 1 : NULL;
}

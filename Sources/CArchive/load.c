#include "../CSluiceSystem/loading.h"
#include "carchive.h"
#include "library.h"

#include <pthread.h>

struct carch_library carch_la;

static struct csys_absence absence;
static void *library;

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "libarchive.13.dylib", "/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib",
      "/usr/local/opt/libarchive/lib/libarchive.13.dylib", "/usr/lib/libarchive.2.dylib",
#else
      "libarchive.so.13",
#endif
  };
  library = csys_open_library(names, sizeof names / sizeof names[0], &absence);
  if (!library) { return; }
#define CARCH_FIND(type, member, symbol, parameters)                                               \
  if (!csys_find(library, #symbol, &carch_la.member, &absence)) { return; }
  CARCH_FUNCTIONS(CARCH_FIND)
#undef CARCH_FIND
}

const char *carch_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return absence.reason[0] ? absence.reason : NULL;
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

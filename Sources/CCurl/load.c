#include "../CSluiceSystem/loading.h"
#include "ccurl.h"
#include "library.h"

#include <pthread.h>

struct ccu_library ccu;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct csys_absence absence;

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/usr/lib/libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
      "/usr/local/opt/curl/lib/libcurl.4.dylib",
#else
      // The second is built with GnuTLS: Debian has both, with one interface.
      "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
  };
  void *library = csys_open_library(names, sizeof names / sizeof names[0], &absence);
  if (!library) { return; }
#define CCU_FIND(type, member, symbol, parameters)                                                 \
  if (!csys_find(library, #symbol, &ccu.member, &absence)) { return; }
  CCU_FUNCTIONS(CCU_FIND)
#undef CCU_FIND
  if (ccu.global_init(CCU_GLOBAL_ALL) != 0) {
    snprintf(absence.reason, sizeof absence.reason, "it could not be prepared");
  }
}

const char *ccu_load(void) {
  pthread_once(&once, load);
  return absence.reason[0] ? absence.reason : NULL;
}

const char *ccu_version(void) { return ccu_load() ? NULL : ccu.version(); }

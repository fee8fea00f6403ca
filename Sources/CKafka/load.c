#include "../CSluiceSystem/loading.h"
#include "ckafka.h"
#include "library.h"

#include <pthread.h>

struct ckf_library ckf;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct csys_absence absence;

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/opt/homebrew/opt/librdkafka/lib/librdkafka.1.dylib",
      "/usr/local/opt/librdkafka/lib/librdkafka.1.dylib",
#else
      "librdkafka.so.1",
#endif
  };
  void *library = csys_open_library(names, sizeof names / sizeof names[0], &absence);
  if (!library) { return; }
#define CKF_FIND(type, member, symbol, parameters)                                                 \
  if (!csys_find(library, #symbol, &ckf.member, &absence)) { return; }
  CKF_FUNCTIONS(CKF_FIND)
#undef CKF_FIND
  struct csys_absence later;
  ckf.has_later = 1;
#define CKF_LOOK(type, member, symbol, parameters)                                                 \
  if (!csys_find(library, #symbol, &ckf.member, &later)) { ckf.has_later = 0; }
  CKF_LATER_FUNCTIONS(CKF_LOOK)
#undef CKF_LOOK
}

const char *ckf_load(void) {
  pthread_once(&once, load);
  return absence.reason[0] ? absence.reason : NULL;
}

const char *ckf_version(void) { return ckf_load() ? NULL : ckf.version(); }

int ckf_tells_ids(void) { return !ckf_load() && ckf.has_later; }

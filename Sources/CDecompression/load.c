#include "../CSluiceSystem/loading.h"
#include "cdecompression.h"
#include "libraries.h"

#include <pthread.h>

struct cdc_bzip2_library cdc_bzip2;
struct cdc_xz_library cdc_xz;
struct cdc_lz4_library cdc_lz4;

static struct csys_absence absences[3];
static void *libraries[3];

static void *open_library(int format) {
  static const char *const names[3][3] = {
#ifdef __APPLE__
      {"libbz2.1.0.dylib", "/opt/homebrew/opt/bzip2/lib/libbz2.1.0.dylib",
       "/usr/local/opt/bzip2/lib/libbz2.1.0.dylib"},
      {"liblzma.5.dylib", "/opt/homebrew/opt/xz/lib/liblzma.5.dylib",
       "/usr/local/opt/xz/lib/liblzma.5.dylib"},
      {"liblz4.1.dylib", "/opt/homebrew/opt/lz4/lib/liblz4.1.dylib",
       "/usr/local/opt/lz4/lib/liblz4.1.dylib"},
#else
      // libbz2.so.1 where a distribution left out the minor number.
      {"libbz2.so.1.0", "libbz2.so.1", NULL},
      {"liblzma.so.5", NULL, NULL},
      {"liblz4.so.1", NULL, NULL},
#endif
  };
  libraries[format] = csys_open_library(names[format], 3, &absences[format]);
  return libraries[format];
}

#define CDC_FIND(library_name, type, member, symbol, parameters)                                   \
  if (!csys_find(library, #symbol, &cdc_##library_name.member, &absences[format])) { return; }

static void load_bzip2(void) {
  const int format = CDC_BZIP2;
  void *library = open_library(format);
  if (!library) { return; }
  CDC_BZIP2_FUNCTIONS(CDC_FIND)
}

static void load_xz(void) {
  const int format = CDC_XZ;
  void *library = open_library(format);
  if (!library) { return; }
  CDC_XZ_FUNCTIONS(CDC_FIND)
}

static void load_lz4(void) {
  const int format = CDC_LZ4;
  void *library = open_library(format);
  if (!library) { return; }
  CDC_LZ4_FUNCTIONS(CDC_FIND)
}

const char *cdc_load(int format) {
  static pthread_once_t once[3] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
  static void (*const loads[3])(void) = {load_bzip2, load_xz, load_lz4};
  if (format < 0 || format > CDC_LZ4) { return "there is no such format"; }
  pthread_once(&once[format], loads[format]);
  return absences[format].reason[0] ? absences[format].reason : NULL;
}

const char *cdc_version(int format) {
  static const char *const names[3] = {"BZ2_bzlibVersion", "lzma_version_string", "LZ4_versionString"};
  if (format < 0 || format > CDC_LZ4 || !libraries[format]) { return NULL; }
  const char *(*version)(void) = NULL;
  *(void **)&version = dlsym(libraries[format], names[format]);
  return version ? version() : NULL;
}

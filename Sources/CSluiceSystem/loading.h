// Loads a library when it is first needed, for the targets that declare its functions by hand. Header only, and
// included by their C sources alone.
#ifndef CSLUICESYSTEM_LOADING_H
#define CSLUICESYSTEM_LOADING_H
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

/// Why a library can't be used; empty: it can.
struct csys_absence {
  char reason[512];
};

/// Opens the first library of these names that can be loaded. Otherwise returns NULL, with the reason of the first.
static inline void *csys_open_library(const char *const *names, size_t count,
                                      struct csys_absence *absence) {
  for (size_t i = 0; i < count && names[i]; ++i) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library) {
      absence->reason[0] = 0;
      return library;
    }
    const char *reason = dlerror();
    if (i == 0) {
      snprintf(absence->reason, sizeof absence->reason, "%s", reason ? reason : "it was not found");
    }
  }
  return NULL;
}

/// Stores the address of a function in `*place`, a pointer of its type. Returns 0 if the library lacks it.
static inline int csys_find(void *library, const char *symbol, void *place,
                            struct csys_absence *absence) {
  // A symbol is a data pointer to dlsym, and POSIX promises that it can be stored as a function's.
  *(void **)place = dlsym(library, symbol);
  if (*(void **)place) { return 1; }
  snprintf(absence->reason, sizeof absence->reason, "it has no function %s", symbol);
  return 0;
}

#endif

// Where libarchive's own headers are installed, the build stops if library.h declares something otherwise.
#if defined(__has_include)
#if __has_include(<archive.h>) && __has_include(<archive_entry.h>)
#include <archive.h>
#include <archive_entry.h>
#endif
#endif

#include "library.h"

#ifdef ARCHIVE_VERSION_NUMBER

_Static_assert(CARCH_LA_EOF == ARCHIVE_EOF && CARCH_LA_OK == ARCHIVE_OK &&
                   CARCH_LA_WARN == ARCHIVE_WARN && CARCH_LA_FATAL == ARCHIVE_FATAL,
               "the results of libarchive");
_Static_assert(CARCH_LA_REGULAR == AE_IFREG && CARCH_LA_SYMBOLIC == AE_IFLNK,
               "the types of entries");
_Static_assert(sizeof(la_int64_t) == sizeof(int64_t) && sizeof(la_ssize_t) == sizeof(ssize_t),
               "the types of libarchive");

#define CARCH_SAME(type, member, symbol, parameters)                                               \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&symbol), type(*) parameters), #symbol);
CARCH_FUNCTIONS(CARCH_SAME)

#endif

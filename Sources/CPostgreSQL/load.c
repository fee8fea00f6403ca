#include "../CSluiceSystem/loading.h"
#include "cpostgresql.h"

#include <pthread.h>

// Where libpq's own header is installed, the build stops if something was declared otherwise.
#if defined(__has_include)
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#define CPQ_COMPARE(type, name, parameters, arguments)                                             \
  _Static_assert(__builtin_types_compatible_p(__typeof__(cpq_functions.name),                      \
                                              __typeof__(&PQ##name)),                              \
                 "PQ" #name " is declared otherwise");
CPQ_FUNCTIONS(CPQ_COMPARE)
#undef CPQ_COMPARE
_Static_assert(sizeof(ConnStatusType) == sizeof(unsigned), "ConnStatusType");
_Static_assert(sizeof(ExecStatusType) == sizeof(unsigned), "ExecStatusType");
_Static_assert(CPQ_CONNECTION_OK == (int)CONNECTION_OK, "CONNECTION_OK");
_Static_assert(CPQ_COMMAND_OK == (int)PGRES_COMMAND_OK, "PGRES_COMMAND_OK");
_Static_assert(CPQ_TUPLES_OK == (int)PGRES_TUPLES_OK, "PGRES_TUPLES_OK");
_Static_assert(CPQ_COPY_IN == (int)PGRES_COPY_IN, "PGRES_COPY_IN");
_Static_assert(CPQ_FATAL_ERROR == (int)PGRES_FATAL_ERROR, "PGRES_FATAL_ERROR");
_Static_assert(sizeof(struct cpq_option) == sizeof(PQconninfoOption), "PQconninfoOption");
_Static_assert(offsetof(struct cpq_option, keyword) == offsetof(PQconninfoOption, keyword) &&
                   offsetof(struct cpq_option, variable) == offsetof(PQconninfoOption, envvar) &&
                   offsetof(struct cpq_option, value) == offsetof(PQconninfoOption, val) &&
                   offsetof(struct cpq_option, display) == offsetof(PQconninfoOption, dispchar),
               "PQconninfoOption");
_Static_assert(CPQ_SQLSTATE == PG_DIAG_SQLSTATE, "PG_DIAG_SQLSTATE");
_Static_assert(CPQ_MESSAGE == PG_DIAG_MESSAGE_PRIMARY, "PG_DIAG_MESSAGE_PRIMARY");
_Static_assert(CPQ_DETAIL == PG_DIAG_MESSAGE_DETAIL, "PG_DIAG_MESSAGE_DETAIL");
_Static_assert(CPQ_HINT == PG_DIAG_MESSAGE_HINT, "PG_DIAG_MESSAGE_HINT");
_Static_assert(CPQ_CONTEXT == PG_DIAG_CONTEXT, "PG_DIAG_CONTEXT");
_Static_assert(CPQ_COLUMN == PG_DIAG_COLUMN_NAME, "PG_DIAG_COLUMN_NAME");
#endif
#endif

struct cpq_functions cpq_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct csys_absence absence;

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
      "/usr/local/opt/libpq/lib/libpq.5.dylib",
#else
      "libpq.so.5",
#endif
  };
  void *library = csys_open_library(names, sizeof names / sizeof names[0], &absence);
  if (!library) { return; }
#define CPQ_FIND(type, name, parameters, arguments)                                                \
  if (!csys_find(library, "PQ" #name, &cpq_functions.name, &absence)) { return; }
  CPQ_FUNCTIONS(CPQ_FIND)
#undef CPQ_FIND
}

const char *cpq_load(void) {
  pthread_once(&once, load);
  return absence.reason[0] ? absence.reason : NULL;
}

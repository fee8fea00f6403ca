#include "../CSluiceSystem/loading.h"

#include <pthread.h>
#include <string.h>

// Where the library's own header is installed, the build stops if something was declared otherwise.
#if defined(__has_include)
#if __has_include(<mariadb/mysql.h>)
#include <mariadb/mysql.h>
#define CMY_HAS_HEADER 1
#endif
#endif

#include "cmariadb.h"

#ifdef CMY_HAS_HEADER
_Static_assert(CMY_CONNECT_TIMEOUT == (int)MYSQL_OPT_CONNECT_TIMEOUT, "MYSQL_OPT_CONNECT_TIMEOUT");
_Static_assert(CMY_READ_DEFAULT_GROUP == (int)MYSQL_READ_DEFAULT_GROUP, "MYSQL_READ_DEFAULT_GROUP");
_Static_assert(CMY_CHARSET_NAME == (int)MYSQL_SET_CHARSET_NAME, "MYSQL_SET_CHARSET_NAME");
_Static_assert(CMY_LOCAL_INFILE == (int)MYSQL_OPT_LOCAL_INFILE, "MYSQL_OPT_LOCAL_INFILE");
_Static_assert(CMY_PROTOCOL == (int)MYSQL_OPT_PROTOCOL, "MYSQL_OPT_PROTOCOL");
_Static_assert(CMY_PROTOCOL_TCP == (int)MYSQL_PROTOCOL_TCP, "MYSQL_PROTOCOL_TCP");
_Static_assert(CMY_VERIFY_SERVER == (int)MYSQL_OPT_SSL_VERIFY_SERVER_CERT, "VERIFY_SERVER_CERT");
_Static_assert(CMY_CERTIFICATE_AUTHORITIES == (int)MYSQL_OPT_SSL_CA, "MYSQL_OPT_SSL_CA");
_Static_assert(CMY_TLS_REQUIRED == (int)MYSQL_OPT_SSL_ENFORCE, "MYSQL_OPT_SSL_ENFORCE");
_Static_assert(sizeof(enum mysql_option) == sizeof(unsigned), "enum mysql_option");
_Static_assert(CMY_FOUND_ROWS == CLIENT_FOUND_ROWS, "CLIENT_FOUND_ROWS");
#endif

struct cmy_functions cmy_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct csys_absence absence;

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "libmariadb.3.dylib", "/opt/homebrew/opt/mariadb-connector-c/lib/libmariadb.3.dylib",
      "/usr/local/opt/mariadb-connector-c/lib/libmariadb.3.dylib",
#else
      "libmariadb.so.3",
#endif
  };
  void *library = csys_open_library(names, sizeof names / sizeof names[0], &absence);
  if (!library) { return; }
#define CMY_FIND(type, name, parameters, arguments)                                                \
  if (!csys_find(library, "mysql_" #name, &cmy_functions.name##_, &absence)) { return; }
  CMY_FUNCTIONS(CMY_FIND)
#undef CMY_FIND
  // Once for the process, before any thread connects.
  if (cmy_functions.server_init_(0, NULL, NULL) != 0) {
    snprintf(absence.reason, sizeof absence.reason, "libmariadb can't be initialized");
  }
}

const char *cmy_load(void) {
  pthread_once(&once, load);
  return absence.reason[0] ? absence.reason : NULL;
}

static int begin_rows(void **state, const char *name, void *context) {
  (void)name;
  *state = context;
  return 0;
}

static int read_rows(void *state, char *target, unsigned room) {
  struct cmy_rows *rows = state;
  size_t count = rows->count < room ? rows->count : room;
  if (count) { memcpy(target, rows->bytes, count); }
  rows->bytes += count;
  rows->count -= count;
  return (int)count;
}

static void end_rows(void *state) { (void)state; }

static int no_fault(void *state, char *text, unsigned room) {
  (void)state;
  if (room) { text[0] = 0; }
  return 0;
}

void cmy_answer(MYSQL *connection, struct cmy_rows *rows) {
  cmy_set_local_infile_handler(connection, begin_rows, read_rows, end_rows, no_fault, rows);
}

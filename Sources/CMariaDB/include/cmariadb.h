// libmariadb, the client library of MariaDB and MySQL, loaded when the first connection is made.
//
// It is not linked, so that no other command waits for it and its TLS library. The few functions that
// Sluice calls are declared here, by their names behind `cmy_`; load.c compares them with the library's own
// header where that is installed. The interface is that of libmariadb.so.3.
#pragma once
#include <stddef.h>

typedef struct st_mysql MYSQL;
typedef struct st_mysql_res MYSQL_RES;

/// enum mysql_option.
enum {
  CMY_CONNECT_TIMEOUT = 0,
  CMY_READ_DEFAULT_GROUP = 5,
  CMY_CHARSET_NAME = 7,
  CMY_LOCAL_INFILE = 8,
  CMY_PROTOCOL = 9,
  CMY_VERIFY_SERVER = 21,
  CMY_CERTIFICATE_AUTHORITIES = 27,
  CMY_TLS_REQUIRED = 38
};

/// enum mysql_protocol_type, for CMY_PROTOCOL: not the socket that the host `localhost` stands for.
enum { CMY_PROTOCOL_TCP = 1 };

/// CLIENT_FOUND_ROWS: an UPDATE counts the rows that it found, whether or not they had the values before.
enum { CMY_FOUND_ROWS = 2 };

/// Error numbers of the client: the connection is gone, before or during a statement.
enum { CMY_SERVER_GONE = 2006, CMY_SERVER_LOST = 2013 };

#define CMY_CONN MYSQL *_Nullable connection
#define CMY_RESULT MYSQL_RES *_Nullable result

// F(type of the result, name, parameters, arguments)
#define CMY_FUNCTIONS(F)                                                                           \
  F(int, server_init, (int count, char *_Nullable *_Nullable words, char *_Nullable *_Nullable groups), \
    (count, words, groups))                                                                        \
  F(MYSQL *_Nullable, init, (CMY_CONN), (connection))                                              \
  F(int, options, (CMY_CONN, unsigned option, const void *_Nullable value),                        \
    (connection, option, value))                                                                   \
  F(MYSQL *_Nullable, real_connect,                                                                \
    (CMY_CONN, const char *_Nullable host, const char *_Nullable user,                             \
     const char *_Nullable password, const char *_Nullable database, unsigned port,                \
     const char *_Nullable socket, unsigned long flags),                                           \
    (connection, host, user, password, database, port, socket, flags))                             \
  F(int, get_socket, (CMY_CONN), (connection))                                                     \
  F(unsigned long, thread_id, (CMY_CONN), (connection))                                            \
  F(void, close, (CMY_CONN), (connection))                                                         \
  F(int, real_query, (CMY_CONN, const char *_Nonnull sql, unsigned long length),                   \
    (connection, sql, length))                                                                     \
  F(MYSQL_RES *_Nullable, store_result, (CMY_CONN), (connection))                                  \
  F(void, free_result, (CMY_RESULT), (result))                                                     \
  F(char *_Nullable *_Nullable, fetch_row, (CMY_RESULT), (result))                                 \
  F(unsigned long *_Nullable, fetch_lengths, (CMY_RESULT), (result))                               \
  F(unsigned, num_fields, (CMY_RESULT), (result))                                                  \
  F(unsigned, field_count, (CMY_CONN), (connection))                                               \
  F(unsigned long long, affected_rows, (CMY_CONN), (connection))                                   \
  F(unsigned, errno, (CMY_CONN), (connection))                                                     \
  F(const char *_Nullable, error, (CMY_CONN), (connection))                                        \
  F(const char *_Nullable, sqlstate, (CMY_CONN), (connection))                                     \
  F(unsigned, warning_count, (CMY_CONN), (connection))                                             \
  F(char *_Nullable, get_server_info, (CMY_CONN), (connection))                                    \
  F(const char *_Nullable, get_client_info, (void), ())                                            \
  F(void, set_local_infile_handler,                                                                \
    (CMY_CONN, int (*_Nullable begin)(void *_Nullable *_Nullable, const char *_Nullable, void *_Nullable), \
     int (*_Nullable read)(void *_Nullable, char *_Nullable, unsigned),                            \
     void (*_Nullable end)(void *_Nullable),                                                       \
     int (*_Nullable fault)(void *_Nullable, char *_Nullable, unsigned), void *_Nullable context), \
    (connection, begin, read, end, fault, context))

// `errno` is a macro to C.
#undef errno

struct cmy_functions {
#define CMY_MEMBER(type, name, parameters, arguments) type(*_Nonnull name##_) parameters;
  CMY_FUNCTIONS(CMY_MEMBER)
#undef CMY_MEMBER
};

/// Filled by cmy_load.
extern struct cmy_functions cmy_functions;

/// Loads libmariadb, once for the process; any thread may call it. NULL, or why it can't be loaded. The
/// functions below may only be called when it has answered NULL.
const char *_Nullable cmy_load(void);

#define CMY_CALL(type, name, parameters, arguments)                                                \
  static inline __attribute__((unused)) type cmy_##name parameters {                               \
    return cmy_functions.name##_ arguments;                                                        \
  }
CMY_FUNCTIONS(CMY_CALL)
#undef CMY_CALL

/// The rows that the next `LOAD DATA LOCAL` reads. Whatever file a server asks for, it gets these bytes, or
/// nothing without rows.
struct cmy_rows {
  const char *_Nullable bytes;
  size_t count;
};

/// From now on the connection answers requests for local files with `rows`, which must live as long.
void cmy_answer(CMY_CONN, struct cmy_rows *_Nonnull rows);

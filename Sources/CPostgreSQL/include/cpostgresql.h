// libpq, PostgreSQL's client library, loaded when the first connection is made.
//
// It is not linked: with the 24 libraries that it brings (TLS, Kerberos, LDAP) it takes 8 ms to load,
// and every command of the tool would pay that. So the few functions that Sluice calls are declared
// here, by their names behind `cpq_`; load.c compares them with libpq's own header where that is
// installed. libpq's interface is that of libpq.so.5 since PostgreSQL 8.0.
#pragma once
#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;
struct _PQconninfoOption;
typedef void (*cpq_receiver)(void *_Nullable context, const PGresult *_Nullable result);

/// ConnStatusType.
enum { CPQ_CONNECTION_OK = 0 };

/// ExecStatusType.
enum { CPQ_COMMAND_OK = 1, CPQ_TUPLES_OK = 2, CPQ_COPY_IN = 4, CPQ_FATAL_ERROR = 7 };

/// Fields of an error (PG_DIAG_…).
enum {
  CPQ_SQLSTATE = 'C',
  CPQ_MESSAGE = 'M',
  CPQ_DETAIL = 'D',
  CPQ_HINT = 'H',
  CPQ_CONTEXT = 'W',
  CPQ_COLUMN = 'c'
};

/// An option of an address (PQconninfoOption): an array of them ends with one without a keyword.
struct cpq_option {
  const char *_Nullable keyword;
  const char *_Nullable variable;
  const char *_Nullable standard;
  const char *_Nullable value;
  const char *_Nullable label;
  /// `*`: the value is secret.
  const char *_Nullable display;
  int size;
};

#define CPQ_TEXTS const char *_Nullable const *_Nullable
#define CPQ_CONN PGconn *_Nullable connection
#define CPQ_RESULT const PGresult *_Nullable result

// F(type of the result, name, parameters, arguments)
#define CPQ_FUNCTIONS(F)                                                                           \
  F(int, libVersion, (void), ())                                                                   \
  F(PGconn *_Nullable, connectdb, (const char *_Nonnull address), (address))                       \
  F(PGconn *_Nullable, connectdbParams, (CPQ_TEXTS keys, CPQ_TEXTS values, int expand),            \
    (keys, values, expand))                                                                        \
  F(struct _PQconninfoOption *_Nullable, conninfoParse,                                            \
    (const char *_Nonnull address, char *_Nullable *_Nullable reason), (address, reason))          \
  F(void, conninfoFree, (struct _PQconninfoOption *_Nullable options), (options))                  \
  F(void, freemem, (void *_Nullable memory), (memory))                                             \
  F(char *_Nullable, pass, (const PGconn *_Nullable connection), (connection))                     \
  F(int, socket, (const PGconn *_Nullable connection), (connection))                               \
  F(PGcancel *_Nullable, getCancel, (CPQ_CONN), (connection))                                      \
  F(int, cancel, (PGcancel *_Nullable canceller, char *_Nullable reason, int size),                \
    (canceller, reason, size))                                                                     \
  F(void, freeCancel, (PGcancel *_Nullable canceller), (canceller))                                \
  F(void, finish, (CPQ_CONN), (connection))                                                        \
  F(unsigned, status, (const PGconn *_Nullable connection), (connection))                          \
  F(char *_Nullable, errorMessage, (const PGconn *_Nullable connection), (connection))             \
  F(char *_Nullable, host, (const PGconn *_Nullable connection), (connection))                     \
  F(char *_Nullable, db, (const PGconn *_Nullable connection), (connection))                       \
  F(cpq_receiver _Nullable, setNoticeReceiver,                                                     \
    (CPQ_CONN, cpq_receiver _Nullable receiver, void *_Nullable context),                          \
    (connection, receiver, context))                                                               \
  F(PGresult *_Nullable, exec, (CPQ_CONN, const char *_Nonnull sql), (connection, sql))            \
  F(PGresult *_Nullable, execParams,                                                               \
    (CPQ_CONN, const char *_Nonnull sql, int count, const unsigned *_Nullable types,               \
     CPQ_TEXTS values, const int *_Nullable lengths, const int *_Nullable formats, int format),    \
    (connection, sql, count, types, values, lengths, formats, format))                             \
  F(int, putCopyData, (CPQ_CONN, const char *_Nullable bytes, int count),                          \
    (connection, bytes, count))                                                                    \
  F(int, putCopyEnd, (CPQ_CONN, const char *_Nullable error), (connection, error))                 \
  F(PGresult *_Nullable, getResult, (CPQ_CONN), (connection))                                      \
  F(unsigned, resultStatus, (CPQ_RESULT), (result))                                                \
  F(char *_Nullable, resultErrorField, (CPQ_RESULT, int field), (result, field))                   \
  F(int, ntuples, (CPQ_RESULT), (result))                                                          \
  F(int, nfields, (CPQ_RESULT), (result))                                                          \
  F(unsigned, ftype, (CPQ_RESULT, int column), (result, column))                                   \
  F(int, getisnull, (CPQ_RESULT, int row, int column), (result, row, column))                      \
  F(char *_Nullable, getvalue, (CPQ_RESULT, int row, int column), (result, row, column))           \
  F(char *_Nullable, cmdTuples, (PGresult *_Nullable result), (result))                            \
  F(char *_Nullable, cmdStatus, (PGresult *_Nullable result), (result))                            \
  F(void, clear, (PGresult *_Nullable result), (result))

struct cpq_functions {
#define CPQ_MEMBER(type, name, parameters, arguments) type(*_Nonnull name) parameters;
  CPQ_FUNCTIONS(CPQ_MEMBER)
#undef CPQ_MEMBER
};

/// Filled by cpq_load.
extern struct cpq_functions cpq_functions;

/// Loads libpq, once for the process; any thread may call it. NULL, or why it can't be loaded. The
/// functions below may only be called when it has answered NULL.
const char *_Nullable cpq_load(void);

#define CPQ_CALL(type, name, parameters, arguments)                                                \
  static inline __attribute__((unused)) type cpq_##name parameters {                               \
    return cpq_functions.name arguments;                                                           \
  }
CPQ_FUNCTIONS(CPQ_CALL)
#undef CPQ_CALL

// libduckdb, loaded when the first DuckDB database is opened.
//
// It is not linked: few machines have it. The few functions of its C interface that Sluice calls are declared here,
// by their names behind `cdk_`; load.c compares them with the library's own header where that is installed.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cdk_database *cdk_database;
typedef struct cdk_connection *cdk_connection;
typedef struct cdk_config *cdk_config;
typedef struct cdk_appender *cdk_appender;

/// A result. The library's own has six words; there is room for more.
struct cdk_result {
  void *_Nullable words[16];
};

/// duckdb_date: days since 1970.
struct cdk_date {
  int32_t days;
};

/// duckdb_timestamp: microseconds since 1970.
struct cdk_timestamp {
  int64_t micros;
};

#define CDK_CONN cdk_connection _Nullable connection
#define CDK_APP cdk_appender _Nullable appender
#define CDK_RESULT struct cdk_result *_Nonnull result

// F(type of the result, name, parameters, arguments). Calls that may fail return 0 on success.
#define CDK_FUNCTIONS(F)                                                                           \
  F(const char *_Nullable, library_version, (void), ())                                            \
  F(int, create_config, (cdk_config _Nullable *_Nonnull config), (config))                         \
  F(int, set_config, (cdk_config _Nullable config, const char *_Nonnull name,                      \
    const char *_Nonnull value), (config, name, value))                                            \
  F(void, destroy_config, (cdk_config _Nullable *_Nonnull config), (config))                       \
  F(int, open_ext, (const char *_Nonnull path, cdk_database _Nullable *_Nonnull database,          \
    cdk_config _Nullable config, char *_Nullable *_Nullable error),                                \
    (path, database, config, error))                                                               \
  F(void, close, (cdk_database _Nullable *_Nonnull database), (database))                          \
  F(int, connect, (cdk_database _Nullable database, cdk_connection _Nullable *_Nonnull connection), \
    (database, connection))                                                                        \
  F(void, disconnect, (cdk_connection _Nullable *_Nonnull connection), (connection))               \
  F(int, query, (CDK_CONN, const char *_Nonnull sql, CDK_RESULT), (connection, sql, result))       \
  F(void, destroy_result, (CDK_RESULT), (result))                                                  \
  F(const char *_Nullable, result_error, (CDK_RESULT), (result))                                   \
  F(uint64_t, row_count, (CDK_RESULT), (result))                                                   \
  F(uint64_t, column_count, (CDK_RESULT), (result))                                                \
  F(uint64_t, rows_changed, (CDK_RESULT), (result))                                                \
  F(char *_Nullable, value_varchar, (CDK_RESULT, uint64_t column, uint64_t row),                   \
    (result, column, row))                                                                         \
  F(void, free, (void *_Nullable memory), (memory))                                                \
  F(int, appender_create_ext, (CDK_CONN, const char *_Nullable catalog,                            \
    const char *_Nullable schema, const char *_Nonnull table,                                      \
    cdk_appender _Nullable *_Nonnull appender), (connection, catalog, schema, table, appender))    \
  F(const char *_Nullable, appender_error, (CDK_APP), (appender))                                  \
  F(int, appender_add_column, (CDK_APP, const char *_Nonnull name), (appender, name))              \
  F(int, appender_end_row, (CDK_APP), (appender))                                                  \
  F(int, appender_flush, (CDK_APP), (appender))                                                    \
  F(int, appender_destroy, (cdk_appender _Nullable *_Nonnull appender), (appender))                \
  F(int, append_null, (CDK_APP), (appender))                                                       \
  F(int, append_bool, (CDK_APP, bool value), (appender, value))                                    \
  F(int, append_int64, (CDK_APP, int64_t value), (appender, value))                                \
  F(int, append_double, (CDK_APP, double value), (appender, value))                                \
  F(int, append_varchar_length, (CDK_APP, const char *_Nonnull text, uint64_t count),              \
    (appender, text, count))                                                                       \
  F(int, append_blob, (CDK_APP, const void *_Nonnull bytes, uint64_t count),                       \
    (appender, bytes, count))                                                                      \
  F(int, append_date, (CDK_APP, struct cdk_date value), (appender, value))                         \
  F(int, append_timestamp, (CDK_APP, struct cdk_timestamp value), (appender, value))

struct cdk_functions {
#define CDK_MEMBER(type, name, parameters, arguments) type(*_Nonnull name##_) parameters;
  CDK_FUNCTIONS(CDK_MEMBER)
#undef CDK_MEMBER
};

/// Filled by cdk_load.
extern struct cdk_functions cdk_functions;

/// Loads libduckdb, once for the process; any thread may call it. NULL, or why it can't be loaded. The functions
/// below may only be called when it has answered NULL. `path`: where the library is; NULL: where libraries are.
const char *_Nullable cdk_load(const char *_Nullable path);

#define CDK_CALL(type, name, parameters, arguments)                                                \
  static inline __attribute__((unused)) type cdk_##name parameters {                               \
    return cdk_functions.name##_ arguments;                                                        \
  }
CDK_FUNCTIONS(CDK_CALL)
#undef CDK_CALL

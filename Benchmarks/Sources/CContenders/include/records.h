// Records that C++ reads and Swift makes structs of: On-Demand passes each one as numbers and views, one
// call for a record.
#pragma once

#include "contenders.h"

#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

/// A string, unescaped. Valid during the call that passes it.
typedef struct {
  const char *_Nullable bytes;
  size_t length;
} bench_view;

/// Seven fields of a status.
typedef struct {
  bench_view created_at;
  int64_t id;
  bench_view text;
  int64_t user_id;
  bench_view screen_name;
  int64_t retweet_count;
  int64_t favorite_count;
} bench_status;

/// Eight fields of an event.
typedef struct {
  int64_t id;
  bench_view type;
  bench_view login;
  bench_view repository;
  int64_t size;
  double score;
  bool has_size;
  bool has_score;
  bool is_public;
  bench_view created_at;
} bench_event;

typedef void (*bench_take_status)(void *_Nullable context, const bench_status *_Nonnull status);
typedef void (*bench_take_event)(void *_Nullable context, const bench_event *_Nonnull event);

/// A parser that is reused between documents.
typedef struct bench_parser bench_parser;
bench_parser *_Nonnull bench_parser_make(void);
void bench_parser_free(bench_parser *_Nullable parser);
/// The error of the last call that returned false.
const char *_Nonnull bench_parser_error(const bench_parser *_Nonnull parser);

/// Seven fields of each status of twitter.json, in the document's order.
bool bench_read_statuses(bench_parser *_Nonnull parser, const bench_document *_Nonnull document,
                         bench_take_status _Nonnull take, void *_Nullable context);
/// Eight fields of each event of a feed, each line a document of its own.
bool bench_read_event_lines(bench_parser *_Nonnull parser, const bench_document *_Nonnull feed,
                            bench_take_event _Nonnull take, void *_Nullable context);
/// The same through On-Demand's document stream.
bool bench_read_event_stream(bench_parser *_Nonnull parser, const bench_document *_Nonnull feed,
                             bench_take_event _Nonnull take, void *_Nullable context);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop

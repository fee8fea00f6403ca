/*
 * sluice.h - JSON feeds as Arrow column batches, for programs in any language.
 *
 * A scan says what to read: sources, framing, columns, a filter. Each stream that is opened on it is a
 * run: it reads the sources from their beginning, on threads of its own, and has its own counts and
 * rejects.
 *
 *   SluiceError *error = NULL;
 *   SluiceScan *scan = sluice_scan_new("{\"sources\": [\"events.ndjson\"], \"columns\": [...]}", &error);
 *   struct ArrowArrayStream rows;
 *   SluiceRun *run = NULL;
 *   if (scan == NULL || sluice_scan_stream(scan, NULL, &rows, &run, &error) != 0) { ... }
 *   ... rows.get_schema, rows.get_next until released ...
 *   rows.release(&rows);
 *   struct ArrowArrayStream rejects;
 *   sluice_run_rejects(run, NULL, &rejects, &error);
 *   ...
 *   rejects.release(&rejects);
 *   sluice_run_free(run);
 *   sluice_scan_free(scan);
 *
 * Ownership. Scans, runs, streams and errors keep alive what they need: they may be freed in any
 * order, and a stream outlives the scan and the run it came from. Batches and schemas that a stream
 * handed out outlive the stream. Each object is freed once, by its own function; NULL is ignored there.
 *
 * Threads. Scans, runs and errors may be used from several threads at once. A stream is for one thread
 * at a time, as Arrow's C stream interface says; two calls at once wait for each other. The streams of
 * a run don't wait for each other.
 *
 * Processes. Outside of these objects, the library keeps nothing but memory to use again, at most 64 MB
 * for batches and as much for documents. It installs no signal handlers, and raises no signals. A child
 * process after fork() may free what it inherited, and open scans of its own
 * as far as the C library allows that in a child of a process with threads; reading a stream that was
 * opened before the fork fails there with EINVAL.
 *
 * Texts are UTF-8, ended by U+0000. Nothing is thrown: functions that can fail return nonzero or NULL
 * and, where `error` is not NULL, store an error there, which the caller frees.
 */

#ifndef SLUICE_H
#define SLUICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arrow's C data interface, as its specification prints it. */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/* The version of this interface. A library serves clients of its own version; functions, keys and
   fields at the end of structs are added without a new version. */
#define SLUICE_ABI_VERSION 1

/* What to read. */
typedef struct SluiceScan SluiceScan;
/* One reading of a scan's sources. */
typedef struct SluiceRun SluiceRun;
/* Why a function failed. */
typedef struct SluiceError SluiceError;

/* The version of the library's interface: compare it with SLUICE_ABI_VERSION. */
int32_t sluice_abi_version(void);

/* The version of the library, such as "0.1.0". Never freed. */
const char *sluice_version(void);

/* Errors. */

/* A stable code: bad-job, bad-options, bad-column, bad-filter, source, mismatch, unknown-key,
   too-many-rejects, stopped, forked, or a code of the JSON reader, such as io, out-of-memory,
   decompression-failed or decompression-limit. Lives as long as the error. */
const char *sluice_error_code(const SluiceError *error);

/* What was expected, what was found, where, and what to do. Lives as long as the error. */
const char *sluice_error_message(const SluiceError *error);

void sluice_error_free(SluiceError *error);

/* Frees a text that a function below returned. */
void sluice_text_free(char *text);

/* Scans. */

/*
 * Makes a scan of a job: JSON by the schema of job files (`sluice job schema`). It needs "sources" and
 * "columns"; members, framing, check, duplicates, jobs (threads, the caller's included; default 1), max-record,
 * max-depth, max-ratio, max-decompressed, where, explode, unknown-keys and max-errors mean what they mean there. What
 * says where rows go (into, table, mode, key, batch, rejects) is ignored, and an unfinished end of a source is read or
 * rejected, as by "final": true. "follow" is an error, because a scan has an end.
 *
 * Paths are relative to the process's working directory when a stream begins to read. "-" is standard
 * input, which only the first run finds full.
 *
 * Reads no file. NULL on failure: bad-job, bad-column, bad-filter.
 */
SluiceScan *sluice_scan_new(const char *job_json, SluiceError **error);

/* The columns of the scan in the order of the batches, as JSON: the job's "columns". Free the text with
   sluice_text_free. NULL: memory is short. */
char *sluice_scan_columns(const SluiceScan *scan);

void sluice_scan_free(SluiceScan *scan);

/*
 * Opens a stream of the scan's rows: struct arrays with a child for each column. Reads nothing until
 * the first get_next; get_schema alone never reads.
 *
 * `options_json` is NULL or a JSON object:
 *
 *   "strings"      "large_utf8" (default), "utf8" or "utf8_view": texts, and JSON
 *   "batch_rows"   rows of a batch, 1 to 2147483647 (default 65536)
 *   "batch_bytes"  ends a batch early at so many bytes of texts, JSON, bytes and all that is in lists and
 *                  maps, 1 to 2147483647 (default 134217728); a batch has at least one row
 *   "least_viewed_share"  with "utf8_view": how large a share of a piece of the feed, some hundred KB, must
 *                  be texts that views point to, so that its memory stays with the batch (default 0.5);
 *                  texts of other pieces are copied. 0: all stay that have any, above 1: none. Views of a
 *                  batch keep up to 1 / least_viewed_share times the bytes of its texts in memory
 *   "columns"      the names of the columns to read, in the order wanted (default: all)
 *   "decimals"     for columns of type decimal, the type decimal128(precision, scale) by name, "*" for
 *                  the others: {"price": [12, 2], "*": [38, 9]} (default: [38, 9] for all)
 *
 * Types: int int64, real float64, text as "strings" says, bool bool, json arrow.json over the type of
 * texts, decimal decimal128, date date32, timestamp and epoch… timestamp[us, UTC], uuid arrow.uuid, blob
 * large_binary (binary with "utf8", binary_view with "utf8_view"); list<TYPE> list, struct<NAME: TYPE, ...>
 * struct, map<text, TYPE> map, with children of these types, those named "required" not nullable. Fields
 * that can't be null are not nullable. A number with more digits than its decimal type holds makes its
 * record a reject, and so does any value in a list, struct or map that does not fit.
 *
 * Batches come in the order of the sources, whatever the number of threads. Memory is bounded by the
 * batch, by a few megabytes a thread, and by the largest record.
 *
 * get_next fails with EIO, ENOMEM, EINVAL (another process) or ECANCELED (stopped); the rows before the
 * fault are delivered first, and get_last_error has the text, which starts with the code. After a
 * failure or the end, get_next keeps returning that. To release the stream before its end stops the
 * run.
 *
 * `run` may be NULL; otherwise it receives the run, which the caller frees with sluice_run_free. Nonzero
 * (an errno value) on failure: bad-options, out-of-memory.
 */
int sluice_scan_stream(
    SluiceScan *scan, const char *options_json, struct ArrowArrayStream *out, SluiceRun **run,
    SluiceError **error);

/* Runs. */

/*
 * Opens a stream of the rejects that the run has found: from the first, and to the last one found when
 * get_next is called. It never reads the sources and never waits for the stream of rows; open another
 * after the rows' end for all of them. `options_json`: "strings", "batch_rows" and "batch_bytes" as above.
 *
 * Columns: source (text), offset and length (int64: the record's bytes in its source), line (int64, null
 * where it is not known, as in a range), record (int64, the same), code (text, such as type-mismatch),
 * column (text, or null), path (text, or null), message (text), raw (binary: the record, or its first
 * MiB).
 *
 * The rejects stay until the run and all its streams are freed: up to 16 MiB in memory, the rest in a
 * file without a name in $TMPDIR or /tmp, which only this user can read.
 */
int sluice_run_rejects(
    SluiceRun *run, const char *options_json, struct ArrowArrayStream *out, SluiceError **error);

/* How far a run is. */
struct SluiceProgress {
  /* Bytes read of the sources, decompressed. */
  int64_t bytes;
  /* Bytes of all sources, where it is known; otherwise -1. */
  int64_t total_bytes;
  /* Records read: rows, rejects and those that a filter did not take. */
  int64_t records;
  /* Rows in batches that were delivered or are being built. */
  int64_t rows;
  int64_t rejects;
  /* 0 before and while reading, 1 after the end, 2 after a failure, 3 once stopped. */
  int32_t state;
  int32_t reserved;
};

/* Stores how far the run is. Never waits for reading. */
void sluice_run_progress(const SluiceRun *run, struct SluiceProgress *out);

/*
 * The run's counts so far, as JSON:
 *
 *   {"records": 4, "rows": 2, "rejects": 1, "filtered": 1, "empty": 0, "bytes": 812,
 *    "retained_bytes": 4096, "reasons": {"type-mismatch": 1}, "nulled": {"size": 3},
 *    "accepted": {"id": {"text": 2}}, "unknown_keys": {"actor.url": 4}, "other_unknown_keys": 0,
 *    "state": "finished"}
 *
 * "retained_bytes": the memory that the batches delivered so far keep from being reused, each until it is
 * released: their buffers, and the pieces of the feed that their views point to. Two batches that share a piece
 * both count it. "rows", "nulled" and "accepted" count rows; "empty" records without an element to explode; "reasons" rejects by
 * code; "state" is waiting, reading, finished, failed or stopped. Free the text with sluice_text_free.
 * NULL: memory is short.
 */
char *sluice_run_counts(const SluiceRun *run);

/* The error that ended the run, which the caller frees; NULL if none did. */
SluiceError *sluice_run_error(const SluiceRun *run);

/*
 * Has `schedule(call, data)` called once the run has ended: it was read to its end, failed, was stopped, or its
 * stream was released. At once if it has; from the thread that reads or releases the stream, which must not use the
 * run there. Made for event loops, whose function takes a call from any thread: Python's Py_AddPendingCall is one. A
 * NULL schedule withdraws what was asked for. The result of `schedule` is ignored.
 */
void sluice_run_notify(
    SluiceRun *run, int (*schedule)(int (*call)(void *data), void *data), int (*call)(void *data),
    void *data);

/* Stops the run, from any thread: a get_next that is reading returns ECANCELED soon, also while it
   waits for a pipe. Rows that were delivered stay valid. */
void sluice_run_stop(SluiceRun *run);

/* Frees the handle; the stream goes on. */
void sluice_run_free(SluiceRun *run);

/* Inference. */

/*
 * Reads some records of a job's sources (all of them with "records": 0) and returns a job: the one given, with
 * "columns" for what was found. They come from ten places of a file of lines, and from the start of one that is
 * compressed or has another framing; of more than 100 files, from 100. `options_json`: NULL, or
 * {"records": N, "nested": BOOL, "report": BOOL} (default 10000, false and false). "nested": arrays, and objects in
 * them or with keys that are data, become list<...>, struct<...> and map<text, ...> instead of json. Numbers that
 * neither a double nor decimal128(38, 9) keeps are json, too. If the job has "explode", the elements of that array get
 * columns, and the array has none. "report": the text is an object with the "job" and with
 * what was "examined":
 *
 *   {"records": 10000, "bad_records": 1, "first_bad_records": ["feed:7: ..."], "complete": false, "places": 10}
 *
 * The caller frees the text. NULL on failure: bad-job, bad-options, source, io and other codes.
 */
char *sluice_infer(const char *job_json, const char *options_json, SluiceError **error);

/* Division. */

/*
 * Divides the files of a job's sources among readers: {"parts": N}, or as many as it takes for parts of
 * {"bytes": N}. Returns an array of objects: "part", the reader, from 1; "source", the file; "range" for a
 * job of it, or null for the whole file; "bytes", its bytes in the file; "obstacle", why it is not divided,
 * if parts would be more even then. Reads the starts of files that are divided, the headers of members
 * of compressed ones, and all of plain gzip. The caller frees the text. NULL on failure: bad-job, bad-options, io.
 */
char *sluice_split(const char *job_json, const char *options_json, SluiceError **error);

#ifdef __cplusplus
}
#endif

#endif /* SLUICE_H */

// Drives the C interface as a program in C does: orders of freeing, abandoned streams, threads, forks.
// usage: driver FOLDER. Prints a line for each scenario; ends with 1 at the first that fails.
#include "sluice.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder;
static char feed[4096], pipe_path[4096], job[8192], job2[8192];

#define CHECK(condition)                                                                      \
  do {                                                                                        \
    if (!(condition)) {                                                                       \
      fprintf(stderr, "driver.c:%d: %s\n", __LINE__, #condition);                             \
      exit(1);                                                                                \
    }                                                                                         \
  } while (0)

enum { RECORDS = 30000, REJECTS = RECORDS / 1000, ROWS = RECORDS - REJECTS };

static void write_feed(void) {
  snprintf(feed, sizeof feed, "%s/feed.ndjson", folder);
  FILE *file = fopen(feed, "w");
  CHECK(file != NULL);
  for (int i = 0; i < RECORDS; i++) {
    if (i % 1000 == 999) {
      fprintf(file, "{\"id\":\"no number %d\"}\n", i);
    } else if (i % 7 == 0) {
      fprintf(file, "{\"id\":%d}\n", i);
    } else {
      // Views point to texts without escapes only.
      fprintf(file, "{\"id\":%d,\"name\":\"name %s %d, which is longer\",\"ok\":true}\n", i,
              i % 2 == 0 ? "\\u00e9" : "\u00e9", i);
    }
  }
  CHECK(fclose(file) == 0);
  const char *form = "{\"sources\": [\"%s\"], \"jobs\": %d, \"columns\": ["
                     "{\"name\": \"id\", \"type\": \"int\", \"path\": \"id\", \"required\": true},"
                     "{\"name\": \"name\", \"type\": \"text\", \"path\": \"name\"},"
                     "{\"name\": \"ok\", \"type\": \"bool\", \"path\": \"ok\"}]}";
  snprintf(job, sizeof job, form, feed, 1);
  snprintf(job2, sizeof job2, form, feed, 3);
}

static SluiceScan *scan_of(const char *text) {
  SluiceError *error = NULL;
  SluiceScan *scan = sluice_scan_new(text, &error);
  if (scan == NULL) { fprintf(stderr, "%s\n", sluice_error_message(error)); }
  CHECK(scan != NULL && error == NULL);
  return scan;
}

static void open_stream(
    SluiceScan *scan, const char *options, struct ArrowArrayStream *out, SluiceRun **run) {
  SluiceError *error = NULL;
  CHECK(sluice_scan_stream(scan, options, out, run, &error) == 0 && error == NULL);
  CHECK(out->release != NULL);
}

// The sum of the ids, and the number of rows.
static int64_t read_batch(struct ArrowArray *batch, int64_t *rows) {
  CHECK(batch->n_children == 3 && batch->n_buffers == 1);
  const struct ArrowArray *ids = batch->children[0], *names = batch->children[1];
  CHECK(ids->length == batch->length && ids->null_count == 0 && ids->n_buffers == 2);
  const int64_t *values = ids->buffers[1];
  int64_t sum = 0, nulls = 0;
  for (int64_t i = 0; i < ids->length; i++) { sum += values[i]; }
  if (names->n_buffers == 3) {
    const int64_t *offsets = names->buffers[1];
    const char *data = names->buffers[2];
    const uint8_t *bits = names->buffers[0];
    for (int64_t i = 0; i < names->length; i++) {
      if (bits != NULL && (bits[i / 8] >> (i % 8) & 1) == 0) {
        nulls++;
        CHECK(offsets[i] == offsets[i + 1]);
        continue;
      }
      char expected[64];
      const int length =
          snprintf(expected, sizeof expected, "name \xC3\xA9 %d, which is longer", (int)values[i]);
      CHECK(offsets[i + 1] - offsets[i] == length);
      CHECK(memcmp(data + offsets[i], expected, (size_t)length) == 0);
    }
    CHECK(nulls == names->null_count);
  }
  *rows += batch->length;
  return sum;
}

static int64_t drain(struct ArrowArrayStream *stream, int64_t *rows) {
  int64_t sum = 0;
  *rows = 0;
  for (;;) {
    struct ArrowArray batch;
    CHECK(stream->get_next(stream, &batch) == 0);
    if (batch.release == NULL) { return sum; }
    sum += read_batch(&batch, rows);
    batch.release(&batch);
    CHECK(batch.release == NULL);
  }
}

static int64_t expected_sum(void) {
  int64_t sum = 0;
  for (int i = 0; i < RECORDS; i++) {
    if (i % 1000 != 999) { sum += i; }
  }
  return sum;
}

static int64_t count_rejects(SluiceRun *run) {
  struct ArrowArrayStream rejects;
  CHECK(sluice_run_rejects(run, "{\"batch_rows\": 7}", &rejects, NULL) == 0);
  int64_t count = 0;
  for (;;) {
    struct ArrowArray batch;
    CHECK(rejects.get_next(&rejects, &batch) == 0);
    if (batch.release == NULL) { break; }
    CHECK(batch.n_children == 10 && batch.length <= 7);
    const int64_t *lines = batch.children[3]->buffers[1];
    for (int64_t i = 0; i < batch.length; i++) { CHECK(lines[i] == (count + i + 1) * 1000); }
    count += batch.length;
    batch.release(&batch);
  }
  rejects.release(&rejects);
  return count;
}

static void whole(const char *text) {
  SluiceScan *scan = scan_of(text);
  struct ArrowArrayStream rows;
  SluiceRun *run = NULL;
  open_stream(scan, "{\"batch_rows\": 1000}", &rows, &run);
  struct ArrowSchema schema;
  CHECK(rows.get_schema(&rows, &schema) == 0);
  CHECK(strcmp(schema.format, "+s") == 0 && schema.n_children == 3);
  CHECK(strcmp(schema.children[0]->format, "l") == 0 && schema.children[0]->flags == 0);
  CHECK(strcmp(schema.children[1]->name, "name") == 0);
  CHECK(schema.children[1]->flags == ARROW_FLAG_NULLABLE);
  struct SluiceProgress progress;
  sluice_run_progress(run, &progress);
  CHECK(progress.state == 0 && progress.records == 0 && progress.bytes == 0);
  int64_t count = 0;
  CHECK(drain(&rows, &count) == expected_sum() && count == ROWS);
  // The end stays the end.
  CHECK(drain(&rows, &count) == 0 && count == 0);
  CHECK(count_rejects(run) == REJECTS);
  sluice_run_progress(run, &progress);
  struct stat status;
  CHECK(stat(feed, &status) == 0);
  CHECK(progress.state == 1 && progress.records == RECORDS && progress.rows == ROWS);
  CHECK(progress.rejects == REJECTS && progress.bytes == status.st_size);
  char *counts = sluice_run_counts(run);
  CHECK(strstr(counts, "\"rows\":29970") != NULL && strstr(counts, "\"type-mismatch\":30") != NULL);
  CHECK(strstr(counts, "\"state\":\"finished\"") != NULL);
  sluice_text_free(counts);
  CHECK(sluice_run_error(run) == NULL);
  schema.release(&schema);
  CHECK(schema.release == NULL);
  rows.release(&rows);
  CHECK(rows.release == NULL);
  sluice_run_free(run);
  sluice_scan_free(scan);
}

// Everything outlives what it came from.
static void outliving(void) {
  SluiceScan *scan = scan_of(job2);
  struct ArrowArrayStream rows, rejects;
  SluiceRun *run = NULL;
  open_stream(scan, NULL, &rows, &run);
  CHECK(sluice_run_rejects(run, NULL, &rejects, NULL) == 0);
  sluice_scan_free(scan);
  sluice_run_free(run);
  struct ArrowSchema schema;
  CHECK(rows.get_schema(&rows, &schema) == 0);
  struct ArrowArray batch, other;
  CHECK(rows.get_next(&rows, &batch) == 0 && batch.release != NULL);
  rows.release(&rows);
  CHECK(rejects.get_next(&rejects, &other) == 0 && other.release != NULL);
  rejects.release(&rejects);
  int64_t count = 0;
  CHECK(read_batch(&batch, &count) > 0 && count > 0);
  // A child that was moved outlives its parent.
  struct ArrowArray moved = *batch.children[0];
  batch.children[0]->release = NULL;
  batch.release(&batch);
  CHECK(((const int64_t *)moved.buffers[1])[1] == 1);
  moved.release(&moved);
  struct ArrowSchema child = *schema.children[1];
  schema.children[1]->release = NULL;
  schema.release(&schema);
  CHECK(strcmp(child.name, "name") == 0);
  child.release(&child);
  other.release(&other);
}

static void abandoned(void) {
  SluiceScan *scan = scan_of(job2);
  struct ArrowArrayStream never, once;
  SluiceRun *run = NULL;
  open_stream(scan, NULL, &never, NULL);
  never.release(&never);
  open_stream(scan, "{\"batch_rows\": 100}", &once, &run);
  struct ArrowArray batch;
  CHECK(once.get_next(&once, &batch) == 0 && batch.length == 100);
  once.release(&once);
  struct SluiceProgress progress;
  sluice_run_progress(run, &progress);
  CHECK(progress.state == 3);
  sluice_run_free(run);
  batch.release(&batch);
  sluice_scan_free(scan);
  sluice_scan_free(NULL);
  sluice_run_free(NULL);
  sluice_error_free(NULL);
  sluice_text_free(NULL);
}

// Two streams of one scan, in turns, with a stream of rejects beside each.
static void interleaved(void) {
  SluiceScan *scan = scan_of(job2);
  struct ArrowArrayStream rows[2];
  SluiceRun *runs[2];
  for (int i = 0; i < 2; i++) { open_stream(scan, "{\"batch_rows\": 5000}", &rows[i], &runs[i]); }
  int64_t sums[2] = {0, 0}, counts[2] = {0, 0};
  int ended = 0;
  while (ended < 2) {
    ended = 0;
    for (int i = 0; i < 2; i++) {
      struct ArrowArray batch;
      CHECK(rows[i].get_next(&rows[i], &batch) == 0);
      if (batch.release == NULL) {
        ended++;
      } else {
        sums[i] += read_batch(&batch, &counts[i]);
        batch.release(&batch);
      }
      CHECK(count_rejects(runs[i]) <= REJECTS);
    }
  }
  for (int i = 0; i < 2; i++) {
    CHECK(sums[i] == expected_sum() && counts[i] == ROWS && count_rejects(runs[i]) == REJECTS);
    rows[i].release(&rows[i]);
    sluice_run_free(runs[i]);
  }
  sluice_scan_free(scan);
}

static void strings(void) {
  SluiceScan *scan = scan_of(job);
  const char *options[] = {
      "{\"strings\": \"utf8\", \"columns\": [\"name\"]}",
      "{\"strings\": \"utf8_view\", \"columns\": [\"name\"]}"};
  const char *formats[] = {"u", "vu"};
  for (int i = 0; i < 2; i++) {
    struct ArrowArrayStream rows;
    open_stream(scan, options[i], &rows, NULL);
    struct ArrowSchema schema;
    CHECK(rows.get_schema(&rows, &schema) == 0 && schema.n_children == 1);
    CHECK(strcmp(schema.children[0]->format, formats[i]) == 0);
    schema.release(&schema);
    int64_t count = 0;
    for (;;) {
      struct ArrowArray batch;
      CHECK(rows.get_next(&rows, &batch) == 0);
      if (batch.release == NULL) { break; }
      CHECK(batch.children[0]->n_buffers == (i == 0 ? 3 : 4));
      count += batch.length;
      batch.release(&batch);
    }
    // Nothing reads the ids, so nothing rejects them.
    CHECK(count == RECORDS);
    rows.release(&rows);
  }
  sluice_scan_free(scan);
}

// The bytes that batches of views keep, and a batch's last buffer of bytes.
static int64_t retained(const char *options, int is_kept) {
  SluiceScan *scan = scan_of(job);
  struct ArrowArrayStream rows;
  SluiceRun *run = NULL;
  open_stream(scan, options, &rows, &run);
  int64_t total = -1;
  for (;;) {
    struct ArrowArray batch;
    CHECK(rows.get_next(&rows, &batch) == 0);
    if (batch.release == NULL) { break; }
    // The validity, the views, the column's own bytes, and the sizes; windows come before those.
    CHECK((batch.children[1]->n_buffers > 4) == is_kept);
    batch.release(&batch);
  }
  char *counts = sluice_run_counts(run);
  const char *found = strstr(counts, "\"retained_bytes\":");
  CHECK(found != NULL && sscanf(found, "\"retained_bytes\":%" SCNd64, &total) == 1);
  sluice_text_free(counts);
  sluice_run_free(run);
  rows.release(&rows);
  sluice_scan_free(scan);
  return total;
}

static void views(void) {
  struct stat status;
  CHECK(stat(feed, &status) == 0);
  int64_t kept = retained("{\"strings\": \"utf8_view\", \"least_viewed_share\": 0}", 1);
  int64_t copied = retained("{\"strings\": \"utf8_view\", \"least_viewed_share\": 2}", 0);
  CHECK(kept >= status.st_size && copied > 0 && copied < kept);
}

static void expect_error(const char *text, const char *code, const char *words) {
  SluiceError *error = NULL;
  CHECK(sluice_scan_new(text, &error) == NULL && error != NULL);
  if (strcmp(sluice_error_code(error), code) != 0 || strstr(sluice_error_message(error), words) == NULL) {
    fprintf(stderr, "%s: %s\n", sluice_error_code(error), sluice_error_message(error));
    CHECK(0);
  }
  sluice_error_free(error);
  CHECK(sluice_scan_new(text, NULL) == NULL);
}

static void errors(void) {
  expect_error(NULL, "bad-job", "NULL");
  expect_error("", "bad-job", "job");
  expect_error("{\"sources\": [\"a\"]}", "bad-job", "columns");
  expect_error("{\"columns\": [{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\"}]}", "bad-job", "sources");
  expect_error("{\"sources\": [\"a\"], \"columns\": [{\"name\":\"a\",\"type\":\"number\",\"path\":\"a\"}]}",
               "bad-job", "$.columns[0].type");
  expect_error("{\"sources\": [\"a\"], \"follow\": true,"
               " \"columns\": [{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\"}]}",
               "bad-job", "follow");
  SluiceScan *scan = scan_of(job);
  struct ArrowArrayStream rows;
  memset(&rows, 0, sizeof rows);
  SluiceRun *run = NULL;
  SluiceError *error = NULL;
  const char *options[] = {"[]", "{", "{\"rows\": 1}", "{\"batch_rows\": 0}", "{\"strings\": 1}",
                           "{\"columns\": [\"x\"]}", "{\"least_viewed_share\": -1}",
                           "{\"least_viewed_share\": \"x\"}",
                           "{\"decimals\": {\"name\": [5, 2]}}"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    CHECK(sluice_scan_stream(scan, options[i], &rows, &run, &error) == EINVAL);
    CHECK(rows.release == NULL && run == NULL && error != NULL);
    CHECK(strcmp(sluice_error_code(error), "bad-options") == 0);
    sluice_error_free(error);
  }
  sluice_scan_free(scan);

  char missing[8192];
  snprintf(missing, sizeof missing,
           "{\"sources\": [\"%s/missing.ndjson\"],"
           " \"columns\": [{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\"}]}", folder);
  scan = scan_of(missing);
  open_stream(scan, NULL, &rows, &run);
  for (int i = 0; i < 2; i++) {
    struct ArrowArray batch;
    CHECK(rows.get_next(&rows, &batch) == EIO && batch.release == NULL);
    const char *text = rows.get_last_error(&rows);
    CHECK(strncmp(text, "io: ", 4) == 0 && strstr(text, "missing.ndjson") != NULL);
  }
  error = sluice_run_error(run);
  CHECK(strcmp(sluice_error_code(error), "io") == 0);
  sluice_error_free(error);
  rows.release(&rows);
  sluice_run_free(run);
  sluice_scan_free(scan);
}

static void *stop_soon(void *run) {
  usleep(100000);
  sluice_run_stop(run);
  return NULL;
}

// Stops a run that waits for a pipe whose writer says nothing.
static void stopped(void) {
  snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
  CHECK(mkfifo(pipe_path, 0600) == 0);
  // Both ends, so that the reader sees neither an end nor a byte.
  FILE *writer = fopen(pipe_path, "r+");
  CHECK(writer != NULL);
  char text[8192];
  snprintf(text, sizeof text,
           "{\"sources\": [\"%s\"], \"framing\": \"lines\","
           " \"columns\": [{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\"}]}", pipe_path);
  SluiceScan *scan = scan_of(text);
  struct ArrowArrayStream rows;
  SluiceRun *run = NULL;
  open_stream(scan, NULL, &rows, &run);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, stop_soon, run) == 0);
  struct ArrowArray batch;
  CHECK(rows.get_next(&rows, &batch) == ECANCELED);
  CHECK(strncmp(rows.get_last_error(&rows), "stopped: ", 9) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  rows.release(&rows);
  sluice_run_free(run);
  sluice_scan_free(scan);
  fclose(writer);
}

static void forked(void) {
  SluiceScan *scan = scan_of(job2);
  struct ArrowArrayStream rows;
  SluiceRun *run = NULL;
  open_stream(scan, "{\"batch_rows\": 100}", &rows, &run);
  struct ArrowArray batch;
  CHECK(rows.get_next(&rows, &batch) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60);
    struct ArrowArray other;
    CHECK(rows.get_next(&rows, &other) == EINVAL);
    CHECK(strncmp(rows.get_last_error(&rows), "forked: ", 8) == 0);
    sluice_run_stop(run);
    rows.release(&rows);
    batch.release(&batch);
    sluice_run_free(run);
    // A stream of its own.
    open_stream(scan, NULL, &rows, NULL);
    int64_t count = 0;
    CHECK(drain(&rows, &count) == expected_sum() && count == ROWS);
    rows.release(&rows);
    sluice_scan_free(scan);
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  batch.release(&batch);
  int64_t count = 0;
  drain(&rows, &count);
  CHECK(count == ROWS - 100);
  rows.release(&rows);
  sluice_run_free(run);
  sluice_scan_free(scan);
}

static void inferred(void) {
  char text[8192];
  snprintf(text, sizeof text, "{\"sources\": [\"%s\"]}", feed);
  SluiceError *error = NULL;
  char *found = sluice_infer(text, "{\"records\": 500}", &error);
  CHECK(found != NULL && error == NULL);
  CHECK(strstr(found, "\"name\":\"id\",\"type\":\"int\"") != NULL);
  SluiceScan *scan = scan_of(found);
  char *columns = sluice_scan_columns(scan);
  CHECK(columns[0] == '[' && strstr(columns, "\"type\":\"bool\"") != NULL);
  sluice_text_free(columns);
  sluice_scan_free(scan);
  sluice_text_free(found);
  CHECK(sluice_infer("{\"sources\": [\"/missing\"]}", NULL, &error) == NULL);
  CHECK(strcmp(sluice_error_code(error), "io") == 0);
  sluice_error_free(error);
  CHECK(sluice_infer(text, "{\"rows\": 1}", NULL) == NULL);
}

static void divided(void) {
  char text[8192];
  snprintf(text, sizeof text, "{\"sources\": [\"%s\"]}", feed);
  SluiceError *error = NULL;
  char *found = sluice_split(text, "{\"parts\": 3}", &error);
  CHECK(found != NULL && error == NULL);
  CHECK(strncmp(found, "[{\"part\":1,", 11) == 0 && strstr(found, "\"range\":\"0..") != NULL);
  CHECK(strstr(found, "{\"part\":3,") != NULL && strstr(found, "obstacle") == NULL);
  sluice_text_free(found);
  CHECK(sluice_split("{\"sources\": [\"/missing\"]}", "{\"bytes\": 9}", &error) == NULL);
  CHECK(strcmp(sluice_error_code(error), "io") == 0);
  sluice_error_free(error);
  CHECK(sluice_split("{\"sources\": [\"-\"]}", "{\"bytes\": 9}", NULL) == NULL);
  const char *options[] = {NULL, "{}", "{\"parts\": 0}", "{\"parts\": 1, \"bytes\": 1}", "{\"rows\": 1}"};
  for (int i = 0; i < 5; i++) CHECK(sluice_split(text, options[i], NULL) == NULL);
}

// Progress and counts are read from another thread while rows are.
static volatile int is_done = 0;

static void *watch(void *run) {
  int64_t last = 0;
  while (!__atomic_load_n(&is_done, __ATOMIC_ACQUIRE)) {
    struct SluiceProgress progress;
    sluice_run_progress(run, &progress);
    CHECK(progress.bytes >= last);
    last = progress.bytes;
    sluice_text_free(sluice_run_counts(run));
    usleep(500);
  }
  return NULL;
}

static void watched(void) {
  SluiceScan *scan = scan_of(job2);
  struct ArrowArrayStream rows;
  SluiceRun *run = NULL;
  open_stream(scan, "{\"batch_rows\": 500}", &rows, &run);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, watch, run) == 0);
  int64_t count = 0;
  CHECK(drain(&rows, &count) == expected_sum() && count == ROWS);
  __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
  CHECK(pthread_join(thread, NULL) == 0);
  rows.release(&rows);
  sluice_run_free(run);
  sluice_scan_free(scan);
}

// The permissions of the open file without a name that rejects are in; -1: there is none.
static int spool_mode(void) {
  int mode = -1;
  DIR *open_files = opendir("/proc/self/fd");
  CHECK(open_files != NULL);
  for (struct dirent *entry; (entry = readdir(open_files)) != NULL;) {
    char link[64], target[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%.20s", entry->d_name);
    const ssize_t size = readlink(link, target, sizeof target - 1);
    if (size <= 0) { continue; }
    target[size] = 0;
    struct stat status;
    if (strstr(target, "/sluice-") != NULL && strstr(target, "(deleted)") != NULL &&
        stat(link, &status) == 0) {
      mode = (int)(status.st_mode & 0777);
    }
  }
  closedir(open_files);
  return mode;
}

// More rejects than stay in memory: each is found, in order, also by a stream that was open before.
static void spooled(void) {
  enum { LINES = 20000, LENGTH = 1000 };
  char path[4096], text[8192], line[LENGTH + 1];
  snprintf(path, sizeof path, "%s/bad.ndjson", folder);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  for (int i = 0; i < LINES; i++) {
    memset(line, 'a' + i % 26, LENGTH);
    line[LENGTH] = 0;
    fprintf(file, "%s\n", line);
  }
  CHECK(fclose(file) == 0);
  snprintf(text, sizeof text,
           "{\"sources\": [\"%s\"], \"framing\": \"lines\", \"jobs\": 2,"
           " \"columns\": [{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\"}]}", path);
  SluiceScan *scan = scan_of(text);
  struct ArrowArrayStream rows, rejects;
  SluiceRun *run = NULL;
  open_stream(scan, NULL, &rows, &run);
  CHECK(sluice_run_rejects(run, NULL, &rejects, NULL) == 0);
  CHECK(spool_mode() == -1);
  struct ArrowArray batch;
  CHECK(rows.get_next(&rows, &batch) == 0 && batch.release == NULL);
  CHECK(spool_mode() == 0600);
  rows.release(&rows);
  sluice_run_free(run);
  int64_t count = 0;
  for (;;) {
    CHECK(rejects.get_next(&rejects, &batch) == 0);
    if (batch.release == NULL) { break; }
    const int64_t *ends = batch.children[9]->buffers[1], *offsets = batch.children[1]->buffers[1];
    const char *raw = batch.children[9]->buffers[2];
    for (int64_t i = 0; i < batch.length; i++, count++) {
      CHECK(offsets[i] == count * (LENGTH + 1) && ends[i + 1] - ends[i] == LENGTH);
      CHECK(raw[ends[i]] == 'a' + count % 26 && raw[ends[i + 1] - 1] == 'a' + count % 26);
    }
    batch.release(&batch);
  }
  CHECK(count == LINES);
  rejects.release(&rejects);
  CHECK(spool_mode() == -1);
  sluice_scan_free(scan);
}

// Bytes in use, as the sanitizer counts them.
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

// Readings leave nothing behind.
static void steady(void) {
  if (__sanitizer_get_current_allocated_bytes == NULL) { return; }
  size_t before = 0;
  for (int i = 0; i < 40; i++) {
    SluiceScan *scan = scan_of(i % 2 == 0 ? job : job2);
    struct ArrowArrayStream rows;
    SluiceRun *run = NULL;
    open_stream(scan, "{\"batch_rows\": 4000, \"columns\": [\"name\", \"id\"]}", &rows, &run);
    struct ArrowSchema schema;
    CHECK(rows.get_schema(&rows, &schema) == 0);
    for (int n = 0; n < 1 + i % 9; n++) {
      struct ArrowArray batch;
      CHECK(rows.get_next(&rows, &batch) == 0);
      if (batch.release != NULL) { batch.release(&batch); }
    }
    count_rejects(run);
    sluice_text_free(sluice_run_counts(run));
    CHECK(sluice_scan_new("{}", NULL) == NULL);
    schema.release(&schema);
    rows.release(&rows);
    sluice_run_free(run);
    sluice_scan_free(scan);
    const size_t now = __sanitizer_get_current_allocated_bytes();
    if (i == 9) { before = now; }
    if (i == 39) { CHECK(now < before + (64 << 10)); }
  }
}

static void *read_until_stopped(void *rows) {
  struct ArrowArray batch;
  struct ArrowArrayStream *stream = rows;
  CHECK(stream->get_next(stream, &batch) == ECANCELED);
  return NULL;
}

// A child whose parent has a thread in get_next: it waited for that thread's lock, for ever.
static void forked_while_reading(void) {
  FILE *writer = fopen(pipe_path, "r+");
  CHECK(writer != NULL);
  char text[8192];
  snprintf(text, sizeof text,
           "{\"sources\": [\"%s\"], \"framing\": \"lines\","
           " \"columns\": [{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\"}]}", pipe_path);
  SluiceScan *scan = scan_of(text);
  struct ArrowArrayStream rows;
  SluiceRun *run = NULL;
  open_stream(scan, NULL, &rows, &run);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, read_until_stopped, &rows) == 0);
  CHECK(fputs("{\"a\":1}\n", writer) > 0 && fflush(writer) == 0);
  struct SluiceProgress progress = {0};
  while (progress.bytes == 0) {
    usleep(1000);
    sluice_run_progress(run, &progress);
  }
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60);
    struct ArrowArray other;
    CHECK(rows.get_next(&rows, &other) == EINVAL);
    CHECK(strncmp(rows.get_last_error(&rows), "forked: ", 8) == 0);
    rows.release(&rows);
    sluice_run_free(run);
    sluice_scan_free(scan);
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  sluice_run_stop(run);
  CHECK(pthread_join(thread, NULL) == 0);
  rows.release(&rows);
  sluice_run_free(run);
  sluice_scan_free(scan);
  fclose(writer);
}

int main(int count, char **arguments) {
  CHECK(count == 2);
  folder = arguments[1];
  CHECK(sluice_abi_version() == SLUICE_ABI_VERSION && sluice_version()[0] == '0');
  write_feed();
  whole(job);
  whole(job2);
  puts("whole");
  outliving();
  puts("outliving");
  abandoned();
  puts("abandoned");
  interleaved();
  puts("interleaved");
  strings();
  puts("strings");
  views();
  puts("views");
  errors();
  puts("errors");
  stopped();
  puts("stopped");
  forked();
  puts("forked");
  forked_while_reading();
  puts("forked while reading");
  inferred();
  puts("inferred");
  divided();
  puts("divided");
  watched();
  puts("watched");
  spooled();
  puts("spooled");
  steady();
  puts("steady");
  return 0;
}

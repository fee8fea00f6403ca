#include "library.h"
#include "topic.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// How many messages are taken from the queue at a time.
enum { BATCH = 1024 };

struct ckf_reader {
  ckf_topic *topic;
  int32_t partition;
  void *queue;
  int is_started;
  // Written to by librdkafka when the queue gets something.
  int wake[2];
  // Those from `next` on are still to be examined.
  struct ckf_message *raw[BATCH];
  size_t raw_count, next;
  // How many before `next` the caller has.
  size_t count;
  int64_t end;
};

static int make_pipe(int ends[2]) {
  if (pipe(ends) != 0) {
    ends[0] = ends[1] = -1;
    return 0;
  }
  for (int i = 0; i < 2; ++i) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 1;
}

ckf_reader *ckf_start(ckf_topic *topic, int32_t partition, int64_t offset,
                      struct ckf_fault *fault) {
  fault->code = 0;
  snprintf(fault->reason, sizeof fault->reason, "out of memory or descriptors");
  ckf_reader *reader = calloc(1, sizeof *reader);
  if (!reader) { return NULL; }
  reader->topic = topic;
  reader->partition = partition;
  if (!make_pipe(reader->wake)) { goto fail; }
  reader->queue = ckf.queue_new(topic->client);
  if (!reader->queue) { goto fail; }
  ckf.queue_io_event(reader->queue, reader->wake[1], "!", 1);
  if (ckf.consume_start(topic->topic, partition, offset, reader->queue) != 0) {
    ckf_fail(fault, ckf.last_error());
    goto fail;
  }
  reader->is_started = 1;
  return reader;
fail:
  ckf_stop(reader);
  return NULL;
}

static void free_messages(ckf_reader *reader, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) { ckf.message_destroy(reader->raw[i]); }
}

void ckf_stop(ckf_reader *reader) {
  free_messages(reader, reader->next - reader->count, reader->raw_count);
  if (reader->is_started) { ckf.consume_stop(reader->topic->topic, reader->partition); }
  if (reader->queue) {
    ckf.queue_io_event(reader->queue, -1, NULL, 0);
    ckf.queue_destroy(reader->queue);
  }
  for (int i = 0; i < 2; ++i) {
    if (reader->wake[i] >= 0) { close(reader->wake[i]); }
  }
  free(reader);
}

static int take_event(ckf_reader *reader, struct ckf_message *event, struct ckf_fault *fault) {
  reader->end = event->offset;
  const int code = event->error;
  if (code != CKF_ERR_PARTITION_END) {
    fault->code = code;
    snprintf(fault->reason, sizeof fault->reason, "%.*s",
             event->value_count < 400 ? (int)event->value_count : 400,
             event->value ? (const char *)event->value : ckf.err2str(code));
  }
  ckf.message_destroy(event);
  return code == CKF_ERR_PARTITION_END ? CKF_END : CKF_FAILED;
}

int ckf_fill(ckf_reader *reader, struct ckf_fault *fault) {
  free_messages(reader, reader->next - reader->count, reader->next);
  reader->count = 0;
  if (reader->next == reader->raw_count) {
    // Before the queue is read, so that whatever comes later makes it readable again.
    char bytes[64];
    while (read(reader->wake[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes) {}
    const ssize_t count = ckf.consume_batch(reader->queue, 0, reader->raw, BATCH);
    reader->next = 0;
    reader->raw_count = count > 0 ? (size_t)count : 0;
    if (count < 0) {
      ckf_fail(fault, ckf.last_error());
      reader->end = -1;
      return CKF_FAILED;
    }
    if (count == 0) { return CKF_NOTHING; }
  }
  if (reader->raw[reader->next]->error) {
    return take_event(reader, reader->raw[reader->next++], fault);
  }
  while (reader->next < reader->raw_count && !reader->raw[reader->next]->error) {
    ++reader->next;
    ++reader->count;
  }
  return CKF_MESSAGES;
}

struct ckf_message *const *ckf_messages(const ckf_reader *reader, size_t *count) {
  *count = reader->count;
  return reader->raw + (reader->next - reader->count);
}

int64_t ckf_time(const struct ckf_message *message) {
  int kind = 0;
  return ckf.message_timestamp(message, &kind);
}

void *ckf_headers(const struct ckf_message *message) {
  void *headers = NULL;
  return ckf.message_headers(message, &headers) == 0 ? headers : NULL;
}

int64_t ckf_end(const ckf_reader *reader) { return reader->end; }

int ckf_descriptor(const ckf_reader *reader) { return reader->wake[0]; }

int ckf_header(const void *headers, size_t index, const char **name, const uint8_t **value,
               size_t *count) {
  const void *found = NULL;
  if (ckf.header_get_all(headers, index, name, &found, count) != 0) { return 0; }
  *value = found;
  return 1;
}

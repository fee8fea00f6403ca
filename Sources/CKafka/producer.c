#include "library.h"
#include "topic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ckf_producer {
  void *client;
  void *topic, *progress;
  // Counted by the callback of reports, which librdkafka calls only inside of poll and flush, on the caller's
  // thread.
  size_t failures;
  struct ckf_fault first;
  int32_t partition;
  int64_t offset;
};

static void take_report(void *client, const struct ckf_message *message, void *context) {
  (void)client;
  ckf_producer *producer = context;
  if (message->error) {
    if (producer->failures++ == 0) { ckf_fail(&producer->first, message->error); }
  } else if (message->topic == producer->topic) {
    producer->partition = message->partition;
    producer->offset = message->offset;
  }
}

ckf_producer *ckf_open_producer(const char *topic, const char *progress,
                                const struct ckf_property *properties, size_t count, size_t *failed,
                                struct ckf_fault *fault) {
  *failed = count;
  fault->code = 0;
  snprintf(fault->reason, sizeof fault->reason, "out of memory");
  ckf_producer *producer = calloc(1, sizeof *producer);
  void *conf = ckf.conf_new();
  if (!producer || !conf) { goto fail; }
  producer->partition = -1;
  const size_t refused = ckf_configure(conf, properties, count, fault);
  if (refused) {
    *failed = refused - 1;
    goto fail;
  }
  ckf.conf_set_opaque(conf, producer);
  ckf.conf_set_report_cb(conf, take_report);
  producer->client = ckf.make(CKF_PRODUCER, conf, fault->reason, sizeof fault->reason);
  if (!producer->client) { goto fail; }
  // The client owns it now.
  conf = NULL;
  producer->topic = ckf.topic_new(producer->client, topic, NULL);
  producer->progress = ckf.topic_new(producer->client, progress, NULL);
  if (!producer->topic || !producer->progress) {
    ckf_fail(fault, ckf.last_error());
    goto fail;
  }
  return producer;
fail:
  if (conf) { ckf.conf_destroy(conf); }
  if (producer) { ckf_close_producer(producer); }
  return NULL;
}

void ckf_close_producer(ckf_producer *producer) {
  // Nothing of an open transaction counts, so nothing need be waited for.
  if (producer->client) { ckf.purge(producer->client, CKF_PURGE_ALL); }
  if (producer->topic) { ckf.topic_destroy(producer->topic); }
  if (producer->progress) { ckf.topic_destroy(producer->progress); }
  if (producer->client) { ckf.destroy(producer->client); }
  free(producer);
}

int ckf_transact(ckf_producer *producer, int step, int milliseconds, struct ckf_fault *fault) {
  void *error = NULL;
  switch (step) {
  case CKF_INIT: error = ckf.init_transactions(producer->client, milliseconds); break;
  case CKF_BEGIN:
    producer->failures = 0;
    producer->partition = -1;
    error = ckf.begin_transaction(producer->client);
    break;
  case CKF_COMMIT: error = ckf.commit_transaction(producer->client, milliseconds); break;
  default: error = ckf.abort_transaction(producer->client, milliseconds);
  }
  if (!error) { return CKF_DONE; }
  fault->code = ckf.error_code(error);
  snprintf(fault->reason, sizeof fault->reason, "%s", ckf.error_string(error));
  // An error that needs an abort is never one that may be repeated.
  const int outcome = ckf.error_is_retriable(error) ? CKF_REPEAT : CKF_REFUSED;
  ckf.error_destroy(error);
  return outcome;
}

int ckf_send(ckf_producer *producer, int is_progress, const void *key, size_t key_count,
             const void *value, size_t value_count) {
  // Progress is in one partition, however many the topic has. -1: the partitioner chooses.
  void *topic = is_progress ? producer->progress : producer->topic;
  // The value is copied, so that nothing writes to it.
  if (ckf.produce(topic, is_progress ? 0 : -1, CKF_COPY, (void *)value, value_count, key, key_count,
                  NULL) == 0) {
    return 0;
  }
  return ckf.last_error();
}

int ckf_is_queue_full(int code) { return code == CKF_ERR_QUEUE_FULL; }

void ckf_poll(ckf_producer *producer, int milliseconds) { ckf.poll(producer->client, milliseconds); }

int ckf_flush(ckf_producer *producer, int milliseconds) {
  ckf.flush(producer->client, milliseconds);
  return ckf.outq_len(producer->client);
}

size_t ckf_failures(const ckf_producer *producer, struct ckf_fault *fault) {
  if (producer->failures) { *fault = producer->first; }
  return producer->failures;
}

int ckf_last(const ckf_producer *producer, int32_t *partition, int64_t *offset) {
  *partition = producer->partition;
  *offset = producer->offset;
  return producer->partition >= 0;
}

int ckf_describe(int code, struct ckf_fault *fault) { return ckf_fail(fault, code); }

int ckf_is_fatal(ckf_producer *producer, struct ckf_fault *fault) {
  char reason[sizeof fault->reason];
  const int code = ckf.fatal_error(producer->client, reason, sizeof reason);
  if (!code) { return 0; }
  fault->code = code;
  memcpy(fault->reason, reason, sizeof reason);
  return 1;
}

int ckf_is_fenced(int code) {
  return code == CKF_ERR_FENCED || code == CKF_ERR_FENCED_HERE || code == CKF_ERR_OLD_EPOCH;
}

int ckf_is_too_large(int code) { return code == CKF_ERR_TOO_LARGE; }

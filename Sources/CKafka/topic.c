#include "topic.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ckf_fail(struct ckf_fault *fault, int code) {
  fault->code = code;
  snprintf(fault->reason, sizeof fault->reason, "%s", ckf.err2str(code));
  return code;
}

size_t ckf_configure(void *conf, const struct ckf_property *properties, size_t count,
                     struct ckf_fault *fault) {
  for (size_t i = 0; i < count; ++i) {
    if (ckf.conf_set(conf, properties[i].name, properties[i].value, fault->reason,
                     sizeof fault->reason) != CKF_CONF_OK) {
      return i + 1;
    }
  }
  // The library never prints.
  ckf.conf_set_log_cb(conf, NULL);
  return 0;
}

// Called by ckf.poll.
static void note_error(void *client, int code, const char *reason, void *context) {
  (void)client;
  ckf_topic *topic = context;
  pthread_mutex_lock(&topic->lock);
  topic->has_trouble = 1;
  topic->trouble.code = code;
  snprintf(topic->trouble.reason, sizeof topic->trouble.reason, "%s", reason ? reason : "");
  pthread_mutex_unlock(&topic->lock);
}

ckf_topic *ckf_open(const char *name, const struct ckf_property *properties, size_t count,
                    size_t *failed, struct ckf_fault *fault) {
  *failed = count;
  fault->code = 0;
  snprintf(fault->reason, sizeof fault->reason, "out of memory");
  ckf_topic *topic = calloc(1, sizeof *topic);
  void *conf = ckf.conf_new();
  if (!topic || !conf || !(topic->name = strdup(name))) { goto fail; }
  pthread_mutex_init(&topic->lock, NULL);
  const size_t refused = ckf_configure(conf, properties, count, fault);
  if (refused) {
    *failed = refused - 1;
    goto fail;
  }
  ckf.conf_set_opaque(conf, topic);
  ckf.conf_set_error_cb(conf, note_error);
  topic->client = ckf.make(CKF_CONSUMER, conf, fault->reason, sizeof fault->reason);
  if (!topic->client) { goto fail; }
  // The client owns it now.
  conf = NULL;
  topic->topic = ckf.topic_new(topic->client, name, NULL);
  if (!topic->topic) {
    ckf_fail(fault, ckf.last_error());
    goto fail;
  }
  return topic;
fail:
  if (conf) { ckf.conf_destroy(conf); }
  if (topic) { ckf_close(topic); }
  return NULL;
}

void ckf_close(ckf_topic *topic) {
  if (topic->topic) { ckf.topic_destroy(topic->topic); }
  if (topic->client) { ckf.destroy(topic->client); }
  if (topic->name) { pthread_mutex_destroy(&topic->lock); }
  free(topic->name);
  free(topic);
}

int ckf_partition_count(ckf_topic *topic, int *count, int milliseconds, struct ckf_fault *fault) {
  const struct ckf_metadata *metadata = NULL;
  int code = ckf.metadata(topic->client, 0, topic->topic, &metadata, milliseconds);
  if (code) { return ckf_fail(fault, code); }
  *count = 0;
  for (int i = 0; i < metadata->topic_count; ++i) {
    if (strcmp(metadata->topics[i].name, topic->name) != 0) { continue; }
    code = metadata->topics[i].error;
    *count = metadata->topics[i].partition_count;
  }
  ckf.metadata_destroy(metadata);
  return code ? ckf_fail(fault, code) : 0;
}

int ckf_bounds(ckf_topic *topic, int32_t partition, int64_t *start, int64_t *end, int milliseconds,
               struct ckf_fault *fault) {
  const int code =
      ckf.query_watermarks(topic->client, topic->name, partition, start, end, milliseconds);
  // So librdkafka calls an answer that the end of a connection has cut.
  if (code == CKF_ERR_BAD_MESSAGE) { return ckf_fail(fault, CKF_ERR_TRANSPORT); }
  return code ? ckf_fail(fault, code) : 0;
}

size_t ckf_cluster(ckf_topic *topic, char *room, size_t size, int milliseconds) {
  char *found = ckf.clusterid(topic->client, milliseconds);
  if (!found) { return 0; }
  const size_t count = strlen(found);
  const int fits = count < size;
  if (fits) { memcpy(room, found, count + 1); }
  ckf.mem_free(topic->client, found);
  return fits ? count : 0;
}

int ckf_is_passing(int code) {
  switch (code) {
  case CKF_ERR_TRANSPORT:
  case CKF_ERR_ALL_BROKERS_DOWN:
  case CKF_ERR_TIMED_OUT:
  case CKF_ERR_WAIT_CACHE:
  case CKF_ERR_RESOLVE:
  case CKF_ERR_BROKER_DESTROYED:
  case CKF_ERR_LEADER_NOT_AVAILABLE:
  case CKF_ERR_NOT_LEADER:
  case CKF_ERR_REQUEST_TIMED_OUT:
  case CKF_ERR_BROKER_NOT_AVAILABLE:
  case CKF_ERR_NETWORK: return 1;
  default: return 0;
  }
}

int ckf_is_out_of_range(int code) {
  return code == CKF_ERR_NO_OFFSET || code == CKF_ERR_OFFSET_OUT_OF_RANGE;
}

int ckf_trouble(ckf_topic *topic, struct ckf_fault *fault) {
  ckf.poll(topic->client, 0);
  pthread_mutex_lock(&topic->lock);
  const int has_trouble = topic->has_trouble;
  if (has_trouble) { *fault = topic->trouble; }
  topic->has_trouble = 0;
  pthread_mutex_unlock(&topic->lock);
  return has_trouble;
}

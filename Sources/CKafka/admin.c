#include "library.h"
#include "topic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail_with(struct ckf_fault *fault, int code, const char *reason) {
  fault->code = code;
  snprintf(fault->reason, sizeof fault->reason, "%s", reason ? reason : ckf.err2str(code));
  return code;
}

// A request, which its answer ends.
struct question {
  void *options, *queue, *event;
};

static int ask(struct question *question, ckf_topic *topic, int operation, int milliseconds) {
  char reason[128];
  question->event = NULL;
  question->options = ckf.options_new(topic->client, operation);
  question->queue = ckf.queue_new(topic->client);
  if (!question->options || !question->queue) { return 0; }
  ckf.options_set_timeout(question->options, milliseconds, reason, sizeof reason);
  return 1;
}

// Lets any broker answer: librdkafka would ask the controller, which not all clusters tell. Returns 0, or fills the
// fault.
static int ask_any_broker(struct question *question, ckf_topic *topic, int milliseconds,
                          struct ckf_fault *fault) {
  char reason[128];
  const struct ckf_metadata *metadata = NULL;
  const int code = ckf.metadata(topic->client, 0, topic->topic, &metadata, milliseconds);
  if (code) { return ckf_fail(fault, code); }
  if (metadata->broker_count > 0) {
    ckf.options_set_broker(question->options, metadata->brokers[0].id, reason, sizeof reason);
  }
  ckf.metadata_destroy(metadata);
  return 0;
}

// Waits somewhat longer than the request does. Returns 0, or fills the fault.
static int wait_for(struct question *question, int milliseconds, struct ckf_fault *fault) {
  question->event = ckf.queue_poll(question->queue, milliseconds + 1000);
  if (!question->event) { return ckf_fail(fault, CKF_ERR_TIMED_OUT); }
  const int code = ckf.event_error(question->event);
  return code ? fail_with(fault, code, ckf.event_error_string(question->event)) : 0;
}

static void end(struct question *question) {
  if (question->event) { ckf.event_destroy(question->event); }
  if (question->queue) { ckf.queue_destroy(question->queue); }
  if (question->options) { ckf.options_destroy(question->options); }
}

static int take_setting(void *event, const char *name, char *room, size_t size,
                        struct ckf_fault *fault) {
  const void *result = ckf.describe_result(event);
  size_t count = 0;
  const void **resources = result ? ckf.describe_resources(result, &count) : NULL;
  room[0] = 0;
  if (count == 0) { return ckf_fail(fault, CKF_ERR_UNSUPPORTED); }
  const int code = ckf.resource_error(resources[0]);
  if (code) { return fail_with(fault, code, ckf.resource_error_string(resources[0])); }
  const void **entries = ckf.resource_configs(resources[0], &count);
  for (size_t i = 0; i < count; ++i) {
    const char *value = ckf.entry_value(entries[i]);
    if (value && strcmp(ckf.entry_name(entries[i]), name) == 0) {
      snprintf(room, size, "%s", value);
    }
  }
  return 0;
}

int ckf_setting(ckf_topic *topic, const char *name, char *room, size_t size, int milliseconds,
                struct ckf_fault *fault) {
  struct question question;
  int code = CKF_ERR_TIMED_OUT;
  fail_with(fault, code, "out of memory");
  if (ask(&question, topic, CKF_OP_DESCRIBE_CONFIGS, milliseconds) &&
      (code = ask_any_broker(&question, topic, milliseconds, fault)) == 0) {
    void *resource = ckf.resource_new(CKF_RESOURCE_TOPIC, topic->name);
    ckf.describe_configs(topic->client, &resource, 1, question.options, question.queue);
    code = wait_for(&question, milliseconds, fault);
    if (!code) { code = take_setting(question.event, name, room, size, fault); }
    ckf.resource_destroy(resource);
  }
  end(&question);
  return code;
}

int ckf_create(ckf_topic *topic, int partitions, const struct ckf_property *settings, size_t count,
               int milliseconds, struct ckf_fault *fault) {
  struct question question;
  int code = CKF_ERR_TIMED_OUT;
  fail_with(fault, code, "out of memory");
  // -1: as the brokers are configured.
  void *made =
      ckf.new_topic(topic->name, partitions, -1, fault->reason, sizeof fault->reason);
  if (!made) { return fault->code = CKF_ERR_UNSUPPORTED; }
  for (size_t i = 0; i < count; ++i) {
    ckf.new_topic_set_config(made, settings[i].name, settings[i].value);
  }
  if (ask(&question, topic, CKF_OP_CREATE_TOPICS, milliseconds)) {
    ckf.create_topics(topic->client, &made, 1, question.options, question.queue);
    code = wait_for(&question, milliseconds, fault);
    if (!code) {
      size_t found = 0;
      const void *result = ckf.create_result(question.event);
      const void **topics = result ? ckf.create_topics_of(result, &found) : NULL;
      code = found ? ckf.topic_error(topics[0]) : CKF_ERR_UNSUPPORTED;
      if (code) { fail_with(fault, code, found ? ckf.topic_error_string(topics[0]) : NULL); }
    }
  }
  end(&question);
  ckf.new_topic_destroy(made);
  return code == CKF_ERR_TOPIC_EXISTS ? 0 : code;
}

// The text of brokers before Kafka 2.8, which have no ids.
static const char no_id[] = "AAAAAAAAAAAAAAAAAAAAAA";

static int take_id(void *event, char *room, size_t size, struct ckf_fault *fault) {
  const void *result = ckf.describe_topics_result(event);
  size_t count = 0;
  const void **topics = result ? ckf.described_topics(result, &count) : NULL;
  if (count == 0) { return ckf_fail(fault, CKF_ERR_UNSUPPORTED); }
  const void *error = ckf.described_error(topics[0]);
  const int code = error ? ckf.error_code(error) : 0;
  if (code) { return fail_with(fault, code, ckf.error_string(error)); }
  const void *id = ckf.described_id(topics[0]);
  const char *text = id ? ckf.id_text(id) : NULL;
  if (text && strcmp(text, no_id) != 0) { snprintf(room, size, "%s", text); }
  return 0;
}

int ckf_id(ckf_topic *topic, char *room, size_t size, int milliseconds, struct ckf_fault *fault) {
  room[0] = 0;
  if (!ckf_tells_ids()) { return 0; }
  struct question question;
  int code = CKF_ERR_TIMED_OUT;
  fail_with(fault, code, "out of memory");
  const char *name = topic->name;
  void *names = ckf.topic_names_new(&name, 1);
  if (ask(&question, topic, CKF_OP_DESCRIBE_TOPICS, milliseconds) &&
      (code = ask_any_broker(&question, topic, milliseconds, fault)) == 0) {
    ckf.describe_topics(topic->client, names, question.options, question.queue);
    code = wait_for(&question, milliseconds, fault);
    if (!code) { code = take_id(question.event, room, size, fault); }
    // It was just made, and not every broker has heard of it.
    if (ckf_is_unknown_topic(code)) { code = fault->code = CKF_ERR_LEADER_NOT_AVAILABLE; }
  }
  end(&question);
  ckf.topic_names_destroy(names);
  return code;
}

int ckf_is_unknown_topic(int code) {
  return code == CKF_ERR_UNKNOWN_TOPIC || code == CKF_ERR_UNKNOWN_HERE;
}

int ckf_is_withheld(int code) {
  return code == CKF_ERR_TOPIC_FORBIDDEN || code == CKF_ERR_CLUSTER_FORBIDDEN ||
         code == CKF_ERR_UNSUPPORTED || code == CKF_ERR_UNSUPPORTED_VERSION;
}

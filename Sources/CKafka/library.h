// What is declared by hand of librdkafka. Names, numbers and layouts are part of the binary interface of
// librdkafka.so.1, which only grows.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct ckf_message;

/// rd_kafka_metadata_topic_t.
struct ckf_metadata_topic {
  char *name;
  int partition_count;
  void *partitions;
  int error;
};

/// rd_kafka_metadata_broker_t.
struct ckf_metadata_broker {
  int32_t id;
  char *host;
  int port;
};

/// rd_kafka_metadata_t.
struct ckf_metadata {
  int broker_count;
  struct ckf_metadata_broker *brokers;
  int topic_count;
  struct ckf_metadata_topic *topics;
  int32_t origin;
  char *origin_name;
};

enum {
  CKF_PRODUCER = 0,
  CKF_CONSUMER = 1,
  CKF_CONF_OK = 0,
  CKF_COPY = 2,
  CKF_PURGE_ALL = 3,
  CKF_OP_CREATE_TOPICS = 1,
  CKF_OP_DESCRIBE_CONFIGS = 5,
  CKF_OP_DESCRIBE_TOPICS = 19,
  CKF_RESOURCE_TOPIC = 2,
};

// F(name, number, RD_KAFKA_RESP_ERR_…)
#define CKF_ERRORS(F)                                                                              \
  F(BAD_MESSAGE, -199, _BAD_MSG)                                                                   \
  F(TRANSPORT, -195, _TRANSPORT)                                                                   \
  F(UNKNOWN_HERE, -188, _UNKNOWN_TOPIC)                                                            \
  F(QUEUE_FULL, -184, _QUEUE_FULL)                                                                 \
  F(UNSUPPORTED, -165, _UNSUPPORTED_FEATURE)                                                       \
  F(FENCED_HERE, -144, _FENCED)                                                                    \
  F(RESOLVE, -193, _RESOLVE)                                                                       \
  F(PARTITION_END, -191, _PARTITION_EOF)                                                           \
  F(ALL_BROKERS_DOWN, -187, _ALL_BROKERS_DOWN)                                                     \
  F(TIMED_OUT, -185, _TIMED_OUT)                                                                   \
  F(WAIT_CACHE, -164, _WAIT_CACHE)                                                                 \
  F(NO_OFFSET, -140, _AUTO_OFFSET_RESET)                                                           \
  F(OFFSET_OUT_OF_RANGE, 1, OFFSET_OUT_OF_RANGE)                                                   \
  F(UNKNOWN_TOPIC, 3, UNKNOWN_TOPIC_OR_PART)                                                       \
  F(LEADER_NOT_AVAILABLE, 5, LEADER_NOT_AVAILABLE)                                                 \
  F(NOT_LEADER, 6, NOT_LEADER_FOR_PARTITION)                                                       \
  F(REQUEST_TIMED_OUT, 7, REQUEST_TIMED_OUT)                                                       \
  F(BROKER_NOT_AVAILABLE, 8, BROKER_NOT_AVAILABLE)                                                 \
  F(TOO_LARGE, 10, MSG_SIZE_TOO_LARGE)                                                             \
  F(NETWORK, 13, NETWORK_EXCEPTION)                                                                \
  F(TOPIC_FORBIDDEN, 29, TOPIC_AUTHORIZATION_FAILED)                                               \
  F(CLUSTER_FORBIDDEN, 31, CLUSTER_AUTHORIZATION_FAILED)                                           \
  F(UNSUPPORTED_VERSION, 35, UNSUPPORTED_VERSION)                                                  \
  F(TOPIC_EXISTS, 36, TOPIC_ALREADY_EXISTS)                                                        \
  F(OLD_EPOCH, 47, INVALID_PRODUCER_EPOCH)                                                         \
  F(FENCED, 90, PRODUCER_FENCED)

#define CKF_ERROR(name, number, symbol) CKF_ERR_##name = number,
enum {
  CKF_ERRORS(CKF_ERROR)
  // RD_KAFKA_RESP_ERR__DESTROY_BROKER of later releases.
  CKF_ERR_BROKER_DESTROYED = -137,
};
#undef CKF_ERROR

// Those of producers. An error of a transaction is an object; NULL: it succeeded.
#define CKF_PRODUCER_FUNCTIONS(F)                                                                  \
  F(void, conf_set_report_cb, rd_kafka_conf_set_dr_msg_cb,                                         \
    (void *, void (*)(void *, const struct ckf_message *, void *)))                                \
  F(int, produce, rd_kafka_produce,                                                                \
    (void *, int32_t, int, void *, size_t, const void *, size_t, void *))                          \
  F(int, flush, rd_kafka_flush, (void *, int))                                                     \
  F(int, purge, rd_kafka_purge, (void *, int))                                                     \
  F(int, outq_len, rd_kafka_outq_len, (void *))                                                    \
  F(int, fatal_error, rd_kafka_fatal_error, (void *, char *, size_t))                              \
  F(void *, init_transactions, rd_kafka_init_transactions, (void *, int))                          \
  F(void *, begin_transaction, rd_kafka_begin_transaction, (void *))                               \
  F(void *, commit_transaction, rd_kafka_commit_transaction, (void *, int))                        \
  F(void *, abort_transaction, rd_kafka_abort_transaction, (void *, int))                          \
  F(int, error_code, rd_kafka_error_code, (const void *))                                          \
  F(const char *, error_string, rd_kafka_error_string, (const void *))                             \
  F(int, error_is_fatal, rd_kafka_error_is_fatal, (const void *))                                  \
  F(int, error_is_retriable, rd_kafka_error_is_retriable, (const void *))                          \
  F(void, error_destroy, rd_kafka_error_destroy, (void *))

// Those by which topics are made and examined. Results are parts of an event.
#define CKF_ADMIN_FUNCTIONS(F)                                                                     \
  F(void *, options_new, rd_kafka_AdminOptions_new, (void *, int))                                 \
  F(void, options_destroy, rd_kafka_AdminOptions_destroy, (void *))                                \
  F(int, options_set_timeout, rd_kafka_AdminOptions_set_request_timeout,                           \
    (void *, int, char *, size_t))                                                                 \
  F(int, options_set_broker, rd_kafka_AdminOptions_set_broker,                                     \
    (void *, int32_t, char *, size_t))                                                             \
  F(void *, resource_new, rd_kafka_ConfigResource_new, (int, const char *))                        \
  F(void, resource_destroy, rd_kafka_ConfigResource_destroy, (void *))                             \
  F(int, resource_error, rd_kafka_ConfigResource_error, (const void *))                            \
  F(const char *, resource_error_string, rd_kafka_ConfigResource_error_string, (const void *))     \
  F(const void **, resource_configs, rd_kafka_ConfigResource_configs, (const void *, size_t *))    \
  F(const char *, entry_name, rd_kafka_ConfigEntry_name, (const void *))                           \
  F(const char *, entry_value, rd_kafka_ConfigEntry_value, (const void *))                         \
  F(void, describe_configs, rd_kafka_DescribeConfigs, (void *, void **, size_t, void *, void *))   \
  F(const void *, describe_result, rd_kafka_event_DescribeConfigs_result, (void *))                \
  F(const void **, describe_resources, rd_kafka_DescribeConfigs_result_resources,                  \
    (const void *, size_t *))                                                                      \
  F(void *, new_topic, rd_kafka_NewTopic_new, (const char *, int, int, char *, size_t))            \
  F(void, new_topic_destroy, rd_kafka_NewTopic_destroy, (void *))                                  \
  F(int, new_topic_set_config, rd_kafka_NewTopic_set_config,                                       \
    (void *, const char *, const char *))                                                          \
  F(void, create_topics, rd_kafka_CreateTopics, (void *, void **, size_t, void *, void *))         \
  F(const void *, create_result, rd_kafka_event_CreateTopics_result, (void *))                     \
  F(const void **, create_topics_of, rd_kafka_CreateTopics_result_topics,                          \
    (const void *, size_t *))                                                                      \
  F(int, topic_error, rd_kafka_topic_result_error, (const void *))                                 \
  F(const char *, topic_error_string, rd_kafka_topic_result_error_string, (const void *))          \
  F(void *, queue_poll, rd_kafka_queue_poll, (void *, int))                                        \
  F(int, event_error, rd_kafka_event_error, (void *))                                              \
  F(const char *, event_error_string, rd_kafka_event_error_string, (void *))                       \
  F(void, event_destroy, rd_kafka_event_destroy, (void *))

// F(type of the result, member, symbol, parameters). librdkafka's enumerations are ints.
#define CKF_FUNCTIONS(F)                                                                           \
  F(const char *, version, rd_kafka_version_str, (void))                                           \
  F(void *, conf_new, rd_kafka_conf_new, (void))                                                   \
  F(void, conf_destroy, rd_kafka_conf_destroy, (void *))                                           \
  F(int, conf_set, rd_kafka_conf_set, (void *, const char *, const char *, char *, size_t))        \
  F(void, conf_set_opaque, rd_kafka_conf_set_opaque, (void *, void *))                             \
  F(void, conf_set_log_cb, rd_kafka_conf_set_log_cb,                                               \
    (void *, void (*)(const void *, int, const char *, const char *)))                             \
  F(void, conf_set_error_cb, rd_kafka_conf_set_error_cb,                                           \
    (void *, void (*)(void *, int, const char *, void *)))                                         \
  F(void *, make, rd_kafka_new, (int, void *, char *, size_t))                                     \
  F(void, destroy, rd_kafka_destroy, (void *))                                                     \
  F(int, poll, rd_kafka_poll, (void *, int))                                                       \
  F(void *, topic_new, rd_kafka_topic_new, (void *, const char *, void *))                         \
  F(void, topic_destroy, rd_kafka_topic_destroy, (void *))                                         \
  F(int, metadata, rd_kafka_metadata, (void *, int, void *, const struct ckf_metadata **, int))    \
  F(void, metadata_destroy, rd_kafka_metadata_destroy, (const struct ckf_metadata *))              \
  F(int, query_watermarks, rd_kafka_query_watermark_offsets,                                       \
    (void *, const char *, int32_t, int64_t *, int64_t *, int))                                    \
  F(char *, clusterid, rd_kafka_clusterid, (void *, int))                                          \
  F(void, mem_free, rd_kafka_mem_free, (void *, void *))                                           \
  F(void *, queue_new, rd_kafka_queue_new, (void *))                                               \
  F(void, queue_destroy, rd_kafka_queue_destroy, (void *))                                         \
  F(void, queue_io_event, rd_kafka_queue_io_event_enable, (void *, int, const void *, size_t))     \
  F(int, consume_start, rd_kafka_consume_start_queue, (void *, int32_t, int64_t, void *))          \
  F(int, consume_stop, rd_kafka_consume_stop, (void *, int32_t))                                   \
  F(ssize_t, consume_batch, rd_kafka_consume_batch_queue,                                          \
    (void *, int, struct ckf_message **, size_t))                                              \
  F(void, message_destroy, rd_kafka_message_destroy, (struct ckf_message *))                   \
  F(int64_t, message_timestamp, rd_kafka_message_timestamp,                                        \
    (const struct ckf_message *, int *))                                                       \
  F(int, message_headers, rd_kafka_message_headers, (const struct ckf_message *, void **))     \
  F(int, header_get_all, rd_kafka_header_get_all,                                                  \
    (const void *, size_t, const char **, const void **, size_t *))                                \
  F(int, last_error, rd_kafka_last_error, (void))                                                  \
  F(const char *, err2str, rd_kafka_err2str, (int))                                                \
  CKF_PRODUCER_FUNCTIONS(F)                                                                        \
  CKF_ADMIN_FUNCTIONS(F)

// Those that librdkafka has had since 2.3.
#define CKF_LATER_FUNCTIONS(F)                                                                     \
  F(void *, topic_names_new, rd_kafka_TopicCollection_of_topic_names, (const char **, size_t))     \
  F(void, topic_names_destroy, rd_kafka_TopicCollection_destroy, (void *))                         \
  F(void, describe_topics, rd_kafka_DescribeTopics, (void *, const void *, const void *, void *))  \
  F(const void *, describe_topics_result, rd_kafka_event_DescribeTopics_result, (void *))          \
  F(const void **, described_topics, rd_kafka_DescribeTopics_result_topics,                        \
    (const void *, size_t *))                                                                      \
  F(const void *, described_error, rd_kafka_TopicDescription_error, (const void *))                \
  F(const void *, described_id, rd_kafka_TopicDescription_topic_id, (const void *))                \
  F(const char *, id_text, rd_kafka_Uuid_base64str, (const void *))

#define CKF_MEMBER(type, member, symbol, parameters) type(*member) parameters;
/// Filled by ckf_load.
struct ckf_library {
  CKF_FUNCTIONS(CKF_MEMBER)
  CKF_LATER_FUNCTIONS(CKF_MEMBER)
  /// Whether all of the later ones are there.
  int has_later;
};
#undef CKF_MEMBER

extern struct ckf_library ckf;

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

/// rd_kafka_metadata_t.
struct ckf_metadata {
  int broker_count;
  void *brokers;
  int topic_count;
  struct ckf_metadata_topic *topics;
  int32_t origin;
  char *origin_name;
};

enum { CKF_CONSUMER = 1, CKF_CONF_OK = 0 };

// F(name, number, RD_KAFKA_RESP_ERR_…)
#define CKF_ERRORS(F)                                                                              \
  F(TRANSPORT, -195, _TRANSPORT)                                                                   \
  F(RESOLVE, -193, _RESOLVE)                                                                       \
  F(PARTITION_END, -191, _PARTITION_EOF)                                                           \
  F(ALL_BROKERS_DOWN, -187, _ALL_BROKERS_DOWN)                                                     \
  F(TIMED_OUT, -185, _TIMED_OUT)                                                                   \
  F(WAIT_CACHE, -164, _WAIT_CACHE)                                                                 \
  F(NO_OFFSET, -140, _AUTO_OFFSET_RESET)                                                           \
  F(OFFSET_OUT_OF_RANGE, 1, OFFSET_OUT_OF_RANGE)                                                   \
  F(LEADER_NOT_AVAILABLE, 5, LEADER_NOT_AVAILABLE)                                                 \
  F(NOT_LEADER, 6, NOT_LEADER_FOR_PARTITION)                                                       \
  F(REQUEST_TIMED_OUT, 7, REQUEST_TIMED_OUT)                                                       \
  F(BROKER_NOT_AVAILABLE, 8, BROKER_NOT_AVAILABLE)                                                 \
  F(NETWORK, 13, NETWORK_EXCEPTION)

#define CKF_ERROR(name, number, symbol) CKF_ERR_##name = number,
enum { CKF_ERRORS(CKF_ERROR) };
#undef CKF_ERROR

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
  F(const char *, err2str, rd_kafka_err2str, (int))

#define CKF_MEMBER(type, member, symbol, parameters) type(*member) parameters;
/// Filled by ckf_load.
struct ckf_library { CKF_FUNCTIONS(CKF_MEMBER) };
#undef CKF_MEMBER

extern struct ckf_library ckf;

// Where librdkafka's own header is installed, the build stops if something was declared otherwise.
#include "ckafka.h"
#include "library.h"

#if defined(__has_include)
#if __has_include(<librdkafka/rdkafka.h>)
#include <librdkafka/rdkafka.h>

#define CKF_SAME(name, number, symbol)                                                             \
  _Static_assert(RD_KAFKA_RESP_ERR_##symbol == number, "RD_KAFKA_RESP_ERR_" #symbol);
CKF_ERRORS(CKF_SAME)
#undef CKF_SAME

#define CKF_AT(ours, member, theirs, field)                                                        \
  _Static_assert(offsetof(struct ours, member) == offsetof(theirs, field), #theirs "." #field);
_Static_assert(sizeof(struct ckf_message) == sizeof(rd_kafka_message_t), "rd_kafka_message_t");
CKF_AT(ckf_message, error, rd_kafka_message_t, err)
CKF_AT(ckf_message, value, rd_kafka_message_t, payload)
CKF_AT(ckf_message, value_count, rd_kafka_message_t, len)
CKF_AT(ckf_message, key, rd_kafka_message_t, key)
CKF_AT(ckf_message, key_count, rd_kafka_message_t, key_len)
CKF_AT(ckf_message, offset, rd_kafka_message_t, offset)
CKF_AT(ckf_message, partition, rd_kafka_message_t, partition)
CKF_AT(ckf_metadata, broker_count, struct rd_kafka_metadata, broker_cnt)
CKF_AT(ckf_metadata, brokers, struct rd_kafka_metadata, brokers)
CKF_AT(ckf_metadata_broker, id, struct rd_kafka_metadata_broker, id)
CKF_AT(ckf_metadata, topic_count, struct rd_kafka_metadata, topic_cnt)
CKF_AT(ckf_metadata, topics, struct rd_kafka_metadata, topics)
CKF_AT(ckf_metadata_topic, partition_count, struct rd_kafka_metadata_topic, partition_cnt)
CKF_AT(ckf_metadata_topic, error, struct rd_kafka_metadata_topic, err)
#undef CKF_AT
_Static_assert((int)CKF_CONSUMER == (int)RD_KAFKA_CONSUMER, "RD_KAFKA_CONSUMER");
_Static_assert((int)CKF_PRODUCER == (int)RD_KAFKA_PRODUCER, "RD_KAFKA_PRODUCER");
_Static_assert((int)CKF_CONF_OK == (int)RD_KAFKA_CONF_OK, "RD_KAFKA_CONF_OK");
_Static_assert(CKF_COPY == RD_KAFKA_MSG_F_COPY, "RD_KAFKA_MSG_F_COPY");
_Static_assert(CKF_PURGE_ALL == (RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT), "RD_KAFKA_PURGE_F");
_Static_assert((int)CKF_OP_CREATE_TOPICS == (int)RD_KAFKA_ADMIN_OP_CREATETOPICS &&
                   (int)CKF_OP_DESCRIBE_CONFIGS == (int)RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS &&
                   (int)CKF_RESOURCE_TOPIC == (int)RD_KAFKA_RESOURCE_TOPIC,
               "the numbers of the admin interface");
#if RD_KAFKA_VERSION >= 0x02030000
_Static_assert((int)CKF_OP_DESCRIBE_TOPICS == (int)RD_KAFKA_ADMIN_OP_DESCRIBETOPICS,
               "RD_KAFKA_ADMIN_OP_DESCRIBETOPICS");
#endif
_Static_assert(sizeof(rd_kafka_resp_err_t) == sizeof(int) &&
                   sizeof(rd_kafka_conf_res_t) == sizeof(int) &&
                   sizeof(rd_kafka_timestamp_type_t) == sizeof(int),
               "enumerations");

// The types of the functions, as far as C compares them.
#define CKF_RETURNS(type, symbol, ...)                                                             \
  _Static_assert(_Generic((symbol)__VA_ARGS__, type: 1, default: 0), #symbol);
CKF_RETURNS(ssize_t, rd_kafka_consume_batch_queue, (NULL, 0, NULL, 0))
CKF_RETURNS(int64_t, rd_kafka_message_timestamp, (NULL, NULL))
CKF_RETURNS(int, rd_kafka_consume_start_queue, (NULL, 0, 0, NULL))
CKF_RETURNS(int, rd_kafka_produce, (NULL, 0, 0, NULL, 0, NULL, 0, NULL))
CKF_RETURNS(int, rd_kafka_outq_len, (NULL))
CKF_RETURNS(int, rd_kafka_error_is_fatal, (NULL))
CKF_RETURNS(int, rd_kafka_error_is_retriable, (NULL))
#undef CKF_RETURNS
#endif
#endif

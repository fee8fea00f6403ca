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
CKF_AT(ckf_metadata, topic_count, struct rd_kafka_metadata, topic_cnt)
CKF_AT(ckf_metadata, topics, struct rd_kafka_metadata, topics)
CKF_AT(ckf_metadata_topic, partition_count, struct rd_kafka_metadata_topic, partition_cnt)
CKF_AT(ckf_metadata_topic, error, struct rd_kafka_metadata_topic, err)
#undef CKF_AT
_Static_assert((int)CKF_CONSUMER == (int)RD_KAFKA_CONSUMER, "RD_KAFKA_CONSUMER");
_Static_assert((int)CKF_CONF_OK == (int)RD_KAFKA_CONF_OK, "RD_KAFKA_CONF_OK");
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
#undef CKF_RETURNS
#endif
#endif

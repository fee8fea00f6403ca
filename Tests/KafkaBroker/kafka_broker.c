#include "kafka_broker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

// F(type of the result, member, symbol, parameters). librdkafka's enumerations are ints.
#define KBR_FUNCTIONS(F)                                                                           \
  F(void *, conf_new, rd_kafka_conf_new, (void))                                                   \
  F(int, conf_set, rd_kafka_conf_set, (void *, const char *, const char *, char *, size_t))        \
  F(void, conf_set_log_cb, rd_kafka_conf_set_log_cb, (void *, void *))                             \
  F(void *, make, rd_kafka_new, (int, void *, char *, size_t))                                     \
  F(void, destroy, rd_kafka_destroy, (void *))                                                     \
  F(int, poll, rd_kafka_poll, (void *, int))                                                       \
  F(int, flush, rd_kafka_flush, (void *, int))                                                     \
  F(int, producev, rd_kafka_producev, (void *, ...))                                               \
  F(void *, headers_new, rd_kafka_headers_new, (size_t))                                           \
  F(int, header_add, rd_kafka_header_add, (void *, const char *, ssize_t, const void *, ssize_t))  \
  F(void, headers_destroy, rd_kafka_headers_destroy, (void *))                                     \
  F(void *, mock_cluster, rd_kafka_handle_mock_cluster, (void *))                                  \
  F(const char *, bootstraps, rd_kafka_mock_cluster_bootstraps, (const void *))                    \
  F(int, topic_create, rd_kafka_mock_topic_create, (void *, const char *, int, int))               \
  F(void, topic_set_error, rd_kafka_mock_topic_set_error, (void *, const char *, int))             \
  F(void, push_errors, rd_kafka_mock_push_request_errors_array,                                    \
    (void *, int16_t, size_t, const int *))                                                        \
  F(int, set_down, rd_kafka_mock_broker_set_down, (void *, int32_t))                               \
  F(int, set_up, rd_kafka_mock_broker_set_up, (void *, int32_t))                                   \
  F(int, set_rtt, rd_kafka_mock_broker_set_rtt, (void *, int32_t, int))

#define KBR_MEMBER(type, member, symbol, parameters) type(*member) parameters;
static struct { KBR_FUNCTIONS(KBR_MEMBER) } rdk;
#undef KBR_MEMBER

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char why_not[256];

static void load(void) {
  void *library = dlopen("librdkafka.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) { library = dlopen("/opt/homebrew/opt/librdkafka/lib/librdkafka.1.dylib", RTLD_NOW); }
  if (!library) {
    snprintf(why_not, sizeof why_not, "librdkafka is not installed");
    return;
  }
#define KBR_FIND(type, member, symbol, parameters)                                                 \
  *(void **)&rdk.member = dlsym(library, #symbol);                                                 \
  if (!*(void **)&rdk.member) {                                                                    \
    snprintf(why_not, sizeof why_not, "librdkafka has no function " #symbol);                      \
    return;                                                                                        \
  }
  KBR_FUNCTIONS(KBR_FIND)
#undef KBR_FIND
}

const char *kbr_load(void) {
  pthread_once(&once, load);
  return why_not[0] ? why_not : NULL;
}

struct kbr_cluster {
  void *producer;
  void *mock;
};

kbr_cluster *kbr_start(int brokers) {
  kbr_cluster *cluster = calloc(1, sizeof *cluster);
  char text[512], number[16];
  snprintf(number, sizeof number, "%d", brokers);
  void *conf = rdk.conf_new();
  if (!cluster || !conf) { return NULL; }
  rdk.conf_set(conf, "test.mock.num.brokers", number, text, sizeof text);
  rdk.conf_set(conf, "linger.ms", "2", text, sizeof text);
  rdk.conf_set(conf, "enable.idempotence", "true", text, sizeof text);
  rdk.conf_set(conf, "queue.buffering.max.kbytes", "16384", text, sizeof text);
  rdk.conf_set_log_cb(conf, NULL);
  cluster->producer = rdk.make(0, conf, text, sizeof text);
  cluster->mock = cluster->producer ? rdk.mock_cluster(cluster->producer) : NULL;
  if (!cluster->mock) {
    kbr_stop(cluster);
    return NULL;
  }
  return cluster;
}

void kbr_stop(kbr_cluster *cluster) {
  if (cluster->producer) { rdk.destroy(cluster->producer); }
  free(cluster);
}

const char *kbr_brokers(const kbr_cluster *cluster) { return rdk.bootstraps(cluster->mock); }

int kbr_create(kbr_cluster *cluster, const char *topic, int partitions) {
  return rdk.topic_create(cluster->mock, topic, partitions, 1);
}

// rd_kafka_vtype_t.
enum { V_END, V_TOPIC, V_RKT, V_PARTITION, V_VALUE, V_KEY, V_OPAQUE, V_FLAGS, V_TIME, V_HEADER,
       V_HEADERS };
enum { COPY = 2, QUEUE_FULL = -184 };

int kbr_produce(kbr_cluster *cluster, const char *topic, int32_t partition, const void *value,
                size_t value_count, const void *key, size_t key_count, int64_t time,
                const struct kbr_header *headers, size_t header_count) {
  for (;;) {
    void *list = NULL;
    if (header_count > 0) {
      list = rdk.headers_new(header_count);
      for (size_t i = 0; i < header_count; ++i) {
        rdk.header_add(list, headers[i].name, -1, headers[i].value,
                       headers[i].value ? (ssize_t)headers[i].count : 0);
      }
    }
    const int error =
        list ? rdk.producev(cluster->producer, V_TOPIC, topic, V_PARTITION, partition, V_FLAGS, COPY,
                            V_VALUE, value, value_count, V_KEY, key, key_count, V_TIME, time,
                            V_HEADERS, list, V_END)
             : rdk.producev(cluster->producer, V_TOPIC, topic, V_PARTITION, partition, V_FLAGS, COPY,
                            V_VALUE, value, value_count, V_KEY, key, key_count, V_TIME, time, V_END);
    if (error && list) { rdk.headers_destroy(list); }
    if (error != QUEUE_FULL) { return error; }
    rdk.poll(cluster->producer, 10);
  }
}

int kbr_flush(kbr_cluster *cluster) { return rdk.flush(cluster->producer, 30000); }

int kbr_set_down(kbr_cluster *cluster, int32_t broker, int is_down) {
  return is_down ? rdk.set_down(cluster->mock, broker) : rdk.set_up(cluster->mock, broker);
}

void kbr_fail(kbr_cluster *cluster, int16_t kind, int error, size_t times) {
  int errors[64];
  if (times > 64) { times = 64; }
  for (size_t i = 0; i < times; ++i) { errors[i] = error; }
  rdk.push_errors(cluster->mock, kind, times, errors);
}

void kbr_fail_topic(kbr_cluster *cluster, const char *topic, int error) {
  rdk.topic_set_error(cluster->mock, topic, error);
}

int kbr_delay(kbr_cluster *cluster, int32_t broker, int milliseconds) {
  return rdk.set_rtt(cluster->mock, broker, milliseconds);
}

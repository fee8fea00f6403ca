// A cluster of librdkafka's mock brokers full of messages, and a consumer that does nothing but receive them: what
// scripts/source-speed compares `sluice count` of a topic with.
//
// kafka serve SIZE PARTITIONS MESSAGES    prints the brokers, and stays until its standard input ends
// kafka consume BROKERS PARTITIONS        receives each partition to its end, as Sluice asks for it
// kafka records SIZE NUMBER               prints such records, a line each
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char topic_name[] = "events";

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char reason[256];
  if (rd_kafka_conf_set(conf, name, value, reason, sizeof reason) != RD_KAFKA_CONF_OK) {
    fprintf(stderr, "%s\n", reason);
    exit(1);
  }
}

// A record of about `size` bytes: 155, or more with a text.
static size_t make_record(char *room, int size, int number) {
  int count = sprintf(
      room,
      "{\"id\":%d,\"time\":\"2026-01-31T12:%02d:%02d.250Z\",\"level\":\"info\",\"host\":\"web-%d\","
      "\"user\":\"user-%d\",\"status\":%d,\"ms\":%d.%d,\"ok\":%s,\"tags\":[\"a\",\"b\"]",
      number, number / 60 % 60, number % 60, number % 17, number % 9973, 200 + number % 5,
      number % 800, number % 10, number % 7 ? "true" : "false");
  static const char text[] = "the request was answered by another node, which had it in its memory; ";
  for (int part = 0; count + 40 < size; ++part) {
    const int rest = size - count - 20;
    count += sprintf(room + count, ",\"part%d\":\"%.*s\"", part,
                     rest < (int)sizeof text ? rest : (int)sizeof text - 1, text);
  }
  room[count++] = '}';
  return (size_t)count;
}

static int serve(int size, int partitions, int messages) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  char reason[256];
  set(conf, "test.mock.num.brokers", "1");
  set(conf, "linger.ms", "20");
  set(conf, "batch.size", "262144");
  set(conf, "batch.num.messages", "1000");
  rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, reason, sizeof reason);
  rd_kafka_mock_cluster_t *cluster = rd_kafka_handle_mock_cluster(producer);
  rd_kafka_mock_topic_create(cluster, topic_name, partitions, 1);
  rd_kafka_topic_t *topic = rd_kafka_topic_new(producer, topic_name, NULL);
  char *room = malloc((size_t)size + 512);
  for (int partition = 0; partition < partitions; ++partition) {
    for (int i = 0; i < messages; ++i) {
      const size_t count = make_record(room, size, i);
      while (rd_kafka_produce(topic, partition, RD_KAFKA_MSG_F_COPY, room, count, NULL, 0, NULL)) {
        rd_kafka_poll(producer, 10);
      }
    }
    while (rd_kafka_flush(producer, 1000)) {}
  }
  printf("%s\n", rd_kafka_mock_cluster_bootstraps(cluster));
  fflush(stdout);
  while (getchar() != EOF) {}
  return 0;
}

static int consume(const char *brokers, int partitions) {
  enum { BATCH = 1024 };
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  char reason[256];
  set(conf, "bootstrap.servers", brokers);
  set(conf, "enable.auto.commit", "false");
  set(conf, "enable.auto.offset.store", "false");
  set(conf, "enable.partition.eof", "true");
  set(conf, "fetch.max.bytes", "16777216");
  set(conf, "fetch.wait.max.ms", "100");
  set(conf, "queued.max.messages.kbytes", "16384");
  rd_kafka_t *consumer = rd_kafka_new(RD_KAFKA_CONSUMER, conf, reason, sizeof reason);
  rd_kafka_topic_t *topic = rd_kafka_topic_new(consumer, topic_name, NULL);
  long messages = 0, bytes = 0;
  for (int partition = 0; partition < partitions; ++partition) {
    rd_kafka_queue_t *queue = rd_kafka_queue_new(consumer);
    rd_kafka_consume_start_queue(topic, partition, RD_KAFKA_OFFSET_BEGINNING, queue);
    for (int ended = 0; !ended;) {
      rd_kafka_message_t *batch[BATCH];
      const ssize_t count = rd_kafka_consume_batch_queue(queue, 200, batch, BATCH);
      for (ssize_t i = 0; i < count; ++i) {
        if (batch[i]->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
          ended = 1;
        } else if (batch[i]->err) {
          fprintf(stderr, "%s\n", rd_kafka_message_errstr(batch[i]));
          return 1;
        } else {
          ++messages;
          bytes += (long)batch[i]->len;
        }
        rd_kafka_message_destroy(batch[i]);
      }
    }
    rd_kafka_consume_stop(topic, partition);
    rd_kafka_queue_destroy(queue);
  }
  printf("%ld %ld\n", messages, bytes);
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(consumer);
  return 0;
}

int main(int count, char **words) {
  if (count == 5 && !strcmp(words[1], "serve")) {
    return serve(atoi(words[2]), atoi(words[3]), atoi(words[4]));
  }
  if (count == 4 && !strcmp(words[1], "consume")) { return consume(words[2], atoi(words[3])); }
  if (count == 4 && !strcmp(words[1], "records")) {
    const int size = atoi(words[2]), number = atoi(words[3]);
    char *room = malloc((size_t)size + 512);
    for (int i = 0; i < number; ++i) {
      const size_t length = make_record(room, size, i);
      room[length] = '\n';
      fwrite(room, 1, length + 1, stdout);
    }
    return 0;
  }
  fprintf(stderr, "kafka: serve SIZE PARTITIONS MESSAGES, consume BROKERS PARTITIONS, or records SIZE"
                  " NUMBER\n");
  return 2;
}

// A produce request whose batch has offsets without messages: librdkafka's own producer never makes one.
#include "kafka_broker.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct text {
  uint8_t bytes[4096];
  size_t count;
};

static void put(struct text *text, uint64_t number, int size) {
  for (int i = size - 1; i >= 0; --i) { text->bytes[text->count++] = (uint8_t)(number >> (8 * i)); }
}

static void put_bytes(struct text *text, const void *bytes, size_t count) {
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
}

// A zigzag varint.
static void put_varint(struct text *text, int64_t number) {
  uint64_t rest = ((uint64_t)number << 1) ^ (uint64_t)(number >> 63);
  while (rest >= 0x80) {
    text->bytes[text->count++] = (uint8_t)(rest | 0x80);
    rest >>= 7;
  }
  text->bytes[text->count++] = (uint8_t)rest;
}

static uint32_t crc32c(const uint8_t *bytes, size_t count) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < count; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) { crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78u : 0); }
  }
  return ~crc;
}

static void put_record(struct text *batch, int delta, const char *value) {
  struct text record = {.count = 0};
  put(&record, 0, 1);
  put_varint(&record, 0);
  put_varint(&record, delta);
  put_varint(&record, -1);
  put_varint(&record, (int64_t)strlen(value));
  put_bytes(&record, value, strlen(value));
  put_varint(&record, 0);
  put_varint(batch, (int64_t)record.count);
  put_bytes(batch, record.bytes, record.count);
}

static int exchange(const char *brokers, const struct text *request) {
  int port = 0;
  if (sscanf(brokers, "127.0.0.1:%d", &port) != 1) { return -1; }
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  uint8_t answer[512];
  int result = -1;
  if (connection >= 0 && connect(connection, (struct sockaddr *)&address, sizeof address) == 0 &&
      write(connection, request->bytes, request->count) == (ssize_t)request->count &&
      read(connection, answer, sizeof answer) > 8) {
    result = 0;
  }
  if (connection >= 0) { close(connection); }
  return result;
}

int kbr_produce_with_gaps(kbr_cluster *cluster, const char *topic, int32_t partition,
                          const char *first, const char *second, int missing) {
  // What the checksum covers: from the attributes on.
  struct text body = {.count = 0};
  put(&body, 0, 2);
  put(&body, (uint64_t)(2 * missing + 1), 4);
  put(&body, 1769860800000, 8);
  put(&body, 1769860800000, 8);
  put(&body, UINT64_MAX, 8);
  put(&body, UINT64_MAX, 2);
  put(&body, UINT64_MAX, 4);
  put(&body, (uint64_t)(2 * missing + 2), 4);
  put_record(&body, 0, first);
  put_record(&body, missing + 1, second);
  struct text batch = {.count = 0};
  put(&batch, 0, 8);
  put(&batch, body.count + 9, 4);
  put(&batch, 0, 4);
  put(&batch, 2, 1);
  put(&batch, crc32c(body.bytes, body.count), 4);
  put_bytes(&batch, body.bytes, body.count);
  struct text request = {.count = 4};
  put(&request, 0, 2);
  put(&request, 3, 2);
  put(&request, 1, 4);
  put(&request, UINT64_MAX, 2);
  put(&request, UINT64_MAX, 2);
  put(&request, 1, 2);
  put(&request, 1000, 4);
  put(&request, 1, 4);
  put(&request, strlen(topic), 2);
  put_bytes(&request, topic, strlen(topic));
  put(&request, 1, 4);
  put(&request, (uint32_t)partition, 4);
  put(&request, batch.count, 4);
  put_bytes(&request, batch.bytes, batch.count);
  const size_t count = request.count;
  request.count = 0;
  put(&request, count - 4, 4);
  request.count = count;
  return exchange(kbr_brokers(cluster), &request);
}

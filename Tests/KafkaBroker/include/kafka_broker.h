// A cluster of Kafka inside the test's process: librdkafka's own (rdkafka_mock.h), on loopback, and a producer.
// Of each partition it keeps the last 5 MB or so. Loaded as the library under test loads librdkafka.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// NULL, or why librdkafka can't be loaded.
const char *_Nullable kbr_load(void);

typedef struct kbr_cluster kbr_cluster;

/// Starts a cluster of some brokers; NULL if it can't.
kbr_cluster *_Nullable kbr_start(int brokers);

/// Ends the cluster and its threads.
void kbr_stop(kbr_cluster *_Nonnull cluster);

/// `127.0.0.1:40123,127.0.0.1:40124`
const char *_Nonnull kbr_brokers(const kbr_cluster *_Nonnull cluster);

/// Returns 0, or an error of librdkafka.
int kbr_create(kbr_cluster *_Nonnull cluster, const char *_Nonnull topic, int partitions);

struct kbr_header {
  const char *_Nonnull name;
  /// NULL: a header without a value.
  const void *_Nullable value;
  size_t count;
};

/// Sends a message; `value` and `key` may be NULL. Waits while the producer is full. Returns 0, or an error.
int kbr_produce(kbr_cluster *_Nonnull cluster, const char *_Nonnull topic, int32_t partition,
                const void *_Nullable value, size_t value_count, const void *_Nullable key,
                size_t key_count, int64_t time, const struct kbr_header *_Nullable headers,
                size_t header_count);

/// Waits until all messages were stored. Returns 0, or an error.
int kbr_flush(kbr_cluster *_Nonnull cluster);

/// Takes a broker (from 1) off the network, or puts it back.
int kbr_set_down(kbr_cluster *_Nonnull cluster, int32_t broker, int is_down);

/// Makes the next requests of a kind (0: produce, 1: fetch, 2: list offsets, 3: metadata) fail with an error
/// of Kafka, or by closing the connection (-195).
void kbr_fail(kbr_cluster *_Nonnull cluster, int16_t kind, int error, size_t times);

/// Makes all requests about a topic fail with an error of Kafka; 0: no more.
void kbr_fail_topic(kbr_cluster *_Nonnull cluster, const char *_Nonnull topic, int error);

/// Delays all responses of a broker (from 1).
int kbr_delay(kbr_cluster *_Nonnull cluster, int32_t broker, int milliseconds);

/// Stores a batch of two messages, `first` and `second`, with `missing` offsets between them and after the second
/// that have no message, as compaction leaves them. Sends the bytes of the protocol itself. Returns 0, or -1.
int kbr_produce_with_gaps(kbr_cluster *_Nonnull cluster, const char *_Nonnull topic,
                          int32_t partition, const char *_Nonnull first,
                          const char *_Nonnull second, int missing);

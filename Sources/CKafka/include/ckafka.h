// Messages of Kafka through librdkafka, which is loaded when the first topic is opened.
//
// It is not linked: most feeds are files, and loading it with its libraries (TLS, SASL, compression) takes
// several milliseconds that every command of the tool would pay. The few functions and structures that
// Sluice needs are declared in library.h; checks.c compares them with librdkafka's own header where that is
// installed.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads librdkafka, once for the process; any thread may call it. NULL, or why it can't be loaded.
const char *_Nullable ckf_load(void);

/// Such as `2.0.2`; NULL if it can't be loaded.
const char *_Nullable ckf_version(void);

/// Whether it tells the ids of topics, as it does since 2.3.
int ckf_tells_ids(void);

/// A topic of a cluster, with the connections to its brokers. Any thread may use it.
typedef struct ckf_topic ckf_topic;

/// What a failed call returns: librdkafka's number, and what it says.
struct ckf_fault {
  int code;
  char reason[512];
};

/// A property of librdkafka, such as `security.protocol`.
struct ckf_property {
  const char *_Nonnull name;
  const char *_Nonnull value;
};

/// Prepares to read a topic. It connects when something is asked. NULL for a property that librdkafka does
/// not take: `failed` is then its index, or the number of properties for other faults.
///
/// Only after ckf_load has answered NULL.
ckf_topic *_Nullable ckf_open(const char *_Nonnull name,
                              const struct ckf_property *_Nonnull properties, size_t count,
                              size_t *_Nonnull failed, struct ckf_fault *_Nonnull fault);

/// Ends the connections and their threads. After all readers were stopped.
void ckf_close(ckf_topic *_Nonnull topic);

/// Asks for the number of partitions. Waits at most `milliseconds`. Returns 0, or fills `fault`.
int ckf_partition_count(ckf_topic *_Nonnull topic, int *_Nonnull count, int milliseconds,
                        struct ckf_fault *_Nonnull fault);

/// Asks for the offsets of the first message of a partition, and after its last one.
int ckf_bounds(ckf_topic *_Nonnull topic, int32_t partition, int64_t *_Nonnull start,
               int64_t *_Nonnull end, int milliseconds, struct ckf_fault *_Nonnull fault);

/// Asks for the identity of the cluster, which is copied into the room. Returns its length; 0: brokers did
/// not tell it.
size_t ckf_cluster(ckf_topic *_Nonnull topic, char *_Nonnull room, size_t size, int milliseconds);

/// Copies the topic's id into the room; it is empty where librdkafka (before 2.3) or brokers (before 2.8) don't tell
/// it. Returns 0, or fills `fault`.
int ckf_id(ckf_topic *_Nonnull topic, char *_Nonnull room, size_t size, int milliseconds,
           struct ckf_fault *_Nonnull fault);

/// Whether repeating a request that failed like this may help.
int ckf_is_passing(int code);

/// Whether a fault says that offsets do not exist (any more).
int ckf_is_out_of_range(int code);

/// What was last said about the connections, if they have a problem since the last call of this. Returns
/// whether there was something.
int ckf_trouble(ckf_topic *_Nonnull topic, struct ckf_fault *_Nonnull fault);

/// A message: librdkafka's own structure (rd_kafka_message_t). It is valid until the next call of ckf_fill.
struct ckf_message {
  /// 0 for messages that callers get.
  int error;
  void *_Nullable topic;
  int32_t partition;
  /// NULL: a tombstone. An empty value is not NULL.
  const uint8_t *_Nullable value;
  size_t value_count;
  /// NULL: it has no key.
  const uint8_t *_Nullable key;
  size_t key_count;
  int64_t offset;
  void *_Nullable private_data;
};

/// The time of a message in milliseconds since 1970; -1: it has none.
int64_t ckf_time(const struct ckf_message *_Nonnull message);

/// The headers of a message; NULL: it has none. Valid as long as the message.
void *_Nullable ckf_headers(const struct ckf_message *_Nonnull message);

/// The header of an index. Returns 0 after the last.
int ckf_header(const void *_Nonnull headers, size_t index, const char *_Nullable *_Nonnull name,
               const uint8_t *_Nullable *_Nonnull value, size_t *_Nonnull count);

/// Reads one partition in order. One thread uses it at a time.
typedef struct ckf_reader ckf_reader;

/// What ckf_fill returns.
enum {
  /// Messages are there.
  CKF_MESSAGES = 1,
  /// Nothing has come: wait until the descriptor is readable.
  CKF_NOTHING,
  /// The end of the partition was reached, for now: ckf_end says where it is.
  CKF_END,
  /// The partition can't be read on.
  CKF_FAILED,
};

/// Begins to fetch messages from an offset on. NULL, or fills `fault`.
ckf_reader *_Nullable ckf_start(ckf_topic *_Nonnull topic, int32_t partition, int64_t offset,
                                struct ckf_fault *_Nonnull fault);

/// Ends the fetching, and frees all messages.
void ckf_stop(ckf_reader *_Nonnull reader);

/// Frees the messages of the call before, and takes those that have come. Does not wait.
int ckf_fill(ckf_reader *_Nonnull reader, struct ckf_fault *_Nonnull fault);

/// The messages that the last call of ckf_fill took.
struct ckf_message *_Nonnull const *_Nullable ckf_messages(const ckf_reader *_Nonnull reader,
                                                           size_t *_Nonnull count);

/// After CKF_END: the offset of the next message. After CKF_FAILED: where it failed, or a negative number.
int64_t ckf_end(const ckf_reader *_Nonnull reader);

/// Becomes readable when ckf_fill has something to take.
int ckf_descriptor(const ckf_reader *_Nonnull reader);

// MARK: Making and examining topics

/// Copies a setting of the topic, such as `cleanup.policy`, into the room; it is empty where brokers don't tell
/// that one. Returns 0, or fills `fault`.
int ckf_setting(ckf_topic *_Nonnull topic, const char *_Nonnull name, char *_Nonnull room,
                size_t size, int milliseconds, struct ckf_fault *_Nonnull fault);

/// Makes the topic; -1 partitions: as many as the brokers are configured for. Returns 0, also if it exists, or
/// fills `fault`.
int ckf_create(ckf_topic *_Nonnull topic, int partitions,
               const struct ckf_property *_Nullable settings, size_t count, int milliseconds,
               struct ckf_fault *_Nonnull fault);

/// Whether a fault says that the topic does not exist.
int ckf_is_unknown_topic(int code);

/// Whether a fault says that brokers don't answer this question, or not to this client.
int ckf_is_withheld(int code);

// MARK: Producing

/// Produces messages of one topic and of its progress topic in transactions. One thread uses it at a time.
typedef struct ckf_producer ckf_producer;

/// What ckf_transact returns.
enum {
  CKF_DONE = 0,
  /// The same step must be repeated: it has not ended, and its outcome is open.
  CKF_REPEAT,
  /// The transaction can't be committed. Unless ckf_is_fatal, it must be aborted.
  CKF_REFUSED,
};

/// The steps of transactions.
enum { CKF_INIT, CKF_BEGIN, CKF_COMMIT, CKF_ABORT };

/// Prepares to produce, as ckf_open prepares to read. Only after ckf_load has answered NULL.
ckf_producer *_Nullable ckf_open_producer(const char *_Nonnull topic,
                                          const char *_Nonnull progress,
                                          const struct ckf_property *_Nonnull properties,
                                          size_t count, size_t *_Nonnull failed,
                                          struct ckf_fault *_Nonnull fault);

/// Gives up what was not committed, and ends the connections.
void ckf_close_producer(ckf_producer *_Nonnull producer);

/// Takes a step of a transaction, for at most `milliseconds`. Fills `fault` unless it is done.
int ckf_transact(ckf_producer *_Nonnull producer, int step, int milliseconds,
                 struct ckf_fault *_Nonnull fault);

/// Copies a message into the queue: to the topic, or to the first partition of the progress topic. Returns 0, or
/// an error.
int ckf_send(ckf_producer *_Nonnull producer, int is_progress, const void *_Nullable key,
             size_t key_count, const void *_Nullable value, size_t value_count);

/// Whether a message was not taken because the queue is full: it has room after ckf_poll.
int ckf_is_queue_full(int code);

/// Whether a message is larger than the client or a broker takes it.
int ckf_is_too_large(int code);

/// Takes reports about messages.
void ckf_poll(ckf_producer *_Nonnull producer, int milliseconds);

/// Sends all messages at once, and takes reports. Returns how many messages still have none.
int ckf_flush(ckf_producer *_Nonnull producer, int milliseconds);

/// How many messages of the transaction were not stored, and the reason of the first.
size_t ckf_failures(const ckf_producer *_Nonnull producer, struct ckf_fault *_Nonnull fault);

/// Where a message of the transaction was stored in the topic, the latest that was reported. Returns 0 without
/// one.
int ckf_last(const ckf_producer *_Nonnull producer, int32_t *_Nonnull partition,
             int64_t *_Nonnull offset);

/// Fills `fault` with an error and its words, and returns it.
int ckf_describe(int code, struct ckf_fault *_Nonnull fault);

/// Whether the producer is of no more use, and why.
int ckf_is_fatal(ckf_producer *_Nonnull producer, struct ckf_fault *_Nonnull fault);

/// Whether a fault says that another producer has taken the transactional id over.
int ckf_is_fenced(int code);

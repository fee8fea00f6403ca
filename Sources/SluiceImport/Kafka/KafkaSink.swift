public import Sluice
public import SluiceFeed
import SluiceKafka
import SluiceRows

/// Rows as messages of a Kafka topic, a JSON object each, in transactions.
///
/// ```swift
/// let sink = try KafkaSink(address: "kafka://\(brokers)/events", key: ["id"])
/// ```
///
/// A batch is one transaction: it has the messages of its rows, and a message with the job's checkpoint in the topic
/// `sluice_progress` of the same cluster. Consumers that read committed messages only (`isolation.level`, the default
/// of librdkafka but not of the Java client) get each row once. Consumers that do not, also get messages of batches
/// that were interrupted.
///
/// A missing topic is made, with the brokers' number of partitions. Rows keep the feed's order within a partition.
///
/// A message that is larger than the topic takes (`max.message.bytes`), or than `message.max.bytes` of librdkafka, is a
/// reject. So is a row without a value for its key.
///
/// A topic has neither rows that can be replaced nor tables: only the mode `append` is there, and rejects go to a file.
///
/// librdkafka is loaded when a job opens the sink. Memory: up to 8 MiB of rows, and 64 MiB that librdkafka has still to
/// send (`queue.buffering.max.kbytes`).
public final class KafkaSink: Sink {
  let address: KafkaAddress
  /// The columns that make a message's key; none: messages have no key.
  public let key: [ByteName]
  let choices: TableChoices
  public var restarts: Bool { choices.contains(.restart) }
  /// What ends waits for brokers.
  package let waits = SinkWaits()
  private var session: KafkaSession?

  public var name: String { address.name }

  /// What should be known of the topics.
  public var notes: [ImportNote] { session?.notes ?? [] }

  /// `address`: `kafka://BROKER,BROKER/TOPIC`, with properties of librdkafka as a feed's address has them, or
  /// `config=FILE`. Does not connect yet.
  ///
  /// Throws `ImportError` for an address of anything but a whole topic, and for other modes than `append`.
  public init(
    address: String, key: [ByteName] = [], mode: WriteMode = .append, choices: TableChoices = []
  ) throws(ImportError) {
    let parsed = try ImportError.topic { () throws(JSONError) in
      try KafkaAddress(parsing: address)
    }
    guard parsed.partition == nil, parsed.partitions == nil, !parsed.skipsExpired else {
      throw ImportError(
        .sink,
        "\(parsed.name): rows go to a topic as a whole: leave its partition, partitions and expired out"
      )
    }
    guard parsed.topic != KafkaProgressTopic.name else {
      throw ImportError(
        .sink, "the topic \(parsed.topic) keeps the jobs' progress: name another")
    }
    switch mode {
    case .append: break
    case .replace:
      throw ImportError(
        .sink,
        "\(parsed.name): messages of a topic can't be replaced by --mode replace; take append, and another topic"
      )
    case .upsert, .ignore:
      throw ImportError(
        .sink,
        "\(parsed.name): --mode \(mode.word) looks rows up by a key, and a topic has no index to find them; take"
          + " append with --key, and a topic that is compacted keeps the last message of each key")
    }
    self.address = parsed
    self.key = key
    self.choices = choices
  }

  /// The numbers of the key's columns.
  func keyColumns(in columns: [ImportColumn]) throws(ImportError) -> [Int] {
    key.isEmpty ? [] : try WriteMode.upsert(key: key).keyColumns(in: columns)
  }

  /// A stop ends waits for brokers.
  public func heed(_ stop: FeedStop) { waits.heed(stop) }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let session = try KafkaSession(jobs, self, columns: columns)
    self.session = session
    return try session.enter(jobs.first ?? nil)
  }

  private func opened() throws(ImportError) -> KafkaSession {
    guard let session else { throw ImportError(.sink, "\(name) is not open") }
    return session
  }

  public func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    try opened().enter(job)
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try opened().append(row)
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try opened().commit(checkpoint)
  }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }
}

extension ImportError {
  /// Turns a fault of a topic that is written to into an error of the sink.
  static func topic<R>(_ body: () throws(JSONError) -> R) throws(ImportError) -> R {
    do throws(JSONError) {
      return try body()
    } catch {
      guard error.detail?.reason != InputEvent.stopReason else {
        throw SinkWaits.stopped(error.detail?.name ?? "brokers")
      }
      throw ImportError(.sink, "\(error)")
    }
  }

  /// A topic that is written to, or has the progress of what is: a stop ends waits for its brokers.
  static func topic(
    _ address: KafkaAddress, for use: KafkaProperties.Use, _ waits: SinkWaits
  ) throws(ImportError) -> KafkaTopic {
    try topic { () throws(JSONError) in
      let topic = try KafkaTopic(address, for: use)
      topic.isOver = { waits.isOver(from: $0) }
      return topic
    }
  }
}

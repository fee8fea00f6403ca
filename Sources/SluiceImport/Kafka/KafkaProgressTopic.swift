import Sluice
import SluiceFeed
import SluiceKafka

/// The topic `sluice_progress` of a cluster, as far as it concerns one target.
///
/// All progress is in its first partition, however many it has: then their number may change. It must be compacted:
/// progress that expired would make a job import everything again.
final class KafkaProgressTopic {
  static let name = DatabaseSink.progressTable

  private let target: String
  private let topic: KafkaTopic
  /// The same, to ask for its end.
  private let whole: KafkaTopic
  private let tail: KafkaTail
  /// The latest message of each source of the target.
  private var latest: [ByteName: [UInt8]] = [:]

  private static let policy = "cleanup.policy"
  /// Only closed segments are compacted: small ones keep short what an opening reads.
  private static let settings = [
    KafkaAddress.Property(name: policy, value: "compact"),
    KafkaAddress.Property(name: "segment.bytes", value: "16777216"),
  ]

  /// `address`: the target's.
  init(beside address: KafkaAddress, _ waits: SinkWaits) throws(ImportError) {
    target = address.topic
    let own = address.with(topic: KafkaProgressTopic.name)
    topic = try ImportError.topic(own, for: .progress, waits)
    whole = try ImportError.topic(own, for: .examining, waits)
    tail = KafkaTail(topic, partition: 0)
  }

  var place: String { topic.address.name }

  func isThere() throws(ImportError) -> Bool {
    try ImportError.topic { () throws(JSONError) in try topic.partitionCount() } != nil
  }

  /// Makes the topic, or checks that it keeps progress. Returns what should be known of it.
  func ready() throws(ImportError) -> [ImportNote] {
    guard try isThere() else {
      do throws(ImportError) {
        try ImportError.topic { () throws(JSONError) in
          try topic.create(partitions: 1, settings: KafkaProgressTopic.settings)
          try whole.awaitCreation()
        }
      } catch {
        throw ImportError(
          .sink,
          "\(error.message). It keeps the progress of jobs, and may be made by hand: kafka-topics.sh --create --topic"
            + " \(KafkaProgressTopic.name) --partitions 1 --config cleanup.policy=compact")
      }
      return []
    }
    return try check()
  }

  /// Throws for a topic from which progress would expire.
  func check() throws(ImportError) -> [ImportNote] {
    let policy = try ImportError.topic { () throws(JSONError) in
      try topic.setting(KafkaProgressTopic.policy)
    }
    switch policy {
    case .value("compact"): return []
    case .value(let found):
      throw ImportError(
        .conflict,
        "\(place) has cleanup.policy=\(found), so that the progress of jobs would expire, and rows be imported"
          + " twice: expected compact. kafka-configs.sh --alter --topic \(KafkaProgressTopic.name) --add-config"
          + " cleanup.policy=compact")
    case .withheld(let reason):
      return [
        ImportNote(
          kind: .unchecked,
          message:
            "\(place) keeps the progress of jobs, and brokers don't tell whether it is compacted (\(reason)):"
            + " with another cleanup.policy than compact, progress expires, and rows are imported twice"
        )
      ]
    }
  }

  /// Reads what was committed before now. Returns false when an open transaction hides some of it; `waits`: waits for
  /// its end instead.
  func read(waits: Bool) throws(ImportError) -> Bool {
    try ImportError.topic { () throws(JSONError) in
      try tail.read(upTo: whole.end(of: 0), waits: waits) { message in
        guard let names = KafkaProgress.names(in: message.key),
          ByteName(names.target) == ByteName(target)
        else {
          return
        }
        latest[names.source] = message.value
      }
    }
  }

  /// The sources that have messages.
  var sources: [ByteName] { latest.keys.sorted() }

  /// The latest message of a source; nil: it has none.
  func message(of source: ByteName) -> [UInt8]? { latest[source] }

  /// The progress of a source. Throws when the earlier run had other columns.
  func progress(of job: JobIdentity) throws(ImportError) -> KafkaProgress? {
    guard let value = latest[job.source] else { return nil }
    let known = try KafkaProgress(of: job.source, value, at: place)
    guard job.continues(known.columns) else {
      throw ImportError(
        .conflict,
        "\(job.source) was imported into this topic with other columns: "
          + known.columns.text.split(separator: "\n").joined(separator: " ")
          + "; give the same, or name another topic")
    }
    return known
  }

  /// Keeps what was committed just now.
  func keep(_ value: [UInt8]?, of source: ByteName) { latest[source] = value }
}

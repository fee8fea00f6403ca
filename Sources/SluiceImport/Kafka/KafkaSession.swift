import Sluice
import SluiceFeed
import SluiceKafka
import SluiceRows
import SluiceSystem

/// A job's session with a topic: messages go in, a transaction for each batch.
///
/// Each source has a producer of its own, whose transactional id stands for it: so two processes that read one source
/// never both commit, whatever other sources they have.
///
/// Rows are gathered, and sent when the batch is complete or 8 MiB are there: brokers end a transaction that stays open
/// for long (`transaction.timeout.ms`), and a slow feed fills a batch slowly.
final class KafkaSession {
  private(set) var notes: [ImportNote] = []
  private let address: KafkaAddress
  private let choices: TableChoices
  private let waits: SinkWaits
  private let progress: KafkaProgressTopic
  /// What is asked about the target.
  private let target: KafkaTopic
  private let topicID: String?
  /// The size of messages that brokers take; nil: they don't tell.
  private let brokersLimit: Int?
  private let limit: Int
  private let writer: RowWriter
  private let rowKey: RowKey?
  private let columns: [ImportColumn]

  /// Those that were used, the latest last.
  private var producers: [(source: ByteName?, producer: KafkaProducer)] = []
  private var job: JobIdentity?
  /// The current source's, once it has something to store.
  private var producer: KafkaProducer?
  /// The current source's progress.
  private var known: [UInt8]?
  /// Where its rows were stored.
  private var place: KafkaProgress.MessagePlace?
  /// The sources of which this session has committed something.
  private var begun: Set<ByteName> = []

  private var buffer = SinkBuffer()
  /// The ends of keys and values in the buffer.
  private var ends: [(key: Int, value: Int)] = []

  private static let mostGathered = 8 << 20
  /// How many producers are kept for sources that have their turn again.
  private static let mostProducers = 64
  /// More than the bytes that a message has besides its key and value, and its batch besides the message.
  private static let overhead = 512

  init(
    _ jobs: [JobIdentity?], _ sink: KafkaSink, columns: [ImportColumn]
  ) throws(ImportError) {
    (address, choices, self.columns) = (sink.address, sink.choices, columns)
    waits = sink.waits
    let key = try sink.keyColumns(in: columns)
    rowKey = key.isEmpty ? nil : RowKey(key, of: columns.map(\.name.text))
    writer = RowWriter(.ndjson, columns: columns)
    let target = try ImportError.topic(address, for: .examining, waits)
    progress = try KafkaProgressTopic(beside: address, waits)
    notes = try progress.ready()
    if try KafkaSession.partitions(of: target) == nil {
      _ = try progress.read(waits: false)
      for case let job? in jobs { _ = try progress.progress(of: job)?.isOfThis(target, choices) }
      try ImportError.topic { () throws(JSONError) in
        try target.create(partitions: nil, settings: [])
      }
    }
    topicID = try ImportError.topic { () throws(JSONError) in try target.id }
    brokersLimit = try KafkaSession.limit(of: target)
    self.target = target
    limit = try KafkaSession.properties(address, "", brokersLimit).largestMessage
  }

  static func partitions(of topic: KafkaTopic) throws(ImportError) -> Int? {
    try ImportError.topic { () throws(JSONError) in try topic.partitionCount() }
  }

  private static func limit(of topic: KafkaTopic) throws(ImportError) -> Int? {
    let found = try ImportError.topic { () throws(JSONError) in
      try topic.setting("max.message.bytes")
    }
    guard case .value(let text) = found else { return nil }
    return Int(text)
  }

  private static func properties(
    _ address: KafkaAddress, _ id: String, _ limit: Int?
  ) throws(ImportError) -> KafkaProperties {
    try ImportError.topic { () throws(JSONError) in
      try KafkaProperties(address, for: .producing(id: id, largest: limit))
    }
  }

  // MARK: Sources

  /// Makes a source the current one. Returns the checkpoint to continue from.
  ///
  /// A source without news needs no producer. One is made here only while a transaction is open that may be this
  /// source's own: making its producer ends that.
  func enter(_ job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    (self.job, producer, known, place) = (job, nil, nil, nil)
    if let index = producers.firstIndex(where: { $0.source == job?.source }) {
      let found = producers.remove(at: index)
      producers.append(found)
      producer = found.producer
    } else if job != nil, try !progress.read(waits: false) {
      try makeProducer()
      _ = try progress.read(waits: true)
    }
    guard let job else { return nil }
    known = progress.message(of: job.source)
    guard let found = try progress.progress(of: job) else { return nil }
    // A choice is kept.
    if choices.contains(.restart), !begun.contains(job.source) {
      try store(nil, of: job)
      return nil
    }
    if try found.isOfThis(target, choices) {
      place = found.place
    } else {
      try store(found.checkpoint, of: job)
    }
    return found.checkpoint
  }

  /// The producer of the current source. After this, none that was made earlier can commit.
  private func ready() throws(ImportError) -> KafkaProducer {
    if let producer { return producer }
    guard let job else { return try makeProducer() }
    // A process that is ahead is left alone, if that can be seen.
    _ = try progress.read(waits: false)
    try checkProgress(of: job)
    let made = try makeProducer()
    _ = try progress.read(waits: true)
    try checkProgress(of: job)
    return made
  }

  private func checkProgress(of job: JobIdentity) throws(ImportError) {
    guard progress.message(of: job.source) != known else { return }
    throw ImportError(
      .conflict,
      "another process is running this job, and is ahead: nothing of this batch was stored")
  }

  @discardableResult
  private func makeProducer() throws(ImportError) -> KafkaProducer {
    let made = try KafkaProducer(
      address, KafkaSession.properties(address, id(of: job), brokersLimit), waits)
    if producers.count == KafkaSession.mostProducers { producers.removeFirst() }
    producers.append((job?.source, made))
    producer = made
    return made
  }

  /// The id by which brokers know the producer of a source.
  private func id(of job: JobIdentity?) -> String {
    // A source that can't be read again has no other run.
    let source = job.map { SourceFingerprint.hash($0.source.text.utf8) } ?? RandomName.make()
    return "sluice.\(address.topic).\(source)"
  }

  // MARK: Rows

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    let start = buffer.count
    if let column = rowKey?.write(row, to: &buffer) ?? nil {
      return .refused(
        code: "constraint",
        message:
          "column \"\(columns[column].name)\" is a part of the message's key, and has no value")
    }
    let keyEnd = buffer.count
    let verdict = writer.write(row, to: &buffer)
    guard verdict == .stored else {
      buffer.truncate(to: start)
      return verdict
    }
    // Without the line's end.
    buffer.truncate(to: buffer.count - 1)
    let size = buffer.count - start + KafkaSession.overhead
    guard size <= limit else {
      buffer.truncate(to: start)
      return .refused(
        code: "too-large",
        message: "the message would have \(size) bytes, and message.max.bytes is \(limit)")
    }
    ends.append((keyEnd, buffer.count))
    if buffer.count >= KafkaSession.mostGathered { try send() }
    return .stored
  }

  /// Brings the gathered rows into the transaction.
  private func send() throws(ImportError) {
    guard !ends.isEmpty else { return }
    let producer = try ready()
    try producer.begin()
    var start = 0
    for end in ends {
      let (first, middle) = (start, end.key)
      try unsafe producer.send(
        key: rowKey == nil ? nil : UnsafeRawBufferPointer(rebasing: buffer.bytes[first..<middle]),
        value: UnsafeRawBufferPointer(rebasing: buffer.bytes[middle..<end.value]))
      start = end.value
    }
    ends.removeAll(keepingCapacity: true)
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
    try producer.poll()
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try send()
    guard let job else {
      if let producer, producer.isInTransaction { try producer.commit() }
      return
    }
    try store(checkpoint, of: job)
  }

  /// Sends the progress of the current source, and commits it with its rows. Nil: it has none any more.
  private func store(_ checkpoint: Checkpoint?, of job: JobIdentity) throws(ImportError) {
    let producer = try ready()
    if producer.isInTransaction {
      // Where rows are stored is known once they are.
      try producer.flush()
      place = producer.place ?? place
    } else {
      try producer.begin()
    }
    let (key, value) = try message(of: job, checkpoint)
    var message = SinkBuffer()
    unsafe key.withUnsafeBufferPointer { unsafe message.append($0) }
    unsafe (value ?? []).withUnsafeBufferPointer { unsafe message.append($0) }
    try unsafe producer.send(
      isProgress: true, key: UnsafeRawBufferPointer(rebasing: message.bytes[..<key.count]),
      value: value == nil
        ? nil : UnsafeRawBufferPointer(rebasing: message.bytes[key.count...]))
    try producer.commit()
    begun.insert(job.source)
    progress.keep(value, of: job.source)
    known = value
  }

  private func message(
    of job: JobIdentity, _ checkpoint: Checkpoint?
  ) throws(ImportError) -> (key: [UInt8], value: [UInt8]?) {
    do throws(JSONError) {
      let value = try checkpoint.map { found throws(JSONError) in
        try KafkaProgress(of: job, found, place, topicID: topicID).value
      }
      return (try KafkaProgress.key(address.topic, job.source), value)
    } catch {
      throw ImportError(.sink, "the checkpoint can't be written: \(error.summary)")
    }
  }

  func rollBack() {
    producer?.abort()
    producer = nil
    producers = []
  }
}

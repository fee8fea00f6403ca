import Sluice
import SluiceFeed
import SluiceImport
import SluiceKafka
import TestSupport

/// Jobs into topics of a broker with transactions.
struct TopicBench {
  let broker: TransactionBroker
  let folder: TemporaryFolder

  init() throws {
    SourceKind.register(.kafka)
    broker = try TransactionBroker()
    folder = try TemporaryFolder()
  }

  /// What a consumer gets from a topic.
  struct Message: Hashable {
    let key: String?
    let value: String
  }

  /// The messages of a topic, partition by partition.
  func messages(_ topic: String = "events", committed: Bool = true) throws -> [Message] {
    var found: [Message] = []
    var feed = try JSONFeed(
      .url(broker.address(topic) + "?isolation.level=read_\(committed ? "" : "un")committed"))
    try feed.forEach { record in
      let kafka = try record.cursor["kafka"].materialize()
      found.append(
        Message(
          key: kafka["key"]?.string, value: String(decoding: record.rawBytes, as: UTF8.self)))
    }
    return found
  }

  /// The values, sorted: rows of one job are in several partitions.
  func values(_ topic: String = "events", committed: Bool = true) throws -> [String] {
    try messages(topic, committed: committed).map(\.value).sorted()
  }

  func sink(
    _ topic: String = "events", _ properties: String = "", key: [ByteName] = [],
    choices: TableChoices = []
  ) throws -> KafkaSink {
    try KafkaSink(
      address: broker.address(topic) + (properties.isEmpty ? "" : "?" + properties), key: key,
      choices: choices)
  }

  /// Imports a file of the folder, whose records have the field `id`.
  @discardableResult
  func run(
    _ file: String = "feed.ndjson", into sink: any Sink, batchSize: Int = 100,
    rejectFile: String? = nil
  ) throws -> ImportSummary {
    try runJob(
      .file(folder[file]), into: sink, ["id:int=id"], batchSize: batchSize,
      rejectFile: rejectFile.map { folder[$0] })
  }

  func writeFeed(_ ids: Range<Int>, to file: String = "feed.ndjson") throws {
    try folder.write(ids.map { "{\"id\":\($0)}\n" }.joined(), to: file)
  }

  static func rows(_ ids: Range<Int>) -> [String] { ids.map { "{\"id\":\($0)}" }.sorted() }
}

/// Rows that a test puts into a sink itself, without a job.
extension KafkaSink {
  static let columns = [try? ImportColumn(parsing: "id:int=id")].compactMap { $0 }
  /// For rows with a text of any length.
  static let wideColumns =
    columns + [try? ImportColumn(parsing: "pad:text=pad")].compactMap { $0 }

  static func identity(_ source: String) -> JobIdentity {
    JobIdentity(source: source, columns: columns)
  }

  func take(_ ids: Range<Int>) throws {
    try runJob(
      textFeed(ids.map { "{\"id\":\($0)}\n" }.joined()), into: UncommittedRows(self), ["id:int=id"],
      batchSize: .max)
  }

  /// Takes 16 MiB of rows with `wideColumns`: more than is gathered before a transaction begins.
  func takeMany() throws {
    let pad = String(repeating: "x", count: 16 << 10)
    try runJob(
      textFeed((0..<1024).map { "{\"id\":\($0),\"pad\":\"\(pad)\"}\n" }.joined()),
      into: UncommittedRows(self), ["id:int=id", "pad:text=pad"], batchSize: .max)
  }
}

/// Passes rows on, and neither opens the sink nor commits.
private final class UncommittedRows: Sink {
  private let inner: any Sink
  var name: String { inner.name }

  init(_ inner: any Sink) { self.inner = inner }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) -> Checkpoint? { nil }
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try inner.append(row)
  }
  func commit(_ checkpoint: Checkpoint) {}
  func rollBack() {}
}

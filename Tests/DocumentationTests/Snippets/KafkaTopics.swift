import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceKafka
import TestSupport
import Testing

@Suite(
  "Snippets: topics of Kafka", .enabled(if: TestTopic.isThere, "librdkafka is not installed"))
struct KafkaTopicsSnippets {
  @Test("a partition of a topic is a feed")
  func feed() throws {
    // example SluiceKafka.md: SourceKind.register(.kafka)
    let topic = try TestTopic(partitions: 1)
    try topic.send([
      TestTopic.Message("{\"size\":1}", key: Array("a".utf8)), TestTopic.Message("{\"size\""),
      TestTopic.Message("{\"size\":\n2}", key: Array("b".utf8)),
    ])
    let brokers = topic.brokers
    var total = 0
    var keys: [String] = []
    var messages: [String] = []
    // example KafkaTopics.md: var feed = try JSONFeed(.url("kafka://\(brokers)/events/0"))
    #expect(total == 3 && keys == ["a", "b"])
    #expect(messages == ["offset 1: incomplete"])
    #expect(resumed.position.offset == 3 && feed.counts.bytes == 28)
  }

  @Test("a topic is imported, each message once")
  func job() throws {
    SourceKind.register(.kafka)
    let topic = try TestTopic(partitions: 2)
    for partition in 0..<2 { try topic.send(["{\"id\":\(partition)}"], to: partition) }
    let brokers = topic.brokers
    let folder = try TemporaryFolder()
    let database = folder["events.sqlite"]
    let job = try ImportJob(
      feed: .url("kafka://\(brokers)/events"),
      columns: [
        ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "part:int=kafka.partition"),
        ImportColumn(parsing: "at:int=kafka.offset"),
      ],
      sink: SQLiteSink(path: database, table: "events"))
    let summary = try job.run()
    #expect(summary.rows == 2)
    #expect(try job.run().rows == 0)
    #expect(
      try TestDatabase(database).rows("SELECT * FROM events ORDER BY id") == ["0|0|0", "1|1|0"])
  }
}

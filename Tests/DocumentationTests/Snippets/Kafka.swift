import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceKafka
import TestSupport
import Testing

@Suite(
  "Kafka as a target in the documentation",
  .enabled(
    if: TestTopic.isThere && TransactionBroker.isThere, "librdkafka or python3 is not installed"))
struct KafkaSnippets {
  @Test("rows become messages of a topic, each once")
  func job() throws {
    SourceKind.register(.kafka)
    let (broker, folder) = (try TransactionBroker(), try TemporaryFolder())
    try folder.write("{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":3}\n", to: "events.ndjson")
    let path = folder["events.ndjson"]
    let brokers = try #require(
      broker.address().dropFirst("kafka://".count).split(separator: "/").first)
    // example WhereRowsGo.md: let sink = try KafkaSink(address: "kafka://\(brokers)/events", key:
    #expect(try job.run().rows == 2)
    #expect(try job.run().rows == 0)
    var found: [String] = []
    var feed = try JSONFeed(.url(broker.address()))
    try feed.forEach { record in
      found.append(try record.cursor["kafka"]["key"].string)
      #expect(try record.cursor["id"].int == Int(found.last ?? ""))
    }
    #expect(found.sorted() == ["1", "3"])
  }
}

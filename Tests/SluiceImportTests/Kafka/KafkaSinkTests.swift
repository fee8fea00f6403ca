import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Against a broker that hides what is not committed, as Kafka's documentation describes it (Tests/Servers).
@Suite(
  "Rows in a topic",
  .enabled(
    if: TransactionBroker.isThere && TestTopic.isThere, "librdkafka or python3 is not installed"))
struct KafkaSinkTests {
  private let bench: TopicBench

  init() throws { bench = try TopicBench() }

  @Test("are messages, an object each, that later runs continue")
  func messages() throws {
    try bench.writeFeed(0..<250)
    #expect(try bench.run(into: bench.sink()).rows == 250)
    #expect(try bench.values() == TopicBench.rows(0..<250))
    #expect(try bench.messages().allSatisfy { $0.key == nil })
    #expect(try bench.run(into: bench.sink()).rows == 0)
    try bench.writeFeed(0..<300)
    let more = try bench.run(into: bench.sink())
    #expect(more.rows == 50 && more.totalRows == 300)
    #expect(try bench.values() == TopicBench.rows(0..<300))
    // Each transaction has the progress that its rows make.
    let progress = try bench.messages("sluice_progress")
    #expect(try bench.broker.count(.endTransaction) == progress.count)
    #expect(progress.last?.value.contains("\"rows\":300,") == true, "\(progress)")
  }

  @Test("have keys: of one column its text, of several an object")
  func keys() throws {
    let columns = [
      "id:int=id", "name:text=name", "at:date=at", "raw:blob=raw", "all:json=$", "x:decimal=x",
    ]
    let text =
      "{\"id\":1,\"name\":\"a \\\"b\\\"\",\"at\":\"2024-05-31\",\"raw\":\"aGk=\",\"x\":1.50}\n"
      + "{\"id\":2,\"name\":\"\",\"at\":null,\"x\":null}\n"
    let all = { (id: Int) in
      text.split(separator: "\n")[id - 1]
    }
    for (topic, key, expected) in [
      ("one", ["name"], ["a \"b\"", ""]), ("number", ["id"], ["1", "2"]),
      (
        "several", ["id", "name"],
        ["{\"id\":1,\"name\":\"a \\\"b\\\"\"}", "{\"id\":2,\"name\":\"\"}"]
      ),
    ] {
      try bench.broker.create(topic)
      try runJob(
        textFeed(text), into: bench.sink(topic, key: key.map { ByteName($0) }), columns,
        framing: .lines)
      let found = try bench.messages(topic)
      #expect(found.map(\.key) == expected, "\(topic)")
      #expect(
        found.map(\.value) == [
          "{\"id\":1,\"name\":\"a \\\"b\\\"\",\"at\":\"2024-05-31\",\"raw\":\"aGk=\",\"all\":\(all(1)),\"x\":1.50}",
          "{\"id\":2,\"name\":\"\",\"at\":null,\"raw\":null,\"all\":\(all(2)),\"x\":null}",
        ], "\(topic)")
    }
    try bench.broker.create("bytes")
    let summary = try runJob(
      textFeed(text), into: bench.sink("bytes", key: ["raw"]), columns, framing: .lines)
    #expect(try bench.messages("bytes").map(\.key) == ["hi"])
    #expect(summary.rejectReasons.map(\.code) == ["constraint"], "\(summary.rejectReasons)")
  }

  @Test("keep the feed's order where their keys are equal")
  func order() throws {
    try bench.broker.create("events", partitions: 4)
    let lines = (0..<600).map { "{\"id\":\($0),\"user\":\"u\($0 % 7)\"}\n" }
    try runJob(
      textFeed(lines.joined()), into: bench.sink(key: ["user"]),
      ["id:int=id", "user:text=user"], batchSize: 100, framing: .lines)
    var last: [String: Int] = [:]
    for message in try bench.messages() {
      let key = try #require(message.key)
      let id = try #require(try JSON(parsing: message.value)["id"]?.int)
      #expect(id > last[key] ?? -1, "\(message)")
      last[key] = id
    }
    #expect(last.count == 7)
  }

  @Test("are hidden from consumers of committed messages when their batch is given up")
  func aborted() throws {
    try bench.broker.create("events", partitions: 2)
    let sink = try bench.sink()
    _ = try sink.open([KafkaSink.identity("/a")], columns: KafkaSink.wideColumns)
    try sink.takeMany()
    // They are sent in the background.
    while try bench.messages(committed: false).isEmpty { usleep(10_000) }
    #expect(try bench.broker.openTransactions() == 1)
    sink.rollBack()
    #expect(try bench.broker.openTransactions() == 0)
    #expect(try bench.values().isEmpty)
    #expect(try !bench.messages(committed: false).isEmpty)
    try bench.writeFeed(0..<10)
    try bench.run(into: bench.sink())
    #expect(try bench.values() == TopicBench.rows(0..<10))
  }

  @Test("are each there once however connections are closed")
  func closedConnections() throws {
    try bench.writeFeed(0..<200)
    var topics = 0
    for request in TransactionBroker.Request.allCases {
      for moment in TransactionBroker.Moment.allCases {
        topics += 1
        let topic = "t\(topics)"
        try bench.broker.create(topic, partitions: 2)
        try bench.broker.close(moment, request, times: 2)
        do {
          try bench.run(into: bench.sink(topic))
        } catch let error as ImportError {
          // What it can't repeat itself, the next run does.
          #expect(error.kind == .sink || error.kind == .lostConnection, "\(request): \(error)")
          try bench.broker.close(moment, request, times: 0)
          try bench.run(into: bench.sink(topic))
        }
        #expect(try bench.values(topic) == TopicBench.rows(0..<200), "\(moment) \(request)")
      }
    }
  }

  @Test("are waited for when their commit was decided, and its marks are late")
  func lateMarks() throws {
    try bench.writeFeed(0..<300)
    try bench.broker.delayMarks(milliseconds: 700)
    #expect(try bench.run(into: bench.sink()).rows == 300)
    // The last commit is still hidden here.
    let again = try bench.run(into: bench.sink())
    #expect(again.rows == 0 && again.totalRows == 300)
    #expect(try bench.values() == TopicBench.rows(0..<300))
  }

  @Test("come with the next run when brokers refuse their commit")
  func refusedCommit() throws {
    try bench.writeFeed(0..<300)
    try bench.run(into: bench.sink())
    try bench.writeFeed(0..<600)
    // 53: the client may not use this transactional id.
    try bench.broker.fail(.endTransaction, with: 53, times: 100)
    let error = importError { try bench.run(into: bench.sink()) }
    #expect(error?.kind == .sink, "\(String(describing: error))")
    try bench.broker.fail(.endTransaction, with: 53, times: 0)
    #expect(try bench.values() == TopicBench.rows(0..<300))
    #expect(try bench.run(into: bench.sink()).rows == 300)
    #expect(try bench.values() == TopicBench.rows(0..<600))
  }

  @Test("come with the next run when brokers don't store one of them")
  func failedDelivery() throws {
    try bench.writeFeed(0..<300)
    // 29: the client may not write to the topic.
    try bench.broker.fail(.produce, with: 29, times: 100)
    let error = importError { try bench.run(into: bench.sink()) }
    #expect(error?.kind == .sink, "\(String(describing: error))")
    #expect(error?.message.contains("storing ") == true, "\(String(describing: error))")
    try bench.broker.fail(.produce, with: 29, times: 0)
    #expect(try bench.values().isEmpty)
    #expect(try bench.run(into: bench.sink()).rows == 300)
    #expect(try bench.values() == TopicBench.rows(0..<300))
  }

  @Test("become rejects when they are larger than the topic takes")
  func tooLarge() throws {
    try bench.broker.create("events", partitions: 1, "max.message.bytes=4000")
    let lines = (0..<30).map { id in
      "{\"id\":\(id),\"text\":\"\(String(repeating: "x", count: id % 10 == 3 ? 5000 : 300))\"}\n"
    }
    let summary = try runJob(
      textFeed(lines.joined()), into: bench.sink(), ["id:int=id", "text:text=text"],
      batchSize: 10, framing: .lines, rejectFile: bench.folder["rejects.ndjson"])
    #expect(summary.rows == 27 && summary.rejects == 3)
    #expect(summary.rejectReasons.map(\.code) == ["too-large"])
    let rejects = bench.folder.lines("rejects.ndjson")
    #expect(rejects.count == 3)
    let first = try JSON(parsing: rejects[0])
    #expect(
      first["record"]?.int == 4 && first["offset"]?.int == lines[..<3].joined().utf8.count,
      "\(rejects[0])")
    #expect(try bench.messages().count == 27)
    // The limit that the client sets itself counts as well.
    let own = try runJob(
      textFeed(lines.joined()), into: bench.sink("other", "message.max.bytes=2000"),
      ["id:int=id", "text:text=text"], framing: .lines)
    #expect(own.rows == 27 && own.rejects == 3)
  }

  @Test("continue in each of several files, and files without news need no producer")
  func severalFiles() throws {
    for file in 0..<5 {
      try bench.writeFeed(file * 100..<file * 100 + 100, to: "part\(file).ndjson")
    }
    func run() throws -> ImportSummary {
      try runJob(
        .glob(bench.folder["part*.ndjson"]), into: bench.sink(), ["id:int=id"], batchSize: 30)
    }
    #expect(try run().rows == 500)
    #expect(try bench.broker.count(.initProducer) == 5)
    #expect(try run().rows == 0)
    #expect(try bench.broker.count(.initProducer) == 5)
    try bench.writeFeed(200..<350, to: "part2.ndjson")
    let more = try run()
    #expect(more.rows == 50 && more.totalRows == 550)
    #expect(try bench.broker.count(.initProducer) == 6)
    #expect(try bench.values().count == 550)
  }

  @Test("come again with each run of a pipe, in whole batches")
  func pipe() throws {
    for _ in 0..<2 {
      try runJob(textFeed("{\"id\":1}\n{\"id\":2}\n"), into: bench.sink(), ["id:int=id"])
    }
    #expect(try bench.values() == ["{\"id\":1}", "{\"id\":1}", "{\"id\":2}", "{\"id\":2}"])
  }

  @Test("are copied from one topic into another, each once")
  func topicToTopic() throws {
    try bench.broker.create("events", partitions: 3)
    try bench.writeFeed(0..<500)
    try bench.run(into: bench.sink())
    func copy() throws -> ImportSummary {
      try runJob(
        .url(bench.broker.address()), into: bench.sink("copy"), ["id:int=id"], batchSize: 70)
    }
    #expect(try copy().rows == 500)
    #expect(try copy().rows == 0)
    #expect(try bench.values("copy") == TopicBench.rows(0..<500))
  }

  @Test("end their connections with the sink")
  func released() throws {
    try bench.writeFeed(0..<10)
    weak var kept: KafkaSink?
    do {
      let sink = try bench.sink()
      kept = sink
      #expect(try bench.run(into: sink).rows == 10)
    }
    #expect(kept == nil)
  }
}

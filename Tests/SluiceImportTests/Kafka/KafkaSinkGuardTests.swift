import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// What keeps rows of a topic from being doubled or lost, and what is refused because it would not.
@Suite(
  "A topic that rows go to",
  .enabled(
    if: TransactionBroker.isThere && TestTopic.isThere, "librdkafka or python3 is not installed"))
struct KafkaSinkGuardTests {
  private let bench: TopicBench

  init() throws { bench = try TopicBench() }

  private func checkpoint(_ offset: Int64) -> Checkpoint {
    Checkpoint(
      position: FeedPosition(offset: offset, line: 1, recordNumber: offset), rows: offset,
      rejects: 0,
      fingerprint: SourceFingerprint(size: 900, head: "", tail: ""), rejectFile: nil,
      rejectFileLength: 0, isFinished: false)
  }

  // MARK: Two processes

  @Test("takes nothing more from a job that another process has taken over")
  func fenced() throws {
    let job = KafkaSink.identity("/a")
    let first = try bench.sink()
    #expect(try first.open([job], columns: KafkaSink.columns) == nil)
    try first.take(0..<10)
    try first.commit(checkpoint(10))
    let second = try bench.sink()
    #expect(try second.open([job], columns: KafkaSink.columns) == checkpoint(10))
    try second.take(10..<20)
    try second.commit(checkpoint(20))
    try first.take(10..<30)
    let error = importError { try first.commit(checkpoint(30)) }
    #expect(error?.kind == .conflict, "\(String(describing: error))")
    #expect(
      error?.message.contains("another process is running this job") == true,
      "\(String(describing: error))")
    first.rollBack()
    try second.take(20..<25)
    try second.commit(checkpoint(25))
    #expect(try bench.values() == TopicBench.rows(0..<25))
    #expect(try bench.sink().open([job], columns: KafkaSink.columns) == checkpoint(25))
  }

  @Test("takes nothing from a job that begins to store after another process has stored")
  func overtaken() throws {
    let job = KafkaSink.identity("/a")
    let first = try bench.sink()
    #expect(try first.open([job], columns: KafkaSink.columns) == nil)
    let second = try bench.sink()
    #expect(try second.open([job], columns: KafkaSink.columns) == nil)
    try second.take(0..<10)
    try second.commit(checkpoint(10))
    try first.take(0..<20)
    let error = importError { try first.commit(checkpoint(20)) }
    #expect(error?.kind == .conflict, "\(String(describing: error))")
    #expect(error?.message.contains("is ahead") == true, "\(String(describing: error))")
    first.rollBack()
    #expect(try bench.values() == TopicBench.rows(0..<10))
  }

  @Test("takes jobs of other sources at the same time")
  func others() throws {
    let sinks = try (0..<3).map { _ in try bench.sink() }
    for (i, sink) in sinks.enumerated() {
      let job = KafkaSink.identity("/source\(i)")
      #expect(try sink.open([job], columns: KafkaSink.columns) == nil)
    }
    for batch in 0..<3 {
      for (i, sink) in sinks.enumerated() {
        let start = i * 100 + batch * 10
        try sink.take(start..<start + 10)
        try sink.commit(checkpoint(Int64(10 * batch + 10)))
      }
    }
    #expect(try bench.values().count == 90)
    for i in 0..<3 {
      let job = KafkaSink.identity("/source\(i)")
      #expect(try bench.sink().open([job], columns: KafkaSink.columns) == checkpoint(30))
    }
  }

  @Test("ends a transaction that a killed run has left open, so that the next one need not wait")
  func abandoned() throws {
    let job = KafkaSink.identity("/a")
    try bench.broker.create("sluice_progress", partitions: 1, "cleanup.policy=compact")
    let first = try bench.sink()
    _ = try first.open([job], columns: KafkaSink.columns)
    try first.take(0..<10)
    // The progress is sent, and the commit fails for good.
    try bench.broker.fail(.endTransaction, with: 53, times: 1000)
    #expect(importError { try first.commit(checkpoint(10)) } != nil)
    #expect(try bench.broker.openTransactions() == 1)
    try bench.broker.fail(.endTransaction, with: 53, times: 0)
    let second = try bench.sink()
    #expect(try second.open([job], columns: KafkaSink.columns) == nil)
    #expect(try bench.broker.openTransactions() == 0)
    try second.take(0..<10)
    try second.commit(checkpoint(10))
    #expect(try bench.values() == TopicBench.rows(0..<10))
    first.rollBack()
  }

  @Test("begins no transaction while a slow feed fills a batch, however long that takes")
  func slowFeed() throws {
    let sink = try bench.sink()
    let job = KafkaSink.identity("/a")
    _ = try sink.open([job], columns: KafkaSink.columns)
    try sink.take(0..<5)
    try sink.take(5..<10)
    #expect(try bench.broker.count(.addPartitions) == 0)
    try sink.commit(checkpoint(10))
    #expect(try bench.values() == TopicBench.rows(0..<10))
  }

  @Test("tells when a transaction took too long, and the next run brings its rows")
  func timedOut() throws {
    let sink = try bench.sink("events", "transaction.timeout.ms=1000")
    let job = KafkaSink.identity("/a")
    _ = try sink.open([job], columns: KafkaSink.wideColumns)
    try sink.takeMany()
    while try bench.broker.count(.addPartitions) == 0 { usleep(10_000) }
    while try bench.broker.openTransactions() > 0 { usleep(10_000) }
    let error = importError {
      try sink.takeMany()
      try sink.commit(checkpoint(10))
    }
    #expect(error?.kind == .conflict, "\(String(describing: error))")
    #expect(
      error?.message.contains("transaction.timeout.ms") == true, "\(String(describing: error))")
    sink.rollBack()
    #expect(try bench.values().isEmpty)
    #expect(try bench.sink().open([job], columns: KafkaSink.columns) == nil)
  }

  // MARK: Progress

  @Test("is refused when progress would expire")
  func expiringProgress() throws {
    for policy in ["delete", "compact,delete"] {
      try bench.broker.create("sluice_progress", partitions: 1, "cleanup.policy=\(policy)")
      try bench.writeFeed(0..<10)
      let error = importError { try bench.run(into: bench.sink()) }
      #expect(error?.kind == .conflict, "\(String(describing: error))")
      #expect(
        error?.message.contains("cleanup.policy=\(policy)") == true, "\(String(describing: error))")
    }
  }

  @Test("is noted when brokers don't tell whether progress would expire")
  func withheldSettings() throws {
    try bench.broker.create("sluice_progress", partitions: 3, "cleanup.policy=compact")
    try bench.writeFeed(0..<10)
    try bench.broker.fail(.describeSettings, with: 29, times: 2)
    let summary = try bench.run(into: bench.sink())
    #expect(summary.rows == 10)
    #expect(summary.notes.map(\.kind) == [.unchecked], "\(summary.notes)")
    #expect(try bench.run(into: bench.sink()).notes.isEmpty)
  }

  @Test("is refused when it is gone or was made anew, until the caller chooses")
  func madeAnew() throws {
    try bench.broker.create("events", partitions: 2)
    try bench.writeFeed(0..<100)
    try bench.run(into: bench.sink())
    try bench.broker.delete("events")
    let gone = importError { try bench.run(into: bench.sink()) }
    #expect(gone?.kind == .conflict && gone?.message.contains("is gone") == true, "\(gone as Any)")
    try bench.broker.create("events", partitions: 2)
    let other = importError { try bench.run(into: bench.sink()) }
    #expect(
      other?.kind == .conflict && other?.message.contains("is another one") == true,
      "\(other as Any)")
    #expect(try bench.run(into: bench.sink(choices: .adoptTable)).rows == 0)
    // A choice is kept.
    #expect(try bench.run(into: bench.sink()).rows == 0)
    #expect(try bench.run(into: bench.sink(choices: .restart)).rows == 100)
    #expect(try bench.run(into: bench.sink()).rows == 0)
    #expect(try bench.values() == TopicBench.rows(0..<100))
  }

  @Test("is refused with other columns than before")
  func otherColumns() throws {
    try bench.writeFeed(0..<10)
    try bench.run(into: bench.sink())
    let error = importError {
      try runJob(
        .file(bench.folder["feed.ndjson"]), into: bench.sink(), ["id:int=id", "x:text=x"])
    }
    #expect(
      error?.kind == .conflict && error?.message.contains("with other columns") == true,
      "\(error as Any)")
    try runJob(
      .file(bench.folder["feed.ndjson"]), into: bench.sink("other"), ["id:int=id", "x:text=x"])
  }

  // MARK: Before the first row

  @Test("is examined without being changed")
  func inspection() throws {
    try bench.writeFeed(0..<50)
    func job(_ sink: any Sink) throws -> ImportJob {
      try ImportJob(
        feed: .file(bench.folder["feed.ndjson"]), columns: KafkaSink.columns, sink: sink)
    }
    let new = try job(bench.sink()).plan()
    #expect(new.state == .new(creation: nil) && new.sources.first?.isDone == false)
    #expect(try bench.broker.count(.initProducer) == 0)
    try bench.run(into: bench.sink())
    let done = try job(bench.sink()).plan()
    #expect(done.state == .fits && done.sources.first?.isDone == true)
    #expect(try bench.broker.count(.initProducer) == 1)
    let verified = try job(bench.sink()).verify()
    #expect(verified.isSound)
    #expect(verified.findings.map(\.state) == [.ok, .unknown], "\(verified.findings)")
  }

  @Test(
    "refuses what a topic can't do, and says why",
    arguments: [
      (WriteMode.replace, "can't be replaced"), (.upsert(key: ["id"]), "has no index"),
      (.ignore(key: ["id"]), "has no index"),
    ])
  func modes(mode: WriteMode, words: String) throws {
    let error = importError { _ = try KafkaSink(address: "kafka://b/t", mode: mode) }
    #expect(error?.kind == .sink && error?.message.contains(words) == true, "\(error as Any)")
  }

  @Test(
    "is a whole topic, and not that of the progress",
    arguments: [
      "kafka://b/t/0", "kafka://b/t?partitions=1", "kafka://b/t?expired=skip",
      "kafka://b/sluice_progress", "kafka://u:geheim@b/t", "kafka://b/t?sasl.password=geheim",
    ])
  func addresses(address: String) throws {
    let error = importError { _ = try KafkaSink(address: address) }
    #expect(error?.kind == .sink, "\(error as Any)")
    #expect(error?.message.contains("geheim") == false, "\(error as Any)")
  }

  @Test("has neither tables nor columns that are added")
  func tables() throws {
    let target = try SinkTarget(parsing: "kafka://b/t")
    #expect(!target.isDatabase && "\(target)" == "kafka://b/t")
    let faults = [
      importError { _ = try target.sink(table: "t") },
      importError { _ = try target.sink(table: nil, rejectTable: "r") },
      importError { _ = try target.sink(table: nil, changes: TableChanges(addsColumns: true)) },
      importError { _ = try RejectTable(in: target, named: "r") },
      importError {
        _ = try SinkTarget(parsing: "x.csv").sink(table: nil, messageKey: ["id"])
      },
    ]
    for fault in faults { #expect(fault != nil) }
    #expect(faults[0]?.message.contains("is a topic and has no tables") == true)
  }

  @Test("needs properties that its promise stands on")
  func properties() throws {
    try bench.writeFeed(0..<10)
    for property in [
      "transactional.id=mine", "enable.idempotence=false", "isolation.level=read_uncommitted",
      "acks=1", "no.such=1",
    ] {
      let error = importError { try bench.run(into: bench.sink("events", property)) }
      #expect(error?.kind == .sink, "\(property): \(error as Any)")
    }
  }

  @Test("that no broker answers for is an error after their time")
  func noBroker() throws {
    try bench.writeFeed(0..<10)
    let sink = try KafkaSink(address: "kafka://127.0.0.1:1/events?socket.timeout.ms=1000")
    let error = importError { try bench.run(into: sink) }
    #expect(error?.kind == .sink, "\(error as Any)")
    #expect(error?.message.contains("Connection refused") == true, "\(error as Any)")
  }

  @Test("without transactions is refused")
  func withoutTransactions() throws {
    try bench.writeFeed(0..<10)
    // 35: the request is not supported.
    try bench.broker.fail(.initProducer, with: 35, times: 1000)
    let error = importError {
      try bench.run(into: bench.sink("events", "socket.timeout.ms=2000"))
    }
    #expect(error?.kind == .sink || error?.kind == .lostConnection, "\(error as Any)")
    #expect(try bench.values(committed: false).isEmpty)
  }
}

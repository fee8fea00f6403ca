import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

enum LaterLibrdkafka {
  /// One of 2.3 or later.
  static let path = ProcessInfo.processInfo.environment["SLUICE_LIBRDKAFKA"]
}

/// Topics that were made anew under their names, read and written by a librdkafka that tells their ids.
@Suite(
  "The id of a topic",
  .enabled(if: LaterLibrdkafka.path != nil, "scripts/with-librdkafka was not used"))
struct KafkaTopicIDTests {
  private let folder: TemporaryFolder
  private let broker: TransactionBroker

  init() throws {
    (folder, broker) = (try TemporaryFolder(), try TransactionBroker())
    try broker.create("events")
  }

  /// Runs `sluice import` with the newer librdkafka, or with the system's.
  private func importing(_ arguments: [String], newer: Bool = true) throws -> BuiltTool.Result {
    var environment = ProcessInfo.processInfo.environment
    if newer, let library = LaterLibrdkafka.path {
      environment["LD_LIBRARY_PATH"] =
        URL(fileURLWithPath: library).deletingLastPathComponent()
        .path
    }
    return try BuiltTool.run(
      ["import"] + arguments + ["--column", "id:int=id"], in: folder, environment: environment)
  }

  private func fill(_ feed: String, _ ids: Range<Int>, newer: Bool = true) throws
    -> BuiltTool.Result
  {
    try folder.write(ids.map { "{\"id\":\($0)}\n" }.joined(), to: feed)
    return try importing([feed, "--into", broker.address()], newer: newer)
  }

  private func makeAnew() throws {
    try broker.delete("events")
    try broker.create("events")
  }

  private func read(_ more: [String] = [], newer: Bool = true) throws -> BuiltTool.Result {
    try importing(
      [broker.address(), "--into", "a.sqlite", "--table", "t"] + more, newer: newer)
  }

  private func storedRows() throws -> [String] {
    try TestDatabase(folder["a.sqlite"]).rows("SELECT count(*), count(DISTINCT id) FROM t")
  }

  @Test("tells a job that its source was made anew, though it has more messages than before")
  func source() throws {
    #expect(try fill("a.ndjson", 0..<100).status == 0)
    #expect(try read().status == 0)
    #expect(try read().errors.contains("0 records"))
    try makeAnew()
    #expect(try fill("b.ndjson", 100..<400).status == 0)
    let refused = try read()
    #expect(
      refused.status == 2 && refused.errors.contains("its topic was made anew: its id was"),
      "\(refused)")
    #expect(try storedRows() == ["100|100"])
    let replaced = try read(["--mode", "replace"])
    #expect(replaced.status == 0, "\(replaced)")
    #expect(try storedRows() == ["300|300"])
  }

  @Test("is learned from the next commit where the first import did not see it")
  func learned() throws {
    #expect(try fill("a.ndjson", 0..<100).status == 0)
    #expect(try read(newer: false).status == 0)
    #expect(try fill("b.ndjson", 100..<150).status == 0)
    #expect(try read().errors.contains("50 records"))
    // The other librdkafka does not tell it, and goes on by the last message.
    #expect(try read(newer: false).status == 0)
    #expect(try fill("c.ndjson", 150..<160).status == 0)
    #expect(try read().status == 0)
    #expect(try storedRows() == ["160|160"])
    try makeAnew()
    #expect(try fill("d.ndjson", 0..<400).status == 0)
    #expect(try read().errors.contains("its topic was made anew"))
  }

  @Test("tells a job that its target was made anew, though it has more messages than before")
  func target() throws {
    #expect(try fill("a.ndjson", 0..<100).status == 0)
    try makeAnew()
    #expect(try fill("b.ndjson", 100..<400).status == 0)
    let refused = try fill("a.ndjson", 0..<100)
    #expect(refused.status == 2 && refused.errors.contains("is another one"), "\(refused)")
    let adopted = try importing(["a.ndjson", "--into", broker.address(), "--adopt-table"])
    #expect(adopted.status == 0, "\(adopted)")
    let again = try fill("a.ndjson", 0..<110)
    #expect(again.status == 0 && again.errors.contains("10 records"), "\(again)")
  }
}

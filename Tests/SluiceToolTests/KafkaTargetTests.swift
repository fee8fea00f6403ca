import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

/// Topics as targets of the tool: librdkafka's mock cluster, which has no settings of topics and shows aborted messages.
@Suite(
  "A topic of Kafka as a target", .enabled(if: TestTopic.isThere, "librdkafka is not installed"))
struct KafkaTargetTests {
  private let folder: TemporaryFolder
  private let topic: TestTopic

  init() throws {
    folder = try TemporaryFolder()
    topic = try TestTopic(partitions: 3, brokers: 2)
    try topic.makeTopic("sluice_progress")
  }

  private func importing(
    _ feeds: [String] = ["feed.ndjson"], into target: String? = nil, _ more: [String] = []
  ) throws -> BuiltTool.Result {
    try BuiltTool.run(
      ["import"] + feeds + [
        "--into", target ?? topic.address, "--column", "id:int=id", "--column", "user:text=user",
      ] + more, in: folder)
  }

  private func write(_ ids: Range<Int>, to name: String = "feed.ndjson") throws {
    try folder.append(
      ids.map { "{\"id\":\($0),\"user\":\"u\($0 % 5)\"}\n" }.joined(), to: name)
  }

  /// The ids in the topic, sorted, and its messages' keys.
  private func contents() throws -> (ids: [Int], keys: Set<String>) {
    let read = try BuiltTool.run(
      [
        "select", topic.address, "--column", "id:int=id", "--column", "key:text=kafka.key",
        "--format", "tsv",
      ], in: folder)
    #expect(read.status == 0, "\(read)")
    let rows = read.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    return (rows.compactMap { Int($0[0]) }.sorted(), Set(rows.map { String($0[1]) }))
  }

  @Test("has each row once, however often the import is run")
  func once() throws {
    try folder.write("", to: "feed.ndjson")
    try write(0..<700)
    for expected in ["700 rows into kafka://", "nothing new"] {
      let run = try importing(["feed.ndjson"], ["--key", "user", "--batch", "100"])
      #expect(run.status == 0 && run.errors.contains(expected), "\(run)")
      // The mock cluster does not tell settings of topics.
      #expect(run.errors.contains("don't tell whether it is compacted"), "\(run)")
    }
    try write(700..<710)
    let more = try importing(["feed.ndjson"], ["--key", "user", "--batch", "100"])
    #expect(more.errors.contains("in all: 710 rows"), "\(more)")
    let found = try contents()
    #expect(found.ids == Array(0..<710))
    #expect(found.keys == ["u0", "u1", "u2", "u3", "u4"])
  }

  @Test("is named by a job file, with its key")
  func jobFile() throws {
    try folder.write("", to: "feed.ndjson")
    try write(0..<20)
    try folder.write(
      """
      {"sources":["feed.ndjson"],"columns":[{"name":"id","type":"int","path":"id"}],
       "into":"\(topic.address)","key":["id"]}
      """, to: "job.json")
    let run = try BuiltTool.run(["import", "--job", "job.json"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(try contents().keys == Set((0..<20).map(String.init)))
    let plan = try BuiltTool.run(["plan", "--job", "job.json"], in: folder)
    #expect(plan.status == 0 && plan.output.contains("all of it was imported"), "\(plan)")
    let wrong = try BuiltTool.run(["import", "--job", "job.json", "--key", "user"], in: folder)
    #expect(wrong.status == 2, "\(wrong)")
    #expect(wrong.errors.contains("\"user\" is not one of the columns"), "\(wrong)")
    let table = try BuiltTool.run(
      ["import", "--job", "job.json", "--into", "x.csv"], in: folder)
    #expect(table.status == 2 && table.errors.contains("leave their key out"), "\(table)")
  }

  @Test("gets the new lines of a log that is followed")
  func follows() throws {
    try folder.write("", to: "app.log")
    try write(0..<50, to: "app.log")
    let process = try BuiltTool.process(
      [
        "import", "app.log", "--follow", "--into", topic.address, "--column", "id:int=id",
        "--column", "user:text=user",
      ], in: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    try write(50..<100, to: "app.log")
    while try contents().ids.count < 100 { usleep(100_000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try contents().ids == Array(0..<100))
    try write(100..<120, to: "app.log")
    let rest = try importing(["app.log"])
    #expect(rest.status == 0 && rest.errors.contains("20 rows"), "\(rest)")
    #expect(try contents().ids == Array(0..<120))
  }

  @Test("keeps the secrets of its file of properties")
  func secrets() throws {
    try folder.write("", to: "feed.ndjson")
    try write(0..<5)
    try folder.write("{\"id\":\"bad\"}\n", to: "bad.ndjson")
    try folder.write(
      "client.id=writer\nsasl.username=u\nsasl.password=geheim\n", to: "kafka.properties")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder["kafka.properties"])
    let target = topic.address + "?config=kafka.properties"
    let run = try importing(
      ["feed.ndjson", "bad.ndjson"], into: target,
      ["--rejects", "r.ndjson", "--summary", "s.json"])
    #expect(run.status == 1 && run.errors.contains("exposed-secret: "), "\(run)")
    let plan = try BuiltTool.run(
      [
        "plan", "feed.ndjson", "--into", target, "--column", "id:int=id", "--column",
        "user:text=user",
      ],
      in: folder)
    let progress = try BuiltTool.run(
      [
        "select", topic.address.replacing("/events", with: "/sluice_progress"), "--column",
        "all:json=$",
      ],
      in: folder)
    #expect(plan.status == 0 && progress.status == 0, "\(plan) \(progress)")
    for text in [run.errors, run.output, plan.output, plan.errors, progress.output] {
      #expect(!text.contains("geheim"))
    }
    for name in folder.names where name != "kafka.properties" {
      #expect(
        !String(decoding: try folder.bytes(name), as: UTF8.self).contains("geheim"), "\(name)")
    }
    let refused = try importing(
      ["feed.ndjson"], into: topic.address + "?transactional.id=mine")
    #expect(
      refused.status == 2 && refused.errors.contains("transactional.id can't be given"),
      "\(refused)")
  }

  @Test("has what it can't do refused, before anything is sent")
  func refusals() throws {
    try folder.write("{\"id\":1}\n", to: "feed.ndjson")
    for (flags, words) in [
      (["--mode", "replace"], "can't be replaced"),
      (["--mode", "upsert", "--key", "id"], "has no index"),
      (["--table", "t"], "has no tables"), (["--rejects", "table:r"], "has no tables"),
      (["--add-columns"], "--add-columns"),
      (["--key", "nope"], "\"nope\" is not one of the columns"),
    ] {
      let run = try importing(["feed.ndjson"], flags)
      #expect(run.status == 2 && run.errors.contains(words), "\(flags): \(run)")
    }
    #expect(try contents().ids.isEmpty)
  }
}

import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

/// Topics of a cluster in this process, on loopback, as people read them.
@Suite("A topic of Kafka", .enabled(if: TestTopic.isThere, "librdkafka is not installed"))
struct KafkaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> BuiltTool.Result {
    try BuiltTool.run(arguments, in: folder)
  }

  private func records(_ numbers: Range<Int>) -> [String] {
    numbers.map { "{\"id\":\($0),\"user\":\"u\($0 % 7)\"}" }
  }

  private func importing(
    _ sources: [String], _ more: [String] = [], into table: String = "t"
  ) throws -> BuiltTool.Result {
    try run(
      ["import"] + sources + [
        "--into", "a.sqlite", "--table", table, "--column", "id:int=id", "--column",
        "at:int=kafka.offset", "--column", "part:int=kafka.partition", "--rejects",
        "\(table).rejects",
      ] + more)
  }

  private func rows(_ sql: String) throws -> [String] {
    try TestDatabase(folder["a.sqlite"]).rows(sql)
  }

  @Test("is read from its first message to its last one, partition by partition")
  func counts() throws {
    let topic = try TestTopic(partitions: 3)
    for partition in 0..<3 {
      try topic.send(records(partition * 100..<partition * 100 + 100), to: partition)
    }
    let count = try run(["count", topic.address, "--group-by", "kafka.partition"])
    #expect(count.status == 0, "\(count)")
    for partition in 0..<3 { #expect(count.output.contains("\(partition)\t100"), "\(count)") }
    let some = try run(["count", topic.address + "?partitions=0,2"])
    #expect(some.output.contains("records      200"), "\(some)")
    let one = try run(
      ["select", topic.address + "/1", "--column", "id:int=id", "--where", "id < 103"])
    #expect(one.output == "id\r\n100\r\n101\r\n102\r\n", "\(one)")
  }

  @Test("has its key, time, headers and place as fields of each record")
  func fields() throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send([
      TestTopic.Message(
        "{\"id\":1}", key: Array("user \"7\"\n".utf8),
        headers: [("trace", Array("4bf9".utf8)), ("empty", []), ("none", nil)]),
      TestTopic.Message(" { } ", key: [0xFF, 0x00], time: 951_782_399_999),
      TestTopic.Message(nil, key: Array("gone".utf8)),
      TestTopic.Message("{\"a\":\n[1,\n2]}", headers: [("raw", [0xC3])]),
    ])
    let selected = try run(
      ["select", topic.address, "--column", "kafka:json=kafka", "--format", "ndjson"])
    let place = "\"topic\":\"events\",\"partition\":0,\"offset\""
    let time = "\"timestamp\":\"2026-01-31T12:00:00.250Z\""
    let headers = #""headers":{"trace":"4bf9","empty":"","none":null}"#
    #expect(
      selected.output.split(separator: "\n").map(String.init) == [
        #"{"kafka":{\#(place):0,\#(time),"key":"user \"7\"\u000a",\#(headers)}}"#,
        #"{"kafka":{\#(place):1,"timestamp":"2000-02-28T23:59:59.999Z","key":{"base64":"/wA="}}}"#,
        #"{"kafka":{\#(place):2,\#(time),"key":"gone","tombstone":true}}"#,
        #"{"kafka":{\#(place):3,\#(time),"headers":{"raw":{"base64":"ww=="}}}}"#,
      ], "\(selected)")
    let live = try run(
      ["count", topic.address, "--where", "not exists kafka.tombstone"])
    #expect(live.output.contains("3"), "\(live)")
  }

  @Test("gives each message once, however often the import is run")
  func resumes() throws {
    let topic = try TestTopic(partitions: 2)
    try topic.send(records(0..<250), to: 0)
    let first = try importing([topic.address], ["--batch", "40"])
    #expect(first.status == 0 && first.errors.contains("250 records"), "\(first)")
    let again = try importing([topic.address])
    #expect(again.errors.contains("0 records"), "\(again)")
    try topic.send(records(250..<300), to: 0)
    try topic.send(records(300..<310), to: 1)
    let second = try importing([topic.address])
    #expect(second.errors.contains("60 records"), "\(second)")
    #expect(try rows("SELECT id FROM t ORDER BY id") == (0..<310).map(String.init))
    #expect(
      try rows("SELECT part, min(at), max(at) FROM t GROUP BY part") == ["0|0|299", "1|0|9"])
    // Its progress belongs to the cluster, whichever broker is asked.
    let other = topic.address.replacing("127.0.0.1", with: "localhost")
    #expect(try importing([other]).errors.contains("0 records"))
  }

  @Test("is shared by workers that each name their partitions")
  func workers() throws {
    let topic = try TestTopic(partitions: 4)
    for partition in 0..<4 {
      try topic.send(records(partition * 50..<partition * 50 + 50), to: partition)
    }
    let workers = try ["0,1", "2-3"].map { partitions in
      let process = try BuiltTool.process(
        [
          "import", topic.address + "?partitions=\(partitions)", "--into", "a.sqlite", "--table",
          "t", "--column", "id:int=id", "--batch", "20",
        ], in: folder)
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for worker in workers {
      worker.waitUntilExit()
      #expect(worker.terminationStatus == 0)
    }
    #expect(try rows("SELECT id FROM t ORDER BY id") == (0..<200).map(String.init))
  }

  @Test("has its bad messages in the rejects, with topic, partition and offset")
  func rejects() throws {
    let topic = try TestTopic(partitions: 2)
    try topic.send(["{\"id\":1}", "{\"id\":", "[1]", "", "{\"id\":\"x\"}", "{\"id\":2}"], to: 1)
    let result = try importing([topic.address])
    #expect(result.status == 1 && result.errors.contains("4 rejects"), "\(result)")
    let lines = folder.lines("t.rejects")
    #expect(lines.count == 4)
    for (line, offset) in zip(lines, 1...4) {
      #expect(line.contains("\"source\":\"\(topic.address)/1\""), "\(line)")
      #expect(line.contains("\"offset\":\(offset),"), "\(line)")
    }
    #expect(lines.first?.contains(#""raw":"{\"id\":""#) == true, "\(lines)")
    #expect(try rows("SELECT id, at FROM t ORDER BY id") == ["1|0", "2|5"])
  }

  @Test("tells which messages expired before they were read, and goes on only when told")
  func expired() throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send(records(0..<10))
    #expect(try importing([topic.address]).status == 0)
    let filler = String(repeating: "x", count: 100_000)
    for id in 10..<150 {
      try topic.sendSoon(TestTopic.Message("{\"id\":\(id),\"filler\":\"\(filler)\"}"), to: 0)
    }
    try topic.flush()
    let refused = try importing([topic.address])
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.errors.contains("from offset 10 to "), "\(refused)")
    #expect(refused.errors.contains("expired=skip"), "\(refused)")
    #expect(try rows("SELECT count(*) FROM t") == ["10"])
    let skipped = try importing([topic.address + "?expired=skip"])
    #expect(skipped.status == 4, "\(skipped)")
    #expect(skipped.errors.contains("from offset 10 to "), "\(skipped)")
    let first = try #require(Int(try rows("SELECT min(id) FROM t WHERE id > 9")[0]))
    #expect(first > 10)
    #expect(skipped.errors.contains("to \(first - 1) expired"), "\(skipped)")
    #expect(
      try rows("SELECT id FROM t WHERE id > 9 ORDER BY id") == (first..<150).map(String.init))
    // A new import begins with what is there.
    #expect(try importing([topic.address], into: "new").status == 0)
    #expect(try rows("SELECT min(id) FROM new") == ["\(first)"])
  }

  @Test("is refused when it is not the one that was imported")
  func recreated() throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send(records(0..<10))
    #expect(try importing([topic.address]).status == 0)
    try topic.send(records(10..<12))
    // The mock cluster can't make a topic anew: the progress is changed instead.
    let database = try TestDatabase(folder["a.sqlite"])
    try database.execute(
      "UPDATE sluice_progress SET source_tail = '0123456789abcdef;message=9'")
    let other = try importing([topic.address])
    #expect(other.status == 2, "\(other)")
    #expect(other.errors.contains("the message at offset 9 is not the one"), "\(other)")
    try database.execute("UPDATE sluice_progress SET \"offset\" = 5000")
    let shorter = try importing([topic.address])
    #expect(shorter.status == 2, "\(shorter)")
    #expect(shorter.errors.contains("it ends before offset 12"), "\(shorter)")
    #expect(try rows("SELECT count(*) FROM t") == ["10"])
  }

  @Test("tells how many offsets have no message, and where")
  func gaps() throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send(records(0..<3))
    try topic.sendWithGaps("{\"id\":3}", "{\"id\":4}", missing: 5)
    try topic.send(records(5..<6))
    let result = try importing([topic.address])
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errors.contains("10 offsets of \(topic.address)/0 hold no message, the first at 4"),
      "\(result)")
    #expect(result.errors.contains("the last at 14"), "\(result)")
    #expect(
      try rows("SELECT id, at FROM t ORDER BY id") == ["0|0", "1|1", "2|2", "3|3", "4|9", "5|15"])
    #expect(try importing([topic.address]).errors.contains("0 records"))
    let count = try run(["count", topic.address])
    #expect(count.errors.contains("gaps: 10 offsets"), "\(count)")
  }

  /// Kinds of values, and whether each is a record.
  private static let kinds: [(value: String?, isGood: Bool)] = [
    ("{\"id\":%}", true), (" {\"id\":%} ", true), ("{\n\"id\":%\n}", true), ("{}", true),
    (nil, true),
    ("{ }", true), ("{\"id\":%,\"a\":[{\"b\":\"é{}\\\"\\\\\"}]}", true),
    ("{\"id\":%,\"text\":\"\(String(repeating: "x", count: 3000))\"}", true),
    ("", false), ("%", false), ("[%]", false), ("{\"id\":%", false), ("{\"id\":%}}", false),
    ("{\"id\":%} {}", false), ("{\"id\":\"%}", false), ("{\"id\" %}", false),
    ("{,\"id\":%}", false),
    ("{\"id\":%,}", false), ("{\"id\":\"a\u{1}\"}", false), ("{\"id\":\"a\nb\"}", false),
    ("{\"id\":%}\\", false), ("{\"a\":\"\\}", false),
  ]

  @Test("has the same records and rejects whether they are read with their places or without")
  func mixture() throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("topic mixture test: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let topic = try TestTopic(partitions: 1)
    var good = 0
    for id in 0..<2000 {
      // Most are sound, as in real topics.
      let last = Int.random(in: 0..<8, using: &random) > 0 ? 2 : KafkaTests.kinds.count
      var kind = KafkaTests.kinds[Int.random(in: 0..<last, using: &random)]
      // What is expected where the fields begin depends on whether one is before them.
      if kind.value?.hasPrefix("{,") == true { kind = KafkaTests.kinds[0] }
      good += kind.isGood ? 1 : 0
      try topic.sendSoon(
        TestTopic.Message(kind.value?.replacing("%", with: "\(id)")), to: 0)
    }
    try topic.flush()
    // With places, and without.
    #expect(try importing([topic.address], into: "with").status == 1)
    let without = try run(
      [
        "import", topic.address, "--into", "a.sqlite", "--table", "without", "--column",
        "id:int=id", "--column", "at:offset", "--rejects", "without.rejects",
      ])
    #expect(without.status == 1, "\(without)")
    #expect(try rows("SELECT count(*) FROM without") == ["\(good)"])
    #expect(
      try rows("SELECT id, at FROM \"with\" ORDER BY at")
        == rows("SELECT id, at FROM without ORDER BY at"))
    #expect(folder.rejects("with.rejects") == folder.rejects("without.rejects"))
    #expect(folder.lines("with.rejects").count == 2000 - good, "seed \(seed)")
    // What is wrong with each, and where, does not depend on its neighbours.
    for (id, kind) in KafkaTests.kinds.enumerated() where !kind.isGood {
      let own = "own\(id)"
      let alone = try TestTopic(partitions: 1, name: own)
      try alone.send([TestTopic.Message(kind.value?.replacing("%", with: "1234"))])
      let together = try TestTopic(partitions: 1, name: own)
      try together.send(
        ["{\"id\":1}"].map { TestTopic.Message($0) }
          + [TestTopic.Message(kind.value?.replacing("%", with: "1234"))]
          + ["{\"id\":2}"].map { TestTopic.Message($0) })
      let messages = try [alone, together].map { topic in
        let result = try run(["count", topic.address, "--rejects", "\(own).rejects"])
        #expect(result.status == 1, "\(result)")
        let reject = try #require(folder.lines("\(own).rejects").first)
        let json = try JSON(parsing: reject)
        try FileManager.default.removeItem(atPath: folder["\(own).rejects"])
        return "\(json["code"]?.string ?? "") \(json["message"]?.string ?? reject)"
      }
      #expect(messages[0] == messages[1], "\(kind)")
    }
  }

  @Test("takes librdkafka's properties, and keeps secrets in their file")
  func properties() throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send(records(0..<10))
    try folder.write(
      "# a comment\nclient.id = test\nssl.key.password=geheim\n", to: "kafka.properties")
    let result = try importing([topic.address + "?config=kafka.properties&fetch.wait.max.ms=10"])
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("holds secrets, and other users can read it"), "\(result)")
    #expect(!result.errors.contains("geheim"))
    #expect(!String(decoding: try folder.bytes("a.sqlite"), as: UTF8.self).contains("geheim"))
    for (parameters, reason) in [
      ("sasl.password=geheim", "sasl.password belongs into a file"),
      ("no.such.property=1", "does not take the property no.such.property"),
      ("auto.offset.reset=earliest", "auto.offset.reset can't be given"),
      ("config=missing.properties", "missing.properties"),
      ("partitions=0,9", "no partition 9"), ("partitions=2-1", "partitions such as"),
      ("topic=x", "expected partitions"), ("expired=yes", "expired=skip"),
    ] {
      let refused = try run(["count", topic.address + "?" + parameters])
      #expect(refused.status == 2 && refused.errors.contains(reason), "\(parameters): \(refused)")
      #expect(!refused.errors.contains("geheim"))
    }
  }

  @Test("is refused where only bytes or documents can be read")
  func refusals() throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send(records(0..<1))
    for arguments in [
      ["count", topic.address + "/0", "--range", "0..100"], ["get", "/id", topic.address],
      ["split", topic.address, "--parts", "2"],
      ["count", topic.address, "--framing", "concatenated"],
      ["count", "kafka://nobody@\(topic.brokers)/events"], ["count", "kafka://\(topic.brokers)"],
      ["count", topic.address + "/none"],
    ] {
      let result = try run(arguments)
      #expect(result.status == 2 && !result.errors.isEmpty, "\(arguments): \(result)")
    }
  }

  @Test("ends the command with an explanation when no broker answers")
  func silence() throws {
    let topic = try TestTopic(partitions: 1)
    let address = topic.address
    try topic.setBroker(1, isDown: true)
    let result = try run(["count", address + "?socket.timeout.ms=1000"])
    #expect(result.status == 2 && result.errors.contains("failed"), "\(result)")
  }

  @Test("is read on after connections and requests have failed")
  func faults() throws {
    let topic = try TestTopic(partitions: 2)
    for partition in 0..<2 {
      try topic.send(records(partition * 500..<partition * 500 + 500), to: partition)
    }
    for request in TestTopic.Request.allCases {
      topic.fail(request)
      topic.fail(request, with: request == .metadata ? 5 : 6)
    }
    let result = try importing([topic.address])
    #expect(result.status == 0, "\(result)")
    #expect(try rows("SELECT id FROM t ORDER BY id") == (0..<1000).map(String.init))
  }

  @Test("can be planned, and inferred from, without a change")
  func plans() throws {
    let topic = try TestTopic(partitions: 2)
    try topic.send(records(0..<20), to: 1)
    let plan = try run(
      [
        "plan", topic.address, "--into", "a.sqlite", "--table", "t", "--column", "id:int=id",
      ])
    #expect(plan.status == 0 && plan.output.contains("\(topic.address)/1"), "\(plan)")
    #expect(!folder.has("a.sqlite"))
    let job = try run(["infer", topic.address])
    #expect(job.status == 0 && job.output.contains("kafka.offset"), "\(job)")
  }

  @Test("is followed until it is stopped, and continued afterwards")
  func follows() throws {
    let topic = try TestTopic(partitions: 3)
    try topic.send(records(0..<100), to: 0)
    let arguments = [
      "import", topic.address, "--follow", "--into", "a.sqlite", "--table", "t", "--column",
      "id:int=id", "--column", "part:int=kafka.partition", "--rejects", "t.rejects",
    ]
    for round in 0..<3 {
      let process = try BuiltTool.process(arguments, in: folder)
      process.standardError = FileHandle.nullDevice
      try process.run()
      let first = 100 + round * 40
      for partition in 1..<3 {
        let start = first + (partition - 1) * 20
        try topic.send(records(start..<start + 20) + ["{\"id\":"], to: partition)
      }
      let all = 100 + (round + 1) * 40
      while try count() < all { usleep(10_000) }
      process.interrupt()
      process.waitUntilExit()
      // There are rejects.
      #expect(process.terminationStatus == 1)
    }
    #expect(try rows("SELECT id FROM t ORDER BY id") == (0..<220).map(String.init))
    #expect(folder.lines("t.rejects").count == 6)
    let rest = try importing([topic.address], into: "other")
    #expect(rest.errors.contains("226 records"), "\(rest)")
  }

  /// The number of rows; 0 before there is a table.
  private func count() throws -> Int {
    guard folder.has("a.sqlite"), let text = try? rows("SELECT count(*) FROM t").first else {
      return 0
    }
    return Int(text) ?? 0
  }

  @Test(
    "tells which messages expired while the job that follows it slept",
    arguments: ["", "?expired=skip"])
  func expiredMeanwhile(parameters: String) throws {
    let topic = try TestTopic(partitions: 1)
    try topic.send(records(0..<10))
    let process = try BuiltTool.process(
      [
        "import", topic.address + parameters, "--follow", "--into", "a.sqlite", "--table", "t",
        "--column", "id:int=id",
      ], in: folder)
    try folder.write("", to: "errors")
    process.standardError = FileHandle(forWritingAtPath: folder["errors"])
    try process.run()
    while try count() < 10 { usleep(10_000) }
    kill(process.processIdentifier, SIGSTOP)
    let filler = String(repeating: "x", count: 100_000)
    for id in 10..<150 {
      try topic.sendSoon(TestTopic.Message("{\"id\":\(id),\"filler\":\"\(filler)\"}"), to: 0)
    }
    try topic.flush()
    kill(process.processIdentifier, SIGCONT)
    if !parameters.isEmpty {
      while try rows("SELECT max(id) FROM t") != ["149"] { usleep(10_000) }
      process.interrupt()
    }
    process.waitUntilExit()
    let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
    #expect(process.terminationStatus == (parameters.isEmpty ? 2 : 4), "\(errors)")
    #expect(errors.contains(" expired before they were read"), "\(errors)")
    let stored = try rows("SELECT id FROM t ORDER BY id").compactMap { Int($0) }
    #expect(Set(stored).count == stored.count && stored.starts(with: 0..<10))
    if !parameters.isEmpty {
      // What was received before the sleep, and all that is there after it.
      let first = stored.indices.dropFirst().last { stored[$0 - 1] + 1 < stored[$0] }
      let number = stored[try #require(first)]
      #expect(errors.contains("its first message is at \(number) now"), "\(errors)")
    }
  }

  @Test("can be followed by commands that print")
  func followsInSelections() throws {
    let topic = try TestTopic(partitions: 2)
    try topic.send(records(0..<3), to: 0)
    let process = try BuiltTool.process(
      ["select", topic.address, "--follow", "--column", "id:int=id", "--format", "tsv"], in: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    try topic.send(records(3..<6), to: 1)
    var text = ""
    while text.split(separator: "\n").count < 7 {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(text.split(separator: "\n").dropFirst().sorted() == ["0", "1", "2", "3", "4", "5"])
  }

  @Test("can't replace a table while it is followed")
  func followedReplacement() throws {
    let topic = try TestTopic(partitions: 1)
    let result = try importing([topic.address], ["--follow", "--mode", "replace"])
    #expect(result.status == 2 && result.errors.contains("--mode append"), "\(result)")
    #expect(!folder.has("a.sqlite"))
  }
}

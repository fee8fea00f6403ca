import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Rejects")
struct RejectTests {
  @Test("say where the record is and why, and keep it, without touching its neighbours")
  func line() throws {
    var bench = try ImportBench()
    bench.checking = .full
    let text = "{\"id\":1}\n{\"id\":2,\n\n{\"id\":\"3\"}\r\n{\"id\":4}"
    let summary = try bench.run(text: text, "id:int=id")
    #expect(summary.records == 4)
    #expect(try bench.rows() == ["1", "4"])
    var reader = JSONReader(checking: .full)
    try reader.withDocument(bench.rejects[0]) { reject throws in
      #expect(try reject["source"].string == "test")
      #expect(try reject["record"].int == 2)
      #expect(try reject["line"].int == 2)
      #expect(try reject["offset"].int == 9)
      #expect(try reject["length"].int == 8)
      #expect(try reject["code"].string == "incomplete")
      #expect(try reject["raw"].string == "{\"id\":2,")
    }
    try reader.withDocument(bench.rejects[1]) { reject throws in
      #expect(try reject["record"].int == 3)
      #expect(try reject["line"].int == 4)
      #expect(try reject["column"].string == "id")
      #expect(try reject["path"].string == "$.id")
      #expect(
        try reject["message"].string == "expected Int64 at $.id, found string \"3\"")
      #expect(try reject["raw"].string == "{\"id\":\"3\"}")
    }
    #expect(bench.rejects.count == 2)
  }

  @Test("that are not UTF-8 are kept in base64")
  func base64() throws {
    let bench = try ImportBench()
    let bytes = Array("{\"id\":\"".utf8) + [0xFF] + Array("\"}\n".utf8)
    try bench.run(.bytes(bytes, name: "test"), ["id:int=id"])
    // The bytes 7B 22 69 64 22 3A 22 FF 22 7D.
    #expect(bench.rejects.first?.contains("\"raw_base64\":\"eyJpZCI6Iv8ifQ==\"") == true)
    #expect(bench.rejects.first?.contains("\"raw\":") == false)
  }

  @Test("are appended to the file's earlier contents")
  func appended() throws {
    let bench = try ImportBench()
    try bench.folder.write("kept\n", to: "rejects.ndjson")
    try bench.run(text: "nope\n", "id:int=id")
    #expect(bench.rejects.count == 2)
    #expect(bench.rejects.first == "kept")
  }

  @Test(
    "are not mixed with those of an interrupted job, and cut off with them")
  func owned() throws {
    var bench = try ImportBench()
    bench.batchSize = 4
    let feed = (1...20).map { $0 % 3 == 0 ? "bad \($0)\n" : "{\"id\":\($0)}\n" }.joined()
    try bench.folder.write(feed, to: "a")
    try bench.folder.write("worse\n", to: "b")
    func sink(_ table: String) throws -> SQLiteSink {
      try SQLiteSink(path: bench.folder["db.sqlite"], table: table)
    }
    func run(_ source: String, _ sink: any Sink) throws -> ImportSummary {
      try runJob(
        .file(bench.folder[source]), into: sink, ["id:int=id"], batchSize: 4,
        rejectFile: bench.folder["rejects.ndjson"])
    }
    let broke = importError { _ = try run("a", BreakingSink(sink("t"), commits: 3)) }
    #expect(broke?.message.contains("planted") == true)
    // What a kill leaves after the last commit.
    try bench.folder.append("{\"source\":\"a\"", to: "rejects.ndjson")
    for (source, table) in [("b", "t"), ("a", "other"), ("b", "other")] {
      let refused = importError { _ = try run(source, sink(table)) }
      #expect(refused?.kind == .rejects)
      #expect(refused?.message.contains("which was interrupted") == true, "\(source) \(table)")
    }
    #expect(try run("a", sink("t")).totalRejects == 6)
    #expect(bench.rejects.count == 6 && !bench.folder.has("rejects.ndjson.sluice"))
    #expect(try run("b", sink("t")).rejects == 1)
    #expect(bench.rejects.count == 7 && !bench.folder.has("rejects.ndjson.sluice"))
  }

  @Test("survive when another job resumes that was interrupted before its first reject")
  func behind() throws {
    var bench = try ImportBench()
    bench.batchSize = 4
    try bench.folder.write((1...20).map { "{\"id\":\($0)}\n" }.joined() + "bad\n", to: "a")
    try bench.folder.write("worse\n", to: "b")
    func run(_ source: String, _ sink: any Sink) throws -> ImportSummary {
      try runJob(
        .file(bench.folder[source]), into: sink, ["id:int=id"], batchSize: 4,
        rejectFile: bench.folder["rejects.ndjson"])
    }
    func sink() throws -> SQLiteSink { try SQLiteSink(path: bench.folder["db.sqlite"], table: "t") }
    #expect(importError { _ = try run("a", BreakingSink(sink(), commits: 3)) } != nil)
    #expect(try run("b", sink()).rejects == 1)
    #expect(try run("a", sink()).totalRejects == 1)
    #expect(bench.rejects.count == 2)
    #expect(bench.rejects.first?.contains("worse") == true)
  }

  @Test(
    "are there once when a loss of power undid the commits that count them",
    arguments: [(false, 1), (false, 2), (false, 3), (true, 1), (true, 2), (true, 3)])
  func takenBack(inSecond: Bool, commits: Int) throws {
    let bench = try ImportBench()
    func lines(_ ids: ClosedRange<Int>) -> String {
      ids.map { $0 % 3 == 0 ? "bad \($0)\n" : "{\"id\":\($0)}\n" }.joined()
    }
    func run(_ sources: [String], commits: Int? = nil) throws {
      let sink = try SQLiteSink(path: bench.folder["db.sqlite"], table: "t")
      try runJob(
        .files(sources.map { bench.folder[$0] }),
        into: commits.map { BreakingSink(sink, commits: $0) } ?? sink, ["id:int=id"], batchSize: 4,
        framing: .lines, rejectFile: bench.folder["rejects.ndjson"])
    }
    try bench.folder.write(lines(1...10), to: "a")
    try bench.folder.write(lines(21...30), to: "b")
    try bench.folder.write(lines(41...50), to: "c")
    try run(["a"])
    // Another job's, after those that the checkpoint counts.
    try run(["c"])
    if !inSecond { try bench.folder.append(lines(11...20), to: "a") }
    // The disk has what was committed up to the end of a source.
    let database = try bench.folder.bytes("db.sqlite")
    #expect(importError { try run(["a", "b"], commits: commits) } != nil)
    try bench.folder.write(database, to: "db.sqlite")
    for end in ["-wal", "-shm"] { unsafe unlink(bench.folder["db.sqlite\(end)"]) }
    try run(["a", "b"])
    let ids = (1...10).map { $0 } + (41...50) + (inSecond ? [] : Array(11...20)) + (21...30)
    let found = bench.rejects.map { $0.firstMatch(of: /"raw":"bad ([0-9]+)"/)?.1 ?? "none" }
    #expect(found == ids.filter { $0 % 3 == 0 }.map { "\($0)" })
    #expect(
      try bench.rows("SELECT id FROM t ORDER BY rowid")
        == ids.filter { $0 % 3 != 0 }.map { "\($0)" })
    #expect(!bench.folder.has("rejects.ndjson.sluice"))
  }

  @Test("name the table's reason for refusing a row")
  func constraint() throws {
    let bench = try ImportBench()
    try TestDatabaseMaker.make(bench, "CREATE TABLE t (id INTEGER UNIQUE)")
    let summary = try bench.run(text: "{\"id\":1}\n{\"id\":1}\n{\"id\":2}\n", "id:int=id")
    #expect(summary.rows == 2)
    #expect(summary.rejects == 1)
    #expect(bench.rejects[0].contains("\"code\":\"constraint\""))
    #expect(bench.rejects[0].contains("UNIQUE constraint failed: t.id"))
    #expect(bench.rejects[0].contains("\"record\":2"))
  }

  @Test("can't go into the feed itself")
  func feedItself() throws {
    let bench = try ImportBench()
    try bench.folder.write("bad\n", to: "rejects.ndjson")
    let error = importError { try bench.run(file: "rejects.ndjson", "id:int=id") }
    #expect(error?.kind == .sameFile)
    #expect(bench.rejects == ["bad"])
  }

  @Test("can't go where nothing can be written, which is known before the first row")
  func unwritable() throws {
    var bench = try ImportBench()
    bench.rejectFile = "no/such/folder"
    let error = importError { try bench.run(text: "{\"id\":1}\n", "id:int=id") }
    #expect(error?.kind == .rejects)
    #expect(try bench.rows().isEmpty)
  }
}

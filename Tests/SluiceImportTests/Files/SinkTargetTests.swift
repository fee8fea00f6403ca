import Foundation
import SluiceImport
import TestSupport
import Testing

@Suite("A target")
struct SinkTargetTests {
  @Test(
    "chooses its sink by scheme or ending",
    arguments: [
      ("events.sqlite", "SQLiteSink"), ("a.DB", "SQLiteSink"), ("a.x.db3", "SQLiteSink"),
      ("sqlite:events", "SQLiteSink"), ("sqlite:a.csv", "SQLiteSink"), ("./a:b.db", "SQLiteSink"),
      ("./user=u.db", "SQLiteSink"), ("dir/host=a/x.csv", "FileSink"),
      ("postgresql:///db", "PostgreSQLSink"), ("postgres://u@h/db", "PostgreSQLSink"),
      ("mariadb://u@h/db", "MariaDBSink"), ("mysql:///db?socket=/s", "MariaDBSink"),
      ("clickhouse://u@h:8123/db", "ClickHouseSink"), ("clickhouse:///db?secure", "ClickHouseSink"),
      ("a.csv", "FileSink"), ("a.b.TSV", "FileSink"), ("dir.csv/a.jsonl", "FileSink"),
      ("csv:-", "FileSink"), ("ndjson:a.sqlite", "FileSink"),
    ])
  func chooses(text: String, type: String) throws {
    let target = try SinkTarget(parsing: text)
    let sink = try target.sink(table: target.isDatabase ? "t" : nil)
    #expect("\(Swift.type(of: sink))" == type)
  }

  @Test("says what is missing or superfluous")
  func faults() throws {
    for (text, table, reason) in [
      ("-", nil, "csv:-, tsv:- or ndjson:-"), ("oracle://h/db", "t", "no sink for oracle://"),
      ("sqlite::memory:", "t", "name a file instead"), ("a.sqlite", nil, "name a table"),
      ("a.csv", "t", "leave the table out"),
    ] as [(String, String?, String)] {
      let error = importError { _ = try SinkTarget(parsing: text).sink(table: table) }
      #expect(error?.kind == .sink)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    }
  }

  @Test(
    "with an unknown kind never becomes a file, and lists the known kinds",
    arguments: [
      "x.parquet", "x.arrow", "h2:x.db", "jdbc:sqlite:x.db", "jdbc:postgresql://u:geheim@h/d",
      "x/", "x.csv/", ".", "..", "a/..", "events", "x.csv.gz", "x.json", "mysql:x.sqlite",
      "file:x.db", "u:geheim@h/x.db", "", "a.db/x", "x.geheim?y",
    ])
  func unknown(text: String) throws {
    let error = importError { _ = try SinkTarget(parsing: text) }
    #expect(error?.kind == .sink)
    let message = error?.message ?? ""
    for known in ["postgresql://", ".sqlite", "sqlite:PATH", ".csv", ".ndjson"] {
      #expect(message.contains(known), "\(message)")
    }
    #expect(!message.contains("geheim"))
  }

  @Test(
    "in libpq's keywords is refused without showing its values",
    arguments: [
      "user=u password=geheim", "password = geheim.db", " host=/geheim dbname=x.csv",
      "x=1 passWORD=geheim", "dbname=geheim.sqlite", "service=geheim.ndjson",
    ])
  func keywords(text: String) throws {
    let error = importError { _ = try SinkTarget(parsing: text) }
    #expect(error?.message.contains("found libpq's keywords") == true)
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("may have any ending if it is an existing SQLite database, unlike other files")
  func header() throws {
    let bench = try ImportBench()
    _ = try bench.run(text: "{\"id\":1}\n", "id:int=id")
    let other = bench.folder["events.data"]
    try FileManager.default.copyItem(atPath: bench.folder["db.sqlite"], toPath: other)
    #expect(try SinkTarget(parsing: other).isDatabase)
    for bytes in ["", "SQLite format 3", "something else that is long enough"] {
      try bench.folder.write(bytes, to: "events.data")
      #expect(importError { _ = try SinkTarget(parsing: other) }?.kind == .sink)
      #expect(try bench.folder.bytes("events.data") == Array(bytes.utf8))
    }
  }

  @Test(
    "is shown without its password",
    arguments: [
      ("postgresql://u:p@h:5432/db", "postgresql://u@h:5432/db"),
      ("postgresql://u:p:q@h/db?password=x&connect_timeout=3", "postgresql://u@h/db"),
      ("postgresql:///db?password=x", "postgresql:///db"),
      ("postgresql://h:5432/db", "postgresql://h:5432/db"), ("csv:-", "standard output"),
      ("sqlite:x", "x"),
    ])
  func shown(text: String, shown: String) throws {
    #expect(try SinkTarget(parsing: text).description == shown)
  }
}

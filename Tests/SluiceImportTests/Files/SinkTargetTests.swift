import SluiceImport
import Testing

@Suite("A target")
struct SinkTargetTests {
  @Test(
    "chooses its sink by scheme or ending",
    arguments: [
      ("events.sqlite", "SQLiteSink"), ("events", "SQLiteSink"), ("sqlite:a.csv", "SQLiteSink"),
      ("postgresql:///db", "PostgreSQLSink"), ("postgres://u@h/db", "PostgreSQLSink"),
      ("a.csv", "FileSink"), ("a.b.TSV", "FileSink"), ("dir.csv/a.jsonl", "FileSink"),
      ("csv:-", "FileSink"), ("ndjson:a.sqlite", "FileSink"),
    ])
  func chooses(text: String, type: String) throws {
    let target = try SinkTarget(parsing: text)
    let sink = try target.sink(table: target.isDatabase ? "t" : nil)
    #expect("\(Swift.type(of: sink))" == type)
  }

  @Test("says what is missing or too much")
  func faults() throws {
    for (text, table, reason) in [
      ("-", nil, "csv:-, tsv:- or ndjson:-"), ("mysql://h/db", "t", "no sink for mysql://"),
      ("a.sqlite", nil, "name a table"), ("a.csv", "t", "leave the table out"),
    ] as [(String, String?, String)] {
      let error = importError { _ = try SinkTarget(parsing: text).sink(table: table) }
      #expect(error?.kind == .sink)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
    }
  }

  @Test(
    "is shown without its password",
    arguments: [
      ("postgresql://u:p@h:5432/db", "postgresql://u@h:5432/db"),
      ("postgresql://u:p:q@h/db?password=x&a=b", "postgresql://u@h/db?a=b"),
      ("postgresql:///db?password=x", "postgresql:///db"),
      ("postgresql://h:5432/db", "postgresql://h:5432/db"), ("csv:-", "standard output"),
      ("sqlite:x", "x"),
    ])
  func shown(text: String, shown: String) throws {
    #expect(try SinkTarget(parsing: text).description == shown)
  }
}

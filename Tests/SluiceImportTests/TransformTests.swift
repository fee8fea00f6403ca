import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Transforms of columns")
struct TransformTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func column(_ transform: ColumnTransform) throws -> ImportColumn {
    var column = try ImportColumn(parsing: "\(transform):text=t")
    column.contract = ColumnContract(standIn: .text(" Stays "), transform: transform)
    return column
  }

  @Test(
    "apply to texts, even escaped ones, but not to defaults, on one thread or several",
    arguments: [1, 3])
  func texts(threads: Int) throws {
    let texts = [
      #" Ab\tc "#, #"\u00a0\u2003ÄÖ ß\u3000"#, #""#, #"   "#, #"İI"#, #"x"#, #"e\u0301 \n"#,
    ]
    let lines =
      texts.map { "{\"t\":\"\($0)\"}\n" }.joined() + "{}\n{\"t\":null}\n{\"t\":7}\n"
    let path = try folder.write(
      String(repeating: lines, count: threads == 1 ? 1 : 200), to: "feed.ndjson")
    let job = try ImportJob(
      feed: .file(path), columns: ColumnTransform.allCases.map(column),
      sink: SQLiteSink(path: folder["x.sqlite"], table: "t"),
      options: ImportOptions(feed: FeedOptions(parallel: threads)))
    let summary = try job.run()
    let rounds: Int64 = threads == 1 ? 1 : 200
    #expect(summary.rows == 9 * rounds && summary.rejects == rounds)
    let rows = try TestDatabase(folder["x.sqlite"]).rows("SELECT * FROM t")
    let expected = [
      "'Ab\tc'|' ab\tc '|' AB\tC '",
      "'ÄÖ ß'|'\u{A0}\u{2003}äö ß\u{3000}'|'\u{A0}\u{2003}ÄÖ SS\u{3000}'",
      "''|''|''", "''|'   '|'   '", "'İI'|'i\u{307}i'|'İI'", "'x'|'x'|'X'",
      "'e\u{301}'|'e\u{301} \n'|'E\u{301} \n'", "' Stays '|' Stays '|' Stays '",
      "' Stays '|' Stays '|' Stays '",
    ]
    for (number, row) in rows.enumerated() {
      // Compares bytes: Swift's == treats canonically equivalent texts as equal.
      #expect(Array(row.utf8) == Array(expected[number % 9].utf8), "\(row)")
    }
  }

  @Test("are refused for columns of other types")
  func otherTypes() throws {
    var column = try ImportColumn(parsing: "a:int=a")
    column.contract.transform = .trim
    let error = try #require(throws: ImportError.self) {
      try ImportJob(
        feed: .file("x"), columns: [column],
        sink: SQLiteSink(path: folder["x.sqlite"], table: "t"))
    }
    #expect(error.message.contains("a transform is for columns of type text"))
  }
}

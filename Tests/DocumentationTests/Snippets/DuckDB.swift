import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "DuckDB in the documentation",
  .enabled(if: DuckDBLibrary.isThere, Comment(rawValue: DuckDBLibrary.reason)))
struct DuckDBSnippets {
  @Test("a job that replaces rows by their keys")
  func job() throws {
    let folder = try TemporaryFolder()
    let path = folder["events.duckdb"]
    // example WhereRowsGo.md 2: let target = try SinkTarget(parsing: path)
    let job = try ImportJob(
      feed: .bytes(Array("{\"id\":1}\n{\"id\":1,\"n\":2}\n".utf8), name: "events"),
      columns: [ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "n:int=n")], sink: sink)
    _ = try job.run()
    #expect(try DuckDBLibrary.rows("SELECT id, n FROM events", in: path) == ["1|2"])
  }
}

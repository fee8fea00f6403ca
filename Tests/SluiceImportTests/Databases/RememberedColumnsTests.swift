import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Columns that a job adds")
struct RememberedColumnsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // Without a new record there was no commit: the next night the job was refused.
  @Test(
    "are remembered though the source has nothing new", arguments: AnyTestDatabase.Kind.there)
  func nothingNew(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    func run(_ columns: [String], adds: Bool = false) throws -> ImportSummary {
      let sink = try SinkTarget(parsing: database.target).sink(
        table: "t", mode: .append, changes: TableChanges(addsColumns: adds))
      return try runJob(.file(folder["feed.ndjson"]), into: sink, columns)
    }
    try folder.write("{\"id\":1,\"v\":\"a\"}\n", to: "feed.ndjson")
    #expect(try run(["id:int=id"]).rows == 1)
    #expect(importError { _ = try run(["id:int=id", "v:text=v"]) }?.kind == .conflict)
    #expect(try run(["id:int=id", "v:text=v"], adds: true).rows == 0)
    #expect(try run(["id:int=id", "v:text=v"]).rows == 0)
    try folder.write("{\"id\":1,\"v\":\"a\"}\n{\"id\":2,\"v\":\"b\"}\n", to: "feed.ndjson")
    #expect(try run(["id:int=id", "v:text=v"]).rows == 1)
    #expect(try database.rows() == ["1|NULL", "2|b"])
  }
}

@Suite("A folder that is given as a feed")
struct FolderSourceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // The table was made, and the folder refused after that.
  @Test(
    "is refused before anything is made, and the message names its files",
    arguments: ["db.sqlite", "db.duckdb", "rows.csv"], [false, true])
  func refused(target: String, isSecond: Bool) throws {
    if target.hasSuffix(".duckdb"), !DuckDBLibrary.isThere { return }
    try folder.write("{\"id\":1}\n", to: "feed.ndjson")
    let parsed = try SinkTarget(parsing: folder[target])
    let sink = try parsed.sink(table: parsed.isDatabase ? "t" : nil, mode: .append)
    let source = FeedSource.files((isSecond ? [folder["feed.ndjson"]] : []) + [folder.path])
    let error = importError { try runJob(source, into: sink, ["id:int=id"]) }
    #expect(error?.kind == .source)
    #expect(error?.message.contains("give '\(folder.path)/*'") == true, "\(error as Any)")
    #expect(folder.names == ["feed.ndjson"])
  }
}

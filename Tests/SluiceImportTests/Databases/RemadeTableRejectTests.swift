import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("The rejects of a table that was made anew by another client")
struct RemadeTableRejectTests {
  @Test(
    "stayed beside those of the replacement of its rows",
    arguments: AnyTestDatabase.Kind.there)
  func replaced(kind: AnyTestDatabase.Kind) throws {
    let folder = try TemporaryFolder()
    let database = try AnyTestDatabase(kind, in: folder.path)
    try folder.write("{\"id\":1}\n{\"id\":\"x\"}\n", to: "feed")
    func replace(_ table: String) throws {
      let sink = try SinkTarget(parsing: database.target).sink(
        table: table, mode: .replace, rejectTable: "bad")
      try runJob(.file(folder["feed"]), into: sink, ["id:int=id"])
    }
    func targets() throws -> [String] {
      try database.rows("SELECT target FROM bad ORDER BY target").map { name in
        name.split(separator: ".").last.map(String.init) ?? name
      }
    }
    try replace("t")
    try replace("u")
    #expect(try targets() == ["t", "u"])
    try database.execute("DROP TABLE t")
    try database.execute("CREATE TABLE t (id bigint)")
    try replace("t")
    #expect(try targets() == ["t", "u"])
    // A table that was renamed is still there, and keeps its own.
    try database.execute("ALTER TABLE t RENAME TO away")
    try replace("t")
    #expect(try targets() == ["t", "t", "u"])
  }
}

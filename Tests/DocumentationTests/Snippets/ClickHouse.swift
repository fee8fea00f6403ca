import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "ClickHouse in the documentation",
  .enabled(if: TestClickHouse.isThere, Comment(rawValue: TestClickHouse.reason)))
struct ClickHouseSnippets {
  @Test("a job into a table, with its rejects in another")
  func job() throws {
    let server = try TestClickHouse()
    let address = server.address
    // example WhereRowsGo.md: let target = try SinkTarget(parsing: address)
    let job = try ImportJob(
      feed: .bytes(Array("{\"id\":1}\n{\"id\":\"x\"}\n".utf8), name: "events"),
      columns: [ImportColumn(parsing: "id:int=id")], sink: sink)
    #expect(try job.run().rows == 1)
    #expect(try server.rows("SELECT id FROM events") == ["1"])
    #expect(try server.rows("SELECT line FROM rejects") == ["2"])
  }
}

import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "Rows that PostgreSQL refuses one by one",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLRefusalTests {
  let server: TestPostgres
  let folder: TemporaryFolder

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
  }

  @Test(
    "are rejects, and all others are stored once and in order, however many are refused",
    arguments: [2, 3, 10, 100, 2000], [7, 10_000])
  func random(oneOf share: Int, batchSize: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("refused rows: seed \(seed)")
    var random = RandomFeed(seed: seed)
    try server.execute("CREATE TABLE t (id bigint UNIQUE, s text CHECK (s <> 'no'), n bigserial)")
    var text = ""
    var expected: [String] = []
    var refused = 0
    for i in 0..<1500 {
      switch random.below(share) {
      case 0 where i > 0 && random.below(2) == 0 && !expected.isEmpty:
        // One that already exists, near or far.
        let old = expected[random.below(expected.count)].prefix { $0 != "|" }
        text += "{\"id\":\(old),\"s\":\"twice\"}\n"
        refused += 1
      case 0:
        text += "{\"id\":\(i),\"s\":\"no\"}\n"
        refused += 1
      default:
        // Some larger than the rows that are kept to be inserted again.
        let filler = String(repeating: "x", count: random.below(200) == 0 ? 70_000 : 5)
        text += "{\"id\":\(i),\"s\":\"\(filler)\"}\n"
        expected.append("\(i)|\(filler.utf8.count)")
      }
    }
    let summary = try runJob(
      textFeed(text), into: PostgreSQLSink(address: server.address, table: "t"),
      ["id:int=id", "s:text=s"], batchSize: batchSize, rejectFile: folder["rejects.ndjson"])
    #expect(summary.rows == Int64(expected.count) && summary.rejects == Int64(refused))
    #expect(
      try server.rows("SELECT id, length(s) FROM t ORDER BY n") == expected, "seed \(seed)")
    let rejects = folder.lines("rejects.ndjson")
    #expect(rejects.count == refused)
    #expect(rejects.allSatisfy { $0.contains("\"code\":\"constraint\"") })
  }

  @Test("from one exploded record make one reject, and its other rows are stored")
  func exploded() throws {
    try server.execute("CREATE TABLE t (v bigint UNIQUE)")
    var options = ImportOptions(rejectFile: folder["rejects.ndjson"])
    options.explode = try ColumnPath(parsing: "c")
    let job = try ImportJob(
      feed: textFeed("{\"c\":[1,2,1,3,2]}\n{\"c\":[4,5]}\n{\"c\":[5]}\n"),
      columns: [try ImportColumn(parsing: "v:int=c[]")],
      sink: PostgreSQLSink(address: server.address, table: "t"), options: options)
    let summary = try job.run()
    #expect(try server.rows("SELECT v FROM t ORDER BY v") == ["1", "2", "3", "4", "5"])
    #expect(summary.rows == 5 && summary.rejects == 2 && summary.refusedRows == 3)
    #expect(folder.lines("rejects.ndjson")[0].contains("\"path\":\"$.c[2]\""))
  }
}

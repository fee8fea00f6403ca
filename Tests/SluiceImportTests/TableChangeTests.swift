import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A database that holds `t`, and what both kinds have in common.
private struct Place {
  let name: String
  let sink: (WriteMode, TableChanges, _ rejects: String?) throws -> any Sink
  let rows: (String) throws -> [String]

  static func sqlite(_ folder: TemporaryFolder) -> Place {
    Place(
      name: "SQLite",
      sink: {
        try SQLiteSink(
          path: folder["db.sqlite"], table: "t", mode: $0, changes: $1, rejectTable: $2)
      },
      rows: { try TestDatabase(folder["db.sqlite"]).rows($0) })
  }

  static func postgreSQL(_ server: TestPostgres) -> Place {
    Place(
      name: "PostgreSQL",
      sink: {
        try PostgreSQLSink(
          address: server.address, table: "t", mode: $0, changes: $1, rejectTable: $2)
      },
      rows: { try server.rows($0) })
  }

  /// Runs a test in each kind of database that is there.
  static func each(_ body: (Place, TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(.sqlite(folder), folder)
    guard TestPostgres.isThere else { return print("without PostgreSQL: \(TestPostgres.reason)") }
    let (server, other) = (try TestPostgres(), try TemporaryFolder())
    try body(.postgreSQL(server), other)
  }
}

private func job(
  _ source: FeedSource, _ sink: any Sink, _ columns: [String], batchSize: Int = 10_000
) throws -> ImportJob {
  try ImportJob(
    feed: source,
    columns: columns.map { text throws(ImportError) in try ImportColumn(parsing: text) },
    sink: sink, options: ImportOptions(batchSize: batchSize))
}

@Suite("A table that changes")
struct TableChangeTests {
  private let two = ["id:int=id", "v:text=v"]
  private let three = ["id:int=id", "v:text=v", "d:decimal=d"]
  private let adding = TableChanges(addsColumns: true)

  @Test("gets the columns that it lacks, typed by the job, and the job continues with them")
  func added() throws {
    try Place.each { place, folder in
      let feed = try folder.write("{\"id\":1,\"v\":\"a\",\"d\":1.5}\n", to: "feed.ndjson")
      _ = try job(.file(feed), place.sink(.append, TableChanges(), nil), two).run()
      try folder.append("{\"id\":2,\"v\":\"b\",\"d\":2.50}\n", to: "feed.ndjson")
      let refused = importError {
        _ = try job(.file(feed), place.sink(.append, TableChanges(), nil), three).run()
      }
      #expect(
        refused?.message.contains("--add-columns") == true, "\(place.name): \(refused as Any)")
      let plan = try job(.file(feed), place.sink(.append, adding, nil), three).plan()
      #expect(
        plan.changes.count == 1 && plan.changes[0].contains("ADD COLUMN \"d\""), "\(plan.changes)")
      #expect(try place.rows("SELECT * FROM t").count == 1)
      let summary = try job(.file(feed), place.sink(.append, adding, nil), three).run()
      #expect(summary.rows == 1 && summary.totalRows == 2)
      #expect(try place.rows("SELECT id, d FROM t ORDER BY id") == ["1|NULL", "2|'2.50'"])
      let again = try job(.file(feed), place.sink(.append, adding, nil), three)
      #expect(try again.plan().changes == [] && again.run().records == 0)
    }
  }

  @Test("keeps its rows where the job was interrupted after the change", arguments: 1...3)
  func interrupted(commits: Int) throws {
    try Place.each { place, folder in
      let feed = try folder.write(
        (1...6).map { "{\"id\":\($0),\"v\":\"x\",\"d\":\($0)}\n" }.joined(), to: "feed.ndjson")
      _ = try? job(
        .file(feed), BreakingSink(place.sink(.append, TableChanges(), nil), commits: commits), two,
        batchSize: 1
      ).run()
      _ = try? job(
        .file(feed), BreakingSink(place.sink(.append, adding, nil), commits: 2), three, batchSize: 1
      ).run()
      let summary = try job(.file(feed), place.sink(.append, adding, nil), three).run()
      #expect(summary.totalRows == 6)
      let first = commits - 1
      #expect(
        try place.rows("SELECT id, d FROM t ORDER BY id")
          == (1...6).map { $0 <= first ? "\($0)|NULL" : "\($0)|'\($0)'" }, "\(place.name)")
    }
  }

  @Test("is said to have columns that the job does not fill, in the plan and at the start")
  func lacking() throws {
    try Place.each { place, folder in
      let feed = try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "feed.ndjson")
      _ = try job(textFeed("{\"id\":0}"), place.sink(.append, TableChanges(), nil), three).run()
      let next = try job(.file(feed), place.sink(.append, TableChanges(), nil), ["id:int=id"])
      let plan = try next.plan()
      #expect(plan.notes.map(\.kind) == [.columns])
      #expect(plan.notes.first?.message.contains("does not fill: \"v\", \"d\"") == true)
      var told: [ImportNote] = []
      let summary = try next.run { told += $0.notes }
      #expect(told == plan.notes && summary.notes == told)
    }
  }

  @Test("gets the indexes that it lacks, once, also when the table is new")
  func indexes() throws {
    try Place.each { place, folder in
      let changes = TableChanges(indexes: [
        try TableIndex(parsing: "unique:id"), try TableIndex(parsing: "v+id"),
        try TableIndex(parsing: "v"),
      ])
      let sql =
        place.name == "SQLite"
        ? "SELECT count(*) FROM pragma_index_list('t') WHERE name NOT LIKE 'sluice%'"
        : "SELECT count(*) FROM pg_index WHERE indrelid = 't'::regclass"
      let new = try job(
        textFeed("{\"id\":1}\n{\"id\":1}\n"), place.sink(.append, changes, nil), two)
      #expect(try new.plan().changes.count == 3)
      let summary = try new.run()
      #expect(summary.rows == 1 && summary.rejects == 1)
      #expect(try place.rows(sql) == ["3"])
      let again = try job(textFeed("{\"id\":2}\n"), place.sink(.append, changes, nil), two)
      // The one over two columns serves for its first one.
      #expect(try again.plan().changes == [])
      _ = try again.run()
      #expect(try place.rows(sql) == ["3"])
      // A key for a mode that needs one.
      let keyed = TableChanges(indexes: [try TableIndex(parsing: "unique:v")])
      let upsert = try job(
        textFeed("{\"id\":7,\"v\":\"k\"}\n{\"id\":8,\"v\":\"k\"}\n"),
        place.sink(.upsert(key: ["v"]), keyed, nil), two)
      #expect(try upsert.plan().changes.count == 1)
      #expect(try upsert.run().rows == 2)
      #expect(try place.rows("SELECT id FROM t WHERE v = 'k'") == ["8"])
    }
  }

  @Test("is unchanged when a change is refused, and no row is written")
  func refused() throws {
    try Place.each { place, folder in
      _ = try job(
        textFeed("{\"id\":1}\n{\"id\":1}\n"), place.sink(.append, TableChanges(), nil), two
      ).run()
      let changes = TableChanges(addsColumns: true, indexes: [try TableIndex(parsing: "unique:id")])
      let error = importError {
        _ = try job(textFeed("{\"id\":3}\n"), place.sink(.append, changes, nil), three).run()
      }
      #expect(error?.kind == .conflict)
      #expect(error?.message.contains("nothing was written: CREATE UNIQUE INDEX") == true)
      #expect(try place.rows("SELECT * FROM t") == ["1|NULL", "1|NULL"])
    }
  }

  @Test("is changed for a replacement too, which an interrupted run continues")
  func replaced() throws {
    try Place.each { place, folder in
      _ = try job(textFeed("{\"id\":9}\n"), place.sink(.append, TableChanges(), nil), two).run()
      let feed = try folder.write(
        (1...5).map { "{\"id\":\($0),\"d\":\($0)}\n" }.joined(), to: "feed.ndjson")
      _ = try? job(
        .file(feed), BreakingSink(place.sink(.replace, adding, nil), commits: 3), three,
        batchSize: 1
      ).run()
      let summary = try job(.file(feed), place.sink(.replace, adding, nil), three).run()
      #expect(summary.beginning == .resumed(offset: 2 * 15), "\(place.name)")
      #expect(
        try place.rows("SELECT id, d FROM t ORDER BY id") == (1...5).map { "\($0)|'\($0)'" })
    }
  }

  @Test("is not one of a file, and an index is over columns of the job")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let target = try SinkTarget(parsing: folder["x.csv"])
    let error = importError { _ = try target.sink(table: nil, changes: adding) }
    #expect(error?.message.contains("leave --add-columns and --create-index out") == true)
    let index = TableChanges(indexes: [TableIndex(["no"])])
    let other = importError {
      _ = try job(
        textFeed("1"), SQLiteSink(path: folder["db.sqlite"], table: "t", changes: index), two
      ).run()
    }
    #expect(other?.message.contains("\"no\" is not one of the columns \"id\", \"v\"") == true)
    #expect(!folder.has("db.sqlite"))
    #expect(importError { _ = try TableIndex(parsing: "a+") }?.kind == .badJob)
    #expect(try TableIndex(parsing: "unique:a+b").description == "unique:a+b")
  }
}

@Suite("Rejects in a table of the target's database")
struct RejectTableTests {
  private let columns = ["id:int=id", "v:text=v"]
  private let text =
    "{\"id\":1}\nno\n{\"id\":\"x\",\"v\":\"a\\tb\\\\\"}\n{\"id\":2}\n{\"id\":\u{FFFD}\u{1}}\n{\"id\":3}\n"

  private func rejects(_ place: Place, _ folder: TemporaryFolder, _ table: String = "r") throws
    -> [Reject]
  {
    var found: [Reject] = []
    let target =
      try place.name == "SQLite"
      ? SinkTarget(parsing: folder["db.sqlite"])
      : SinkTarget(parsing: try #require(place.rows("SELECT current_schema()").first.map(address)))
    try RejectTable(in: target, named: table).forEach { found.append($0) }
    return found
  }

  private func address(_ schema: String) -> String {
    "\(TestPostgres.server ?? "")&options=-csearch_path%3D\(schema.replacing("'", with: ""))"
  }

  @Test("are those of a reject file, whatever bytes they hold", arguments: [1, 2, 100])
  func same(batchSize: Int) throws {
    try Place.each { place, folder in
      var bytes = Array(text.utf8)
      bytes += Array("{\"id\":\"".utf8) + [0xFF, 0xFE] + Array("\"}\nnul\0nul\n".utf8)
      let feed = try folder.write(bytes, to: "feed.ndjson")
      let file = folder["rejects.ndjson"]
      _ = try runJob(
        .file(feed), into: SQLiteSink(path: folder["other.sqlite"], table: "t"), columns,
        framing: .lines, rejectFile: file)
      let summary = try runJob(
        .file(feed), into: place.sink(.append, TableChanges(), "r"), columns, batchSize: batchSize,
        framing: .lines)
      var expected: [Reject] = []
      var replay = try RejectReplay(.file(file))
      try replay.forEach { expected.append($0) }
      #expect(summary.rejects == 5 && expected.count == 5)
      let found = try rejects(place, folder)
      #expect(found.map(\.rawBytes) == expected.map(\.rawBytes), "\(place.name)")
      #expect(found.map(\.line) == expected.map(\.line))
      #expect(found.map(\.code) == expected.map(\.code))
      #expect(found.map(\.column) == expected.map(\.column))
      #expect(found.map(\.path) == expected.map(\.path))
      #expect(found.map(\.message) == expected.map(\.message))
      #expect(found.map(\.source) == expected.map(\.source))
      #expect(found.map(\.offset) == expected.map(\.offset))
    }
  }

  @Test(
    "are exact wherever the job failed, with those that only the target refuses", arguments: 0...7)
  func exact(commits: Int) throws {
    try Place.each { place, folder in
      let sql = place.name == "SQLite" ? "INTEGER" : "bigint"
      if place.name == "SQLite" {
        try TestDatabase(folder["db.sqlite"]).execute("CREATE TABLE t (id \(sql) UNIQUE, v TEXT)")
      } else {
        _ = try place.rows("CREATE TABLE t (id \(sql) UNIQUE, v text)")
      }
      let feed = try folder.write(
        (0..<24).map { $0 % 5 == 0 ? "{\"id\":\"\"}\n" : "{\"id\":\($0 % 9)}\n" }.joined(),
        to: "feed.ndjson")
      func run(_ sink: any Sink) throws -> ImportSummary {
        try runJob(.file(feed), into: sink, columns, batchSize: 4, framing: .lines)
      }
      _ = try? run(BreakingSink(place.sink(.append, TableChanges(), "r"), commits: commits))
      let summary = try run(place.sink(.append, TableChanges(), "r"))
      var known: Set<Int> = []
      let bad = (0..<24).filter { $0 % 5 == 0 || !known.insert($0 % 9).inserted }
      #expect(summary.totalRejects == Int64(bad.count))
      // Those of a batch that only the target refuses come after the others.
      #expect(
        try rejects(place, folder).map(\.line).sorted() == bad.map { Int64($0 + 1) },
        "\(place.name)")
      #expect(try place.rows("SELECT DISTINCT target FROM r").count == 1)
    }
  }

  @Test(
    "of a replacement stay if it is continued, and go if it begins anew", arguments: [true, false])
  func replacement(continues: Bool) throws {
    try Place.each { place, folder in
      let feed = try folder.write(
        (0..<12).map { $0 % 3 == 0 ? "no\n" : "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
      func run(_ sink: any Sink) throws -> ImportSummary {
        try runJob(.file(feed), into: sink, columns, batchSize: 2, framing: .lines)
      }
      _ = try? run(BreakingSink(place.sink(.replace, TableChanges(), "r"), commits: 4))
      #expect(try rejects(place, folder).map(\.line) == [1, 4])
      let other = importError { _ = try run(place.sink(.replace, TableChanges(), "s")) }
      #expect(other?.message.contains("table:r: give that reject table again") == true)
      if !continues {
        try folder.write(
          "{\"id\":50}\n" + (0..<12).map { $0 % 4 == 0 ? "no\n" : "{\"id\":\($0)}\n" }.joined(),
          to: "feed.ndjson")
      }
      let summary = try run(place.sink(.replace, TableChanges(), "r"))
      #expect(summary.beginning == (continues ? .resumed(offset: 3 + 9 + 9 + 3 + 9 + 9) : .fresh))
      #expect(
        try rejects(place, folder).map(\.line) == (continues ? [1, 4, 7, 10] : [2, 6, 10]),
        "\(place.name)")
      #expect(
        try place.rows("SELECT count(*) FROM r WHERE target LIKE '%sluice_replacement%'") == ["0"])
    }
  }

  @Test("need a table of their own, which has their columns")
  func mistakes() throws {
    try Place.each { place, folder in
      let same = importError { _ = try place.sink(.append, TableChanges(), "t") }
      #expect(same?.kind == .rejects)
      try runJob(textFeed("{\"id\":1}"), into: place.sink(.append, TableChanges(), nil), columns)
      if place.name == "SQLite" {
        try TestDatabase(folder["db.sqlite"]).execute("CREATE TABLE u (id INTEGER)")
      } else {
        _ = try place.rows("CREATE TABLE u (id bigint)")
      }
      let sink = try place.sink(.append, TableChanges(), "u")
      let names = columns
      let error = importError { try runJob(textFeed("{\"id\":2}"), into: sink, names) }
      #expect(error?.message.contains("is not a table of rejects") == true)
      #expect(try place.rows("SELECT id FROM t") == ["1"])
    }
  }

  @Test("are said to be missing when their table is")
  func missing() throws {
    let folder = try TemporaryFolder()
    try runJob(
      textFeed("{\"id\":1}"), into: SQLiteSink(path: folder["db.sqlite"], table: "t"), columns)
    let table = try RejectTable(in: SinkTarget(parsing: folder["db.sqlite"]), named: "no")
    let error = importError { try table.forEach { _ in } }
    #expect(error?.message.contains("\"no\" in \(folder["db.sqlite"]) does not exist") == true)
  }
}

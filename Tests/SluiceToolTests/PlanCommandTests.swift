import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("sluice plan")
struct PlanCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let feed =
    "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":\"b\\u001b[2J\"}\n{\"id\":\"x\"}\n{\"id\"\n{\"id\":9}\n"
  private let columns = ["--column", "id:int=id", "--column", "name:text=n"]

  /// The names and bytes of all files.
  private func contents() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasSuffix(".in") && !name.hasSuffix(".out") && !name.hasSuffix(".err") {
      // Shared memory, in which SQLite's readers leave marks for its writers.
      files[name] = name.hasSuffix("-shm") ? [] : try folder.bytes(name)
    }
    return files
  }

  /// Plans, and checks that nothing was made or changed.
  private func plan(_ words: [String], input: String = "") throws -> BuiltTool.Result {
    let before = try contents()
    let result = try BuiltTool.run(["plan"] + words, in: folder, input: input)
    #expect(try contents() == before, "\(words)")
    return result
  }

  @Test("shows sources, target, columns, rows and rejects, and makes nothing")
  func plan() throws {
    try folder.write(feed, to: "f.ndjson")
    let result = try plan(
      ["f.ndjson", "--into", "x.sqlite", "--table", "t", "--rejects", "r", "--where", "id != 9"]
        + columns)
    #expect(result.status == 1 && result.errors.isEmpty)
    #expect(
      result.output == """
        sources
          f.ndjson  69 bytes  lines  from its start

        target
          table "t" in x.sqlite: made by
          CREATE TABLE "t" ("id" INTEGER, "name" TEXT)

        columns
          id    int   id
          name  text  n

        first rows
          id  name
          1   a
          2   b\\u{1B}[2J

        of all 5 records
          2 rows
          1 filtered
          2 rejects
          type-mismatch in column id: 1, the first at f.ndjson:3: expected Int64 at $.id, found string "x"
          incomplete: 1, the first at f.ndjson:4: expected ':' at $.id, found the end of the text

        """, "\(result.output)")
  }

  @Test(
    "knows what was imported before, in every kind of file",
    arguments: [
      ["--into", "x.sqlite", "--table", "t"], ["--into", "x.csv"], ["--into", "x.ndjson"],
      ["--into", "x.sqlite", "--table", "t", "--mode", "upsert", "--key", "id"],
    ])
  func resumed(target: [String]) throws {
    try folder.write("{\"id\":1,\"n\":\"a\"}\n", to: "f.ndjson")
    try folder.write("{\"id\":5}\n", to: "g.ndjson")
    let words = ["f.ndjson", "g.ndjson"] + target + columns
    #expect(try plan(words).output.contains("from its start"))
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 0)
    let done = try plan(words)
    #expect(done.status == 0)
    #expect(done.output.contains("f.ndjson  17 bytes  lines  nothing new"), "\(done.output)")
    #expect(done.output.contains("is there, and takes these columns"))
    #expect(done.output.contains("of all 0 records"))
    try folder.append("{\"id\":2}\n{\"id\":3}\n", to: "f.ndjson")
    let grown = try plan(words)
    #expect(grown.output.contains("what was appended after byte 17"), "\(grown.output)")
    #expect(grown.output.contains("of all 2 records\n  2 rows\n"))
    let other = try plan(Array(words.dropLast(2)))
    #expect(other.status == 2)
    #expect(other.errors.contains("with other columns"), "\(other.errors)")
    let changed = try folder.write("{\"id\":7,\"n\":\"other\"}\n", to: "f.ndjson")
    #expect(try plan(words).output.contains("has changed since its last import"), "\(changed)")
  }

  @Test(
    "writes no password of a target into a job file",
    arguments: [
      "postgresql://u:geheim@h/d", "postgresql://h/d?user=u&password=geheim",
      "postgresql://u:ge/heim@h/d", "mariadb://u:geheim@h/d", "mysql://u:geheim@h:3306/d",
      "clickhouse://u:geheim@h/d?secure=true", "kafka://h/topic?sasl.password=geheim",
    ])
  func password(target: String) throws {
    let table = target.hasPrefix("kafka") ? [] : ["--table", "t"]
    let words = ["f.ndjson"] + table + columns + ["--job-file", "--into"]
    let refused = try plan(words + [target])
    #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
    #expect(!refused.errors.contains("heim"), "\(refused.errors)")
    #expect(
      refused.errors.contains("no file should hold")
        || refused.errors.contains("belongs into a file"),
      "\(refused.errors)")
    // Another of the same kind is stored, whatever the environment has.
    let open = String(target.prefix { $0 != ":" }) + "://h/d"
    #expect(try plan(words + [open]).output.contains("\"\(open)\""))
  }

  @Test("sees a table that does not fit, and what another process has only logged so far")
  func database() throws {
    try folder.write("{\"id\":1}\n", to: "f.ndjson")
    let words = ["f.ndjson", "--into", "x y?#%.sqlite", "--table", "t"] + columns
    let database = try TestDatabase(folder["x y?#%.sqlite"])
    try database.execute("PRAGMA journal_mode=WAL")
    try database.execute("CREATE TABLE t (id INTEGER)")
    let result = try plan(words)
    #expect(result.status == 2)
    #expect(result.errors.contains("has no column \"name\""), "\(result.errors)")
    try database.execute("ALTER TABLE t ADD COLUMN name TEXT")
    #expect(try plan(words).output.contains("is there, and takes these columns"))
    let upsert = try plan(words + ["--mode", "upsert", "--key", "id"])
    #expect(upsert.errors.contains("no unique index on exactly the key"), "\(upsert.errors)")
    try folder.write("no database at all", to: "z.sqlite")
    let none = try plan(["f.ndjson", "--into", "z.sqlite", "--table", "t"] + columns)
    #expect(none.status == 2 && none.errors.contains("not a database"), "\(none.errors)")
  }

  @Test("examines 10000 records, and shows ten of them")
  func sample() throws {
    try folder.write((1...12_000).map { "{\"id\":\($0)}\n" }.joined(), to: "f.ndjson")
    for jobs in ["1", "3"] {
      let result = try plan(["f.ndjson", "--into", "csv:-", "--jobs", jobs] + columns)
      #expect(result.status == 0)
      #expect(result.output.contains("of the first 10000 records\n  10000 rows\n"))
      #expect(result.output.contains("\n  10  NULL\n"))
      #expect(!result.output.contains("\n  11  NULL\n"))
    }
  }

  @Test("reads a pipe, follows nothing, and says where a column would stop the import")
  func others() throws {
    let piped = try plan(["-", "--into", "x.csv"] + columns, input: feed)
    #expect(piped.output.contains("standard input  no file  lines  from its start"))
    try folder.write("{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":3}\n", to: "log")
    let followed = try plan(["log", "--follow", "--into", "x.csv"] + columns)
    #expect(followed.output.contains("log  29 bytes  lines  from its start"), "\(followed.output)")
    let stopped = try plan(
      ["log", "--into", "x.csv", "--mismatch", "id=stop"] + columns)
    #expect(stopped.status == 1)
    #expect(stopped.output.contains("stopped at column \"id\""), "\(stopped.output)")
  }

  @Test(
    "shows how a PostgreSQL table is made, and whether it fits",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func postgres() throws {
    let server = try TestPostgres()
    try folder.write("{\"id\":1}\n", to: "f.ndjson")
    let words = ["f.ndjson", "--into", server.address, "--table", "t"] + columns
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = '\(server.schema)'"
    let new = try plan(words)
    #expect(new.output.contains("CREATE TABLE \(server.schema).t (\"id\" bigint, \"name\" text)"))
    #expect(try server.rows(tables) == ["0"])
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 0)
    let done = try plan(words)
    #expect(done.output.contains("nothing new: all of it was imported before"))
    #expect(done.output.contains("is there, and takes these columns"))
    let other = try plan(words + ["--column", "more:int=more"])
    #expect(other.status == 2 && other.errors.contains("has no column \"more\""))
  }
}

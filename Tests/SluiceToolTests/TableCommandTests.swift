import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("What the tool does with tables")
struct TableCommandTests {
  let folder: TemporaryFolder
  private let columns = ["--column", "id:int=id", "--column", "v:text=v"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "{\"id\":1,\"v\":\"a\"}\n{\"id\":1,\"v\":\"b\"}\n{\"id\":2,}\n{\"id\":3,\"v\":\"c\"}\n",
      to: "feed.ndjson")
  }

  private func run(_ words: [String]) throws -> BuiltTool.Result {
    try BuiltTool.run(
      [words[0], "feed.ndjson", "--into", "x.sqlite", "--table", "t"] + columns + words.dropFirst(),
      in: folder)
  }

  @Test("import says how many rows were skipped, and where rejects are")
  func said() throws {
    let result = try run(["import", "--mode", "ignore", "--key", "id", "--rejects", "table:bad"])
    #expect(result.status == 1)
    #expect(
      result.errors.contains("4 records: 2 rows into x.sqlite, 1 reject in the table bad"),
      "\(result.errors)")
    #expect(result.errors.contains("1 row skipped: rows with their keys are there\n"))
    #expect(
      try TestDatabase(folder["x.sqlite"]).rows("SELECT * FROM t ORDER BY id") == [
        "1|'a'", "3|'c'",
      ])
  }

  @Test("replay prints the records of a table of rejects, which are repaired and read again")
  func replay() throws {
    _ = try run(["import", "--rejects", "table:bad"])
    let replay = try BuiltTool.run(["replay", "x.sqlite", "--table", "bad"], in: folder)
    #expect(replay.status == 0 && replay.output == "{\"id\":2,}\n", "\(replay.errors)")
    let repaired = try BuiltTool.shell(
      "sluice replay x.sqlite --table bad | sed 's/,}/}/' | sluice import - --into x.sqlite"
        + " --table t --column id:int=id", in: folder)
    #expect(repaired.errors.contains("1 record: 1 row into x.sqlite"), "\(repaired.errors)")
    let missing = try BuiltTool.run(["replay", "x.sqlite", "--table", "no"], in: folder)
    #expect(missing.status == 2 && missing.errors.contains("\"no\" in x.sqlite does not exist"))
    let file = try BuiltTool.run(["count", "feed.ndjson", "--rejects", "table:bad"], in: folder)
    #expect(file.status == 2 && file.errors.contains("is for sluice import"))
    let csv = try BuiltTool.run(
      ["import", "feed.ndjson", "--into", "x.csv", "--rejects", "table:bad"] + columns, in: folder)
    #expect(csv.status == 2 && csv.errors.contains("name a file for the rejects"), "\(csv.errors)")
  }

  @Test("plan shows the statements that change a table, and what the job does not fill")
  func plan() throws {
    try TestDatabase(folder["x.sqlite"]).execute("CREATE TABLE t (id INTEGER, w TEXT)")
    let changes = ["--add-columns", "--create-index", "unique:id", "--rejects", "table:bad"]
    let plan = try run(["plan"] + changes)
    #expect(
      plan.output.contains(
        """
          changed before the first row by
          ALTER TABLE "t" ADD COLUMN "v" TEXT
          changed before the first row by
          CREATE UNIQUE INDEX "idx_t_id" ON "t" ("id")
        """), "\(plan.output)")
    #expect(plan.output.contains("does not fill: \"w\""), "\(plan.output)")
    #expect(
      try TestDatabase(folder["x.sqlite"]).rows("SELECT count(*) FROM sqlite_schema") == ["1"])
    let result = try run(["import"] + changes)
    #expect(result.errors.contains("does not fill: \"w\""), "\(result.errors)")
    #expect(result.errors.contains("2 rows into x.sqlite, 2 rejects in the table bad"))
    let none = try BuiltTool.run(
      ["import", "feed.ndjson", "--into", "y.csv", "--add-columns"] + columns, in: folder)
    #expect(none.status == 2 && none.errors.contains("leave --add-columns"), "\(none.errors)")
  }

  @Test("infer widens the columns of a job, keeps the rest of it, and says what has changed")
  func widened() throws {
    try folder.write(
      "{\"columns\":[{\"name\":\"id\",\"type\":\"int\",\"path\":\"id\"}],\"table\":\"t\"}",
      to: "job.json")
    try folder.write("{\"id\":1.5,\"v\":\"a\"}\n", to: "more.ndjson")
    let result = try BuiltTool.run(["infer", "more.ndjson", "--job", "job.json"], in: folder)
    #expect(result.status == 0)
    #expect(result.output.contains("\"decimal\"") && result.output.contains("\"table\": \"t\""))
    #expect(
      result.errors
        == "column \"id\": int becomes decimal, which takes all that was seen\ncolumn \"v\": new, of type text\n"
    )
    let wrong = try BuiltTool.run(
      ["infer", "more.ndjson", "--job", "job.json", "--as", "sql"], in: folder)
    #expect(wrong.status == 2 && wrong.errors.contains("--job is for --as job"))
  }
}

import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Progress of another version of its format: nothing may be written before it is refused.
@Suite("A job that a release with another format began")
struct FormatVersionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"id\":1}\nbad\n{\"id\":2}\n", to: "feed.ndjson")
  }

  /// Stops at the commit after the reject if `isInterrupted`.
  private func run(
    _ target: String, _ mode: WriteMode = .append, isInterrupted: Bool = false
  ) throws {
    let target = try SinkTarget(parsing: folder[target])
    let sink = try target.sink(table: target.isDatabase ? "t" : nil, mode: mode)
    try runJob(
      .file(folder["feed.ndjson"]),
      into: isInterrupted ? BreakingSink(sink, commits: 2) : sink, ["id:int=id"], batchSize: 1,
      rejectFile: folder["rejects.ndjson"])
  }

  @Test(
    "is refused in a database", arguments: [WriteMode.append, .replace],
    [
      ("UPDATE sluice_progress SET version = 3", "has format version 3"),
      ("UPDATE sluice_progress SET version = 1", "has format version 1"),
      ("ALTER TABLE sluice_progress DROP COLUMN table_id", "is not the one in which this release"),
      ("ALTER TABLE sluice_progress DROP COLUMN version", "is not the one in which this release"),
    ])
  func database(mode: WriteMode, change: (statement: String, words: String)) throws {
    try run("db.sqlite")
    let database = try TestDatabase(folder["db.sqlite"])
    try database.execute(change.statement)
    let before = try database.rows("SELECT * FROM sqlite_schema")
    let error = importError { try run("db.sqlite", mode) }
    #expect(
      error?.kind == .conflict && error?.message.contains(change.words) == true,
      "\(error?.message ?? "none")")
    #expect(try database.rows("SELECT * FROM sqlite_schema") == before)
    #expect(try database.rows("SELECT id FROM t") == ["1", "2"])
  }

  @Test(
    "is refused in a file", arguments: [WriteMode.append, .replace],
    [
      ("\"version\":3,", "has format version 3"), ("\"version\":1,", "has format version 1"),
      ("", "it has no version"),
    ])
  func file(mode: WriteMode, change: (text: String, words: String)) throws {
    try run("out.csv")
    try replace("\"version\":2,", with: change.text, in: "out.csv.sluice")
    let before = try folder.names.map { try folder.bytes($0) }
    let error = importError { try run("out.csv", mode) }
    #expect(error?.message.contains(change.words) == true, "\(error?.message ?? "none")")
    #expect(try folder.names.map { try folder.bytes($0) } == before)
  }

  @Test(
    "is refused in the note about its rejects",
    arguments: [
      ("\"version\": 3,", "has format version 3"), ("\"version\": 1,", "has format version 1"),
      ("", "it has no version"),
    ])
  func note(change: (text: String, words: String)) throws {
    _ = importError { try run("out.csv", isInterrupted: true) }
    try replace("\"version\": 2,", with: change.text, in: "rejects.ndjson.sluice")
    let error = importError { try run("out.csv") }
    #expect(error?.message.contains(change.words) == true, "\(error?.message ?? "none")")
  }

  private func replace(_ old: String, with new: String, in name: String) throws {
    let text = String(decoding: try folder.bytes(name), as: UTF8.self)
    try #require(text.contains(old), "\(text)")
    try folder.write(text.replacing(old, with: new), to: name)
  }
}

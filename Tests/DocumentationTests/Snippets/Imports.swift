import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import Testing

final class ArraySink: Sink {
  let name = "an array"
  private(set) var ids: [Int64] = []
  private var pending: [Int64] = []
  private var checkpoint: Checkpoint?

  func open(
    _ job: JobIdentity?, columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? { checkpoint }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard case .integer(let id) = row[0] else {
      return .refused(code: "constraint", message: "a row needs an id")
    }
    pending.append(id)
    return .stored
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    ids += pending
    pending = []
    self.checkpoint = checkpoint
  }

  func rollBack() { pending = [] }
}

@Suite("Snippets: SluiceImport")
struct ImportSnippets {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a job moves records into a table, and bad ones into the reject file")
  func job() throws {
    let path = try folder.write(
      "{\"id\":1,\"actor\":{\"login\":\"ann\"}}\n{\"id\":\"x\"}\n", to: "feed.ndjson")
    let (database, rejects) = (folder["events.sqlite"], folder["rejects.ndjson"])
    let job = try ImportJob(
      feed: .file(path),
      columns: [
        ImportColumn(parsing: "id:int=id"),
        ImportColumn(parsing: "actor:text=actor.login"),
      ],
      sink: SQLiteSink(path: database, table: "events"),
      options: ImportOptions(rejectFile: rejects))
    let summary = try job.run()
    #expect(summary.rows == 1)
    #expect(summary.rejects == 1)
    #expect(try TestDatabase(database).rows("SELECT * FROM events") == ["1|'ann'"])
    #expect(folder.lines("rejects.ndjson").count == 1)
  }

  @Test("a target chooses the sink")
  func target() throws {
    let path = folder["events.sqlite"]
    let target = try SinkTarget(parsing: path)
    let sink = try target.sink(table: target.isDatabase ? "events" : nil, mode: .append)
    let summary = try ImportJob(
      feed: .bytes(Array("{\"id\":1}".utf8), name: "text"),
      columns: [ImportColumn(parsing: "id:int=id")], sink: sink
    ).run()
    #expect(summary.rows == 1)
    #expect(try TestDatabase(path).rows("SELECT * FROM events") == ["1"])
  }

  @Test("a sink of one's own, and a second run that finds nothing new")
  func sink() throws {
    let path = try folder.write("{\"id\":1}\n{}\n{\"id\":3}\n", to: "feed.ndjson")
    let sink = ArraySink()
    let job = try ImportJob(
      feed: .file(path), columns: [ImportColumn(parsing: "id:int=id")], sink: sink)
    #expect(try job.run().rejects == 1)
    #expect(sink.ids == [1, 3])
    #expect(try job.run().records == 0)
    try folder.append("{\"id\":4}\n", to: "feed.ndjson")
    #expect(try job.run().rows == 1)
    #expect(sink.ids == [1, 3, 4])
  }
}

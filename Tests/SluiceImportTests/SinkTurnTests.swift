import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A job of several sources has a checkpoint for each in one target.
@Suite("A sink that continues with another source")
struct SinkTurnTests {
  let folder: TemporaryFolder
  private let columns: [ImportColumn]

  init() throws {
    folder = try TemporaryFolder()
    columns = [try ImportColumn(parsing: "id:int=id")]
  }

  private func checkpoint(_ offset: Int64, isFinished: Bool) -> Checkpoint {
    Checkpoint(
      position: FeedPosition(offset: offset, line: 1, recordNumber: 1), rows: 0, rejects: 0,
      fingerprint: SourceFingerprint(size: 18, head: "", tail: ""), rejectFile: nil,
      rejectFileLength: 0, isFinished: isFinished)
  }

  private func identity(_ source: String) -> JobIdentity {
    JobIdentity(source: source, columns: columns)
  }

  /// Two sources, the second one interrupted; then both again.
  private func survive(_ make: (WriteMode) throws -> any Sink, _ modes: [WriteMode]) throws {
    for mode in modes {
      let first = try make(mode)
      var found = try first.open([identity("/a")], columns: columns)
      #expect(found == nil, "\(mode)")
      found = try first.switchSource(to: identity("/b"))
      #expect(found == nil, "\(mode)")
      found = try first.switchSource(to: identity("/a"))
      #expect(found == nil, "\(mode)")
      try first.commit(checkpoint(9, isFinished: true))
      found = try first.switchSource(to: identity("/b"))
      #expect(found == nil, "\(mode)")
      try first.commit(checkpoint(4, isFinished: false))
      first.rollBack()

      let second = try make(mode)
      found = try second.open([identity("/a")], columns: columns)
      #expect(found == checkpoint(9, isFinished: true), "\(mode)")
      found = try second.switchSource(to: identity("/b"))
      #expect(found == checkpoint(4, isFinished: false), "\(mode)")
      try second.commit(checkpoint(9, isFinished: true))
      second.rollBack()
    }
  }

  @Test("in SQLite")
  func sqlite() throws {
    try survive(
      { try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: $0) }, [.append, .replace])
  }

  @Test(
    "in PostgreSQL",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func postgreSQL() throws {
    let server = try TestPostgres()
    try survive(
      { try PostgreSQLSink(address: server.address, table: "t", mode: $0) }, [.append, .replace])
  }

  @Test("in a file")
  func file() throws {
    try survive(
      { try FileSink(path: folder["out.csv"], format: .csv, mode: $0) }, [.append])
    // A part takes the file's name once all sources have ended.
    let sink = try FileSink(path: folder["new.csv"], format: .csv, mode: .replace)
    var found = try sink.open([identity("/a"), identity("/b")], columns: columns)
    #expect(found == nil)
    try sink.commit(checkpoint(9, isFinished: true))
    found = try sink.switchSource(to: identity("/b"))
    #expect(found == nil)
    try sink.commit(checkpoint(9, isFinished: true))
    #expect(!folder.has("new.csv") && folder.names.contains { $0.hasSuffix(".part") })
    try sink.finish()
    #expect(try folder.bytes("new.csv") == Array("id\r\n".utf8))
    #expect(folder.names.filter { $0.contains("new") } == ["new.csv", "new.csv.sluice"])
  }
}

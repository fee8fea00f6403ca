import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite(
  "A PostgreSQL job that is run again",
  .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
struct PostgreSQLResumeTests {
  let server: TestPostgres
  let folder: TemporaryFolder
  private let columns = ["id:int=id"]
  private let good = (1...25).filter { $0 % 7 != 0 }.map { "\($0)" }

  init() throws {
    server = try TestPostgres()
    folder = try TemporaryFolder()
    let text = (1...25).map { $0 % 7 == 0 ? "bad \($0)" : "{\"id\":\($0)}" }
    try folder.write(text.joined(separator: "\n"), to: "feed.ndjson")
  }

  private func sink() throws -> PostgreSQLSink {
    try PostgreSQLSink(address: server.address, table: "t")
  }

  @discardableResult
  private func run(
    into sink: any Sink, progress: ((ImportProgress) -> Void)? = nil
  ) throws -> ImportSummary {
    try runJob(
      .file(folder["feed.ndjson"]), into: sink, columns, batchSize: 4,
      rejectFile: folder["rejects.ndjson"], progress: progress)
  }

  private func rows() throws -> [String] { try server.rows("SELECT id FROM t ORDER BY id") }

  @Test("resumes from its last commit after it failed", arguments: 0...6)
  func resumes(commits: Int) throws {
    #expect(throws: ImportError.self) { try run(into: BreakingSink(sink(), commits: commits)) }
    let summary = try run(into: sink())
    if commits > 1 {
      #expect(summary.rows + summary.rejects == Int64(25 - (commits - 1) * 4))
    }
    #expect(summary.totalRows == 22)
    #expect(summary.totalRejects == 3)
    #expect(try rows() == good)
    #expect(folder.lines("rejects.ndjson").count == 3)
    #expect(try run(into: sink()).records == 0)
  }

  @Test(
    "resumes from its last commit after it reported a lost connection", arguments: 1...6)
  func lost(commit: Int) throws {
    var commits = 0
    let error = importError {
      try run(into: sink()) { _ in
        commits += 1
        if commits == commit { #expect((try? server.terminate()) == 1) }
      }
    }
    #expect(error?.kind == .lostConnection, "\(error?.message ?? "nothing thrown")")
    #expect(error?.message.contains("run the same command again") == true)
    let summary = try run(into: sink())
    #expect(summary.totalRows == 22)
    #expect(try rows() == good)
    #expect(folder.lines("rejects.ndjson").count == 3)
  }

  @Test("is refused with other columns; into another table it is another job")
  func otherColumns() throws {
    try run(into: sink())
    let error = importError {
      try runJob(.file(folder["feed.ndjson"]), into: sink(), ["id:int=id", "x:int=x"])
    }
    #expect(error?.kind == .conflict)
    let other = try PostgreSQLSink(address: server.address, table: "other")
    #expect(try run(into: other).rows == 22)
  }

  @Test("stops without storing anything twice while another process runs it")
  func fenced() throws {
    let slow = try sink()
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let job = JobIdentity(source: folder["feed.ndjson"], columns: columns)
    let found = try slow.open([job], columns: columns)
    #expect(found == nil)
    try run(into: sink())
    let error = importError {
      try slow.commit(
        Checkpoint(
          position: FeedPosition(offset: 9, line: 1, recordNumber: 1), rows: 1, rejects: 0,
          fingerprint: SourceFingerprint(size: 18, head: "", tail: ""), rejectFile: nil,
          rejectFileLength: 0, isFinished: false))
    }
    #expect(error?.message.contains("another process") == true)
    slow.rollBack()
    #expect(try rows() == good)
  }

  @Test("reports progress that was tampered with instead of guessing")
  func tampered() throws {
    try run(into: sink())
    try server.execute("UPDATE sluice_progress SET checkpoint = '{\"offset\":-1}'")
    let error = importError { try run(into: sink()) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("no checkpoint that this version can read") == true)
  }

  @Test("appends what the source has grown by")
  func appended() throws {
    try run(into: sink())
    try folder.append("\n{\"id\":99}\n", to: "feed.ndjson")
    let summary = try run(into: sink())
    #expect(summary.rows == 1)
    #expect(try rows() == good + ["99"])
  }
}

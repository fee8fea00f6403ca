import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A stop may come at any moment: here, right after the commit of a source's end.
@Suite("A stop that comes once everything was read")
struct LateStopTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ files: [String], _ mode: WriteMode, isFinal: Bool = false, stopsAfter rows: Int64? = nil
  ) throws -> ImportSummary {
    var options = ImportOptions(rejectFile: folder["rejects.ndjson"])
    options.isFinal = isFinal
    // Each source is committed by itself.
    options.longestWait = 0
    let job = try ImportJob(
      feed: .files(files.map { folder[$0] }), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: mode), options: options)
    let stop = FeedStop()
    return try job.run(stop: stop) { if $0.rows == rows { stop.stop() } }
  }

  private var rows: [String] {
    get throws { try TestDatabase(folder["db.sqlite"]).rows("SELECT id FROM t ORDER BY id") }
  }

  @Test("doesn't keep a replacement from being published", arguments: [1, 2])
  func replacement(files: Int) throws {
    try folder.write("{\"id\":1}\n", to: "old")
    _ = try run(["old"], .append)
    try folder.write("{\"id\":2}\n", to: "a")
    try folder.write("{\"id\":3}\n", to: "b")
    let summary = try run(Array(["a", "b"].prefix(files)), .replace, stopsAfter: Int64(files))
    #expect(!summary.isStopped)
    #expect(try rows == Array(["2", "3"].prefix(files)))
  }

  @Test("leaves a replacement for the next run when another source is still to come")
  func unfinished() throws {
    try folder.write("{\"id\":1}\n", to: "old")
    _ = try run(["old"], .append)
    try folder.write("{\"id\":2}\n", to: "a")
    try folder.write("{\"id\":3}\n", to: "b")
    #expect(try run(["a", "b"], .replace, stopsAfter: 1).isStopped)
    #expect(try rows == ["1"])
    #expect(try !run(["a", "b"], .replace).isStopped)
    #expect(try rows == ["2", "3"])
  }

  @Test("doesn't hide that the source is cut short")
  func cutShort() throws {
    let packed = (1...2).flatMap { TestPacking.gzip.pack(Array("{\"id\":\($0)}\n".utf8)) }
    try folder.write(Array(packed.dropLast(4)), to: "feed.gz")
    let error = importError { _ = try run(["feed.gz"], .append, isFinal: true, stopsAfter: 1) }
    #expect(error?.kind == .source)
    #expect(error?.message.contains("it is cut short") == true, "\(error?.message ?? "no error")")
    #expect(try rows == ["1"])
  }
}

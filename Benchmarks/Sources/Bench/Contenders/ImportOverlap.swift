import CContenders
import Foundation
import Sluice
import SluiceFeed
import SluiceImport

/// An import of the events feed into a new SQLite database on two threads, in this process, in wall-clock
/// time.
class ImportOverlap: Contender {
  var name: String { "sluice" }
  fileprivate let feed: String
  fileprivate let folder: ScratchFolder
  fileprivate let records: Int

  init(of feed: String, records: Int, in folder: ScratchFolder) {
    self.feed = feed
    self.records = records
    self.folder = folder
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    var seconds = 0.0
    for _ in 0..<passes { seconds += try importAnew(threads: 2) }
    return (seconds, try tally())
  }

  func run(passes: Int) throws -> Tally { try timed(passes: passes).tally }

  func values() throws -> [UInt8] {
    _ = try importAnew(threads: 2)
    return try ImportProcess.values(ofDatabase: database)
  }

  fileprivate func tally() throws -> Tally {
    var tally = Tally()
    guard bench_table_tally(database, &tally) else { throw unreadable }
    return tally
  }

  /// Returns how long it took.
  fileprivate func importAnew(threads: Int) throws -> Double {
    try ImportOverlap.seconds(
      of: feed, ImportWorkload.columns.map { try ImportColumn(parsing: $0) },
      into: try newSink("events"), threads: threads, records)
  }

  fileprivate func newSink(_ name: String) throws -> SQLiteSink {
    let path = "\(folder.path)/\(name).overlap.sqlite"
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    return try SQLiteSink(path: path, table: "events")
  }

  fileprivate static func seconds(
    of feed: String, _ columns: [ImportColumn], into sink: any SluiceImport.Sink, threads: Int,
    _ records: Int
  ) throws -> Double {
    var options = ImportOptions()
    options.feed.parallel = threads
    options.feed.framing = .lines
    options.feed.checking = .accessed
    let job = try ImportJob(feed: .file(feed), columns: columns, sink: sink, options: options)
    return try WallClock.timed {
      let rows = try job.run().rows
      guard rows == records else { throw Unavailable(description: "\(rows) rows") }
      return Tally()
    }.seconds
  }

  private var database: String { "\(folder.path)/events.overlap.sqlite" }

  private var unreadable: Unavailable {
    Unavailable(description: "\(name) left no table that can be read")
  }
}

/// The slower of an import's two parts, each on one thread: reading the records into rows that are dropped,
/// and storing ready-made rows. The rows are constants of the usual lengths, from empty records; reading
/// these is not counted.
final class ImportAlone: ImportOverlap {
  override var name: String { "alone" }
  private let empty: String
  private let constants: [ImportColumn]

  override init(of feed: String, records: Int, in folder: ScratchFolder) {
    empty = "\(folder.path)/empty.ndjson"
    constants = [
      "id:int=40123456789", "type:text=IssueCommentEvent", "actor:text=some-login",
      "repo:text=some-login/some-project", "size:int=3", "score", "public:bool=true",
      "created_at:text=2024-05-31T12:34:56Z",
    ].compactMap { text in
      text == "score"
        ? try? ImportColumn(parsing: "score:real=score") : try? ImportColumn(parsingConstant: text)
    }
    super.init(of: feed, records: records, in: folder)
  }

  override func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    _ = try importAnew(threads: 1)
    let tally = try tally()
    guard constants.count == 8 else { throw Unavailable(description: "a constant is invalid") }
    if !FileManager.default.fileExists(atPath: empty) {
      _ = try folder.write(
        Array(String(repeating: "{}\n", count: records).utf8), to: "empty.ndjson")
    }
    var seconds = 0.0
    for _ in 0..<passes {
      let columns = try ImportWorkload.columns.map { try ImportColumn(parsing: $0) }
      let reading = try ImportOverlap.seconds(
        of: feed, columns, into: NoSink(), threads: 1, records)
      let nothing = try ImportOverlap.seconds(
        of: empty, constants, into: NoSink(), threads: 1, records)
      let storing = try ImportOverlap.seconds(
        of: empty, constants, into: try newSink("constants"), threads: 1, records)
      seconds += max(reading, storing - nothing)
    }
    return (seconds, tally)
  }
}

/// Rows that are dropped.
private final class NoSink: SluiceImport.Sink {
  let name = "nothing"

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    nil
  }
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict { .stored }
  func commit(_ checkpoint: Checkpoint) throws(ImportError) {}
  func rollBack() {}
}

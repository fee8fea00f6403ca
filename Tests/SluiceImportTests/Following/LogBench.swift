import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A log, changes to it, and a job that follows it. The log changes within the job's own calls of its sink,
/// so that each change happens at the same point every time.
final class LogBench {
  let folder: TemporaryFolder
  var batchSize = 1
  var framing = FeedFraming.lines
  /// The report of the last run.
  private(set) var notes: [ImportNote] = []

  /// The path that is followed.
  var log: String

  init() throws {
    folder = try TemporaryFolder()
    log = folder["app.log"]
  }

  static func line(_ id: Int) -> String { "{\"id\":\(id)}\n" }

  static func lines(_ ids: some Sequence<Int>) -> String { ids.map(line).joined() }

  func append(_ ids: Int...) throws { try append(ids) }

  func append(_ ids: some Sequence<Int>, to name: String = "app.log") throws {
    if !folder.has(name) { try folder.write("", to: name) }
    try folder.append(LogBench.lines(ids), to: name)
  }

  /// Appends the ten records of a number.
  func write(_ number: Int, to name: String = "app.log") throws {
    try append(number * 10 + 1...number * 10 + 10, to: name)
  }

  func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: folder[from], toPath: folder[to])
  }

  /// `app.log.1` becomes `app.log.2`, and so on, as far as they exist.
  func shift() throws {
    for number in (1..<60).reversed() {
      for ending in ["", ".gz"] where folder.has("app.log.\(number)\(ending)") {
        try move("app.log.\(number)\(ending)", "app.log.\(number + 1)\(ending)")
      }
    }
  }

  func rename(to name: String = "app.log.1") throws {
    try move("app.log", name)
    try folder.write("", to: "app.log")
  }

  /// The log is copied and cut, and stays the same file.
  func copyAndCut(to name: String = "app.log.1") throws {
    try folder.write(try folder.bytes("app.log"), to: name)
    #expect(unsafe truncate(log, 0) == 0)
  }

  func compress(_ name: String, _ packing: TestPacking = .gzip) throws {
    try folder.write(packing.pack(try folder.bytes(name)), to: name + packing.ending)
    try FileManager.default.removeItem(atPath: folder[name])
  }

  static func pack(_ text: [UInt8]) -> [UInt8] { TestPacking.gzip.pack(text) }

  /// The time of a file's last change, in seconds since 1970.
  func setTime(_ name: String, _ seconds: Int) {
    let time = timeval(tv_sec: time_t(seconds), tv_usec: 0)
    #expect(
      unsafe [time, time].withUnsafeBufferPointer { unsafe utimes(folder[name], $0.baseAddress) }
        == 0)
  }

  /// Follows the log until the record `last` is committed. `opening` happens while the sink is opened,
  /// `committing` after each commit, with its number from 0.
  @discardableResult
  func follow(
    until last: Int, committing: @escaping (Int) throws -> Void = { _ in },
    opening: () throws -> Void = {}
  ) throws -> ImportSummary {
    try follow(
      committing: { stop, number, seen in
        try committing(number)
        if seen == last { stop.stop() }
      }, opening: opening)
  }

  /// `committing`: with the id of the last row.
  @discardableResult
  func follow(
    committing: @escaping (FeedStop, Int, Int?) throws -> Void,
    opening: () throws -> Void = {}
  ) throws -> ImportSummary {
    let stop = FeedStop()
    // A hang also ends the test, with what is there by then.
    let guardian = DispatchWorkItem { stop.stop() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: guardian)
    defer { guardian.cancel() }
    return try withoutActuallyEscaping(opening) { opening in
      let sink = WatchedSink(try SQLiteSink(path: folder["db.sqlite"], table: "t"))
      sink.opening = opening
      sink.committing = { number, seen in
        do {
          try committing(stop, number, seen)
        } catch {
          Issue.record(error)
          stop.stop()
        }
      }
      defer { (sink.opening, sink.committing) = ({}, { _, _ in }) }
      var options = ImportOptions(
        feed: FeedOptions(framing: framing, checking: .full), batchSize: batchSize,
        rejectFile: folder["rejects.ndjson"])
      options.longestWait = 0
      let job = try ImportJob(
        feed: .follow(log), columns: [try ImportColumn(parsing: "id:int=id")], sink: sink,
        options: options)
      notes = []
      do {
        let summary = try job.run(stop: stop)
        notes = summary.notes
        return summary
      } catch let error as ImportError {
        notes = error.summary?.notes ?? []
        throw error
      }
    }
  }

  /// The ids that were stored, in their order.
  func ids() throws -> [Int] {
    guard folder.has("db.sqlite") else { return [] }
    return try TestDatabase(folder["db.sqlite"]).rows("SELECT * FROM t ORDER BY rowid")
      .compactMap { Int($0) }
  }

  var rejects: [String] { folder.lines("rejects.ndjson") }
}

/// A sink whose calls make something else happen.
private final class WatchedSink: Sink {
  let inner: SQLiteSink
  var opening: () throws -> Void = {}
  var committing: (Int, Int?) -> Void = { _, _ in }
  private var commits = 0
  private var seen: Int?
  var name: String { inner.name }

  init(_ inner: SQLiteSink) { self.inner = inner }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    do {
      try opening()
    } catch {
      throw ImportError(.sink, "\(error)")
    }
    return try inner.open(jobs, columns: columns)
  }

  func knownSources() throws(ImportError) -> [KnownSource] { try inner.knownSources() }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if case .integer(let id) = row[0] { seen = Int(id) }
    return try inner.append(row)
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try inner.commit(checkpoint)
    committing(commits, seen)
    commits += 1
  }

  func rollBack() { inner.rollBack() }
}

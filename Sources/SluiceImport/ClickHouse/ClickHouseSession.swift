import Sluice
import SluiceFeed

/// A job's session with a server: the table is ready, and rows go in, a commit for each batch.
final class ClickHouseSession: SinkSession {
  private(set) var earlier: Checkpoint?
  let notes: [ImportNote]
  private let connection: ClickHouseConnection
  private let mode: WriteMode
  private let choices: TableChoices
  /// The target, and the table that rows go to now: the same, or the one that gathers a replacement.
  private let table: ClickHouseTable
  private var target: ClickHouseTable
  private var replacement: ClickHouseReplacement?
  private let rejects: SQLRejectTable<ClickHouseConnection>?
  var hasOtherColumns: Bool { current?.hasOtherColumns ?? false }
  /// Those of sources that can be read again.
  private var streams: [JobIdentity: ClickHouseStream] = [:]
  private var current: ClickHouseStream?
  private let run = RandomName.make()
  /// Rows of a source that can't be read again, since the last commit.
  private var rows = SinkBuffer()
  private var loose: [Reject] = []

  init(
    _ jobs: [JobIdentity?], _ sink: ClickHouseSink, columns: [ImportColumn],
    over connection: ClickHouseConnection
  ) throws(ImportError) {
    (self.connection, mode, choices) = (connection, sink.mode, sink.choices)
    let known = try sink.check(jobs, columns, in: connection)
    try ClickHouseProgressTable.ready(in: connection)
    try connection.execute(
      ClickHouseTable.creation(sink.table, columns).replacing(
        "CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ", maxReplacements: 1))
    for statement in try sink.changes(of: columns, in: connection).statements {
      try connection.execute(statement)
    }
    table = try ClickHouseTable(sink.table, columns: columns, in: connection)
    notes = [table.note].compactMap { $0 }
    target = table
    rejects = try sink.rejectTable.map { name throws(ImportError) in
      try SQLRejectTable(name, in: connection)
    }
    if mode == .replace {
      let replacement = try ClickHouseReplacement(of: table, jobs, in: connection)
      self.replacement = replacement
      let found = try replacement.inspection(in: connection)
      if found != .resumed || choices.contains(.restart) {
        try replacement.begin(in: connection)
      }
      target = try ClickHouseTable(replacement.name, columns: columns, in: connection)
    } else {
      try known.keep(table.identity, run: run, in: connection)
      if choices.contains(.restart) {
        try rejects?.forget(
          of: RejectTarget(name: table.name, tableID: table.identity),
          sources: RejectedSources(jobs))
      }
    }
    earlier = try enter(jobs.first ?? nil)
  }

  /// Moves to a source's progress.
  private func enter(_ job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let job else {
      current = nil
      return nil
    }
    let stream: ClickHouseStream
    if let known = streams[job] {
      stream = known
    } else {
      stream = try ClickHouseStream(
        job, target, target: target.name, mode: mode, run: run,
        mayBeEmpty: choices.contains(.mayBeEmpty), rejects: rejects, in: connection)
      streams[job] = stream
    }
    current = stream
    return try stream.checkpoint()
  }

  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? { try enter(job) }

  func beginAnew() throws(ImportError) {
    guard let replacement else { return }
    try replacement.begin(in: connection)
    target = try ClickHouseTable(replacement.name, columns: table.columns, in: connection)
    let job = streams.first { $0.value === current }?.key
    streams.removeAll()
    earlier = try enter(job)
  }

  func append(_ row: borrowing ImportRow) -> RowVerdict {
    guard let current else { return write(row, to: &rows) }
    let verdict = write(row, to: &current.buffer)
    if case .stored = verdict { current.ends.append(current.buffer.count) }
    return verdict
  }

  private func write(_ row: borrowing ImportRow, to out: inout SinkBuffer) -> RowVerdict {
    let start = out.count
    for column in 0..<row.count {
      if let refusal = target.codecs[column].write(row[column], to: &out) {
        out.truncate(to: start)
        return refusal.verdict(
          column: target.columns[column].name, type: target.types[column])
      }
    }
    return .stored
  }

  func store(_ rejects: [Reject]) {
    if let current { current.store(rejects) } else { loose += rejects }
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if let current { return try current.commit(checkpoint) }
    if rows.count > 0 {
      var body = SinkBuffer()
      unsafe target.head.withUnsafeBufferPointer { unsafe body.append($0) }
      unsafe body.append(rows.bytes.assumingMemoryBound(to: UInt8.self))
      // A token of its own, so that a request may be repeated within this run.
      try unsafe connection.insert(
        target.insertion, body.bytes, token: "sluice-\(RandomName.make())")
      rows.removeAll(keeping: ClickHouseStream.mostKept)
    }
    guard !loose.isEmpty else { return }
    try rejects?.store(
      loose, for: RejectTarget(name: table.name, tableID: table.identity),
      token: "sluice-\(RandomName.make())")
    loose.removeAll()
  }

  func finish() throws(ImportError) {
    for stream in streams.values { try stream.finish() }
    guard let replacement else { return }
    try replacement.publish(in: connection)
    for stream in streams.values { try stream.rename(to: table.name) }
    self.replacement = nil
  }
}

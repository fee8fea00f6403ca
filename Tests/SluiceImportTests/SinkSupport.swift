import Sluice
import SluiceFeed
import SluiceImport

/// Runs a job: `columns` as `NAME:TYPE=PATH`.
@discardableResult
func runJob(
  _ source: FeedSource, into sink: any Sink, _ columns: [String], batchSize: Int = 10_000,
  checking: JSONChecking? = nil, framing: FeedFraming = .auto,
  rejectFile: String? = nil,
  progress: ((ImportProgress) -> Void)? = nil
) throws -> ImportSummary {
  var feed = FeedOptions()
  feed.framing = framing
  if let checking { feed.checking = checking }
  let job = try ImportJob(
    feed: source,
    columns: columns.map { specification throws(ImportError) in
      try ImportColumn(parsing: specification)
    },
    sink: sink,
    options: ImportOptions(feed: feed, batchSize: batchSize, rejectFile: rejectFile))
  return try job.run(progress: progress)
}

func textFeed(_ text: String) -> FeedSource { .bytes(Array(text.utf8), name: "test") }

/// A sink that fails at its n-th commit, and then holds nothing of the batch.
final class BreakingSink: Sink {
  let inner: any Sink
  var commitsLeft: Int
  var name: String { inner.name }

  init(_ inner: any Sink, commits: Int) {
    self.inner = inner
    commitsLeft = commits
  }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    try inner.open(jobs, columns: columns)
  }

  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    try inner.switchSource(to: job)
  }

  func knownSources() throws(ImportError) -> [KnownSource] { try inner.knownSources() }

  var keepsRowsBack: Bool { inner.keepsRowsBack }
  var refusesLate: Bool { inner.refusesLate }
  var rejectTable: String? { inner.rejectTable }
  var takesOtherColumns: Bool { inner.takesOtherColumns }
  var notes: [ImportNote] { inner.notes }

  func store(_ rejects: [Reject]) throws(ImportError) { try inner.store(rejects) }

  var skippedRows: Int64 { inner.skippedRows }

  func beginAnew() throws(ImportError) { try inner.beginAnew() }

  func settle() throws(ImportError) -> [LateRefusal] { try inner.settle() }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try inner.append(row)
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try countDown()
    try inner.commit(checkpoint)
  }

  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool { try inner.hold(checkpoint) }

  func commitHeld() throws(ImportError) {
    try countDown()
    try inner.commitHeld()
  }

  private func countDown() throws(ImportError) {
    commitsLeft -= 1
    if commitsLeft < 0 { throw ImportError(.sink, "planted") }
  }

  func finish() throws(ImportError) { try inner.finish() }

  func synchronize() throws(ImportError) { try inner.synchronize() }

  func rollBack() { inner.rollBack() }
}

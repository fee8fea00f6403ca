import Sluice
import SluiceFeed
import SluiceRows

/// What a run counts: the only place that adds and subtracts.
struct RunCounts {
  private(set) var summary = ImportSummary()
  /// What the run had done by the last commit, except for the sources.
  private(set) var committed = ImportSummary()
  /// Counts from several threads.
  private var unknownKeys = UnknownKeyCounts()
  /// How many rows the sink had skipped when it was last asked.
  private var skippedBefore: Int64
  /// How many of the summary's notes were reported with the progress.
  private var toldNotes = 0

  // What belongs to the current source.

  /// The index of its entry in the summary.
  private(set) var entry = 0
  /// The summary's counts without those of the source since the job first ran.
  private var (otherRows, otherRejects, otherSkipped): (Int64, Int64, Int64) = (0, 0, 0)
  /// What the commits of the source have counted; nil: what an earlier run has counted is damaged.
  private(set) var account: CommitAccount?

  init(_ columns: [ImportColumn], _ sink: any Sink) {
    summary.valueNotes = NoteCounts(columns)
    summary.notes = sink.notes
    skippedBefore = sink.skippedRows
  }

  // MARK: Records

  @inline(__always)
  mutating func addRow() {
    summary.rows &+= 1
    summary.totalRows &+= 1
  }

  /// A record all of whose rows were stored.
  @inline(__always)
  mutating func addRecord(_ number: Int64) {
    summary.rowRecords &+= 1
    account?.add(row: number)
  }

  mutating func add(filtered: Int64 = 0, empty: Int64 = 0) {
    summary.filtered += filtered
    summary.empty += empty
  }

  mutating func add(_ notes: ValueNotes) { summary.valueNotes.add(notes) }

  /// The notes of a row of a batch.
  mutating func add(_ notes: RowNotes, of row: Int) {
    notes.count(row, in: &summary.valueNotes)
  }

  /// Those of a row that was counted, and was refused after all.
  mutating func takeBack(_ notes: RowNotes, of row: Int) {
    notes.count(row, -1, in: &summary.valueNotes)
  }

  mutating func add(_ keys: UnknownKeyCounts) { unknownKeys.add(keys) }

  /// A row of an exploded array that the target refused.
  mutating func addRefusedRow() { summary.refusedRows += 1 }

  mutating func add(_ reject: Reject) {
    summary.rejects += 1
    summary.totalRejects += 1
    account?.add(reject: reject.record)
    summary.rejectReasons.count(reject)
  }

  /// Rows that were counted, and were refused after all. `record`: that of which all rows were counted.
  mutating func takeBack(
    rows: Int, areRefusedElements: Bool, record: Int64?
  ) {
    summary.rows -= Int64(rows)
    summary.totalRows -= Int64(rows)
    if areRefusedElements { summary.refusedRows += Int64(rows) }
    if let record {
      summary.rowRecords -= 1
      account?.remove(row: record)
    }
  }

  /// Rows that the sink has skipped since it was last asked.
  mutating func countSkipped(by sink: any Sink) {
    let skipped = sink.skippedRows - skippedBefore
    skippedBefore += skipped
    summary.skippedByTarget += skipped
    summary.totalSkippedByTarget += skipped
    // A replacement skips rows of earlier runs, too.
    summary.rows = max(summary.rows - skipped, 0)
    summary.totalRows = max(summary.totalRows - skipped, 0)
  }

  // MARK: Sources

  /// What an earlier run has left of one of the job's sources.
  mutating func add(earlier checkpoint: Checkpoint) {
    summary.earlierRecords += checkpoint.position.recordNumber
    summary.totalRows += checkpoint.rows
    summary.totalRejects += checkpoint.rejects
    summary.totalSkippedByTarget += checkpoint.skippedRows
    summary.unreportedRejects += checkpoint.unreportedRejects
  }

  mutating func reserve(sources: Int) { summary.sources.reserveCapacity(sources) }

  /// Adds an entry for a source.
  mutating func add(source name: String, _ beginning: ImportSummary.Beginning) {
    summary.sources.append(ImportSummary.Source(name: name, beginning: beginning, bytes: 0))
  }

  /// Counts on from what earlier commits of a source have counted. `entry`: that of the source.
  mutating func goOn(from earlier: Checkpoint?, in run: String) {
    (otherRows, otherRejects) = (
      summary.rows - (earlier?.rows ?? 0), summary.rejects - (earlier?.rejects ?? 0)
    )
    otherSkipped = summary.skippedByTarget - (earlier?.skippedRows ?? 0)
    account = earlier.map(\.account) ?? CommitAccount(run: run)
    account?.run = run
  }

  /// The entry of the source that is read from now on.
  mutating func enter(_ entry: Int) { self.entry = entry }

  var sourceName: String { summary.sources[entry].name }

  mutating func set(left: ImportSummary.Left?) { summary.sources[entry].left = left }

  mutating func set(bytes: Int64, of entry: Int) { summary.sources[entry].bytes = bytes }

  /// The numbers of the source's rows, rejects and skipped rows since the job first ran.
  var rowsOfSource: Int64 { summary.rows - otherRows }
  var rejectsOfSource: Int64 { summary.rejects - otherRejects }
  var skippedOfSource: Int64 { summary.skippedByTarget - otherSkipped }

  /// Links the records of the source up to a number, which a commit makes permanent.
  mutating func link(upTo record: Int64) { account?.commit(upTo: record) }

  mutating func refuse(_ source: FeedSource, _ error: ImportError) {
    summary.refusedSources.append(ImportSummary.RefusedSource(source, error))
  }

  // MARK: The run

  mutating func note(_ notes: some Sequence<ImportNote>) { summary.notes += notes }

  /// Records a stop before the end of the sources.
  mutating func stop() { summary.isStopped = true }

  /// Whether rejects were counted since the last commit.
  var hasNewRejects: Bool { summary.rejects != committed.rejects }

  /// What the run has done so far. `keys`: that of the thread that stores rows.
  func result(_ keys: UnknownKeyDetector?) -> ImportSummary {
    var result = summary
    var found = unknownKeys
    if let keys { found.add(keys.counts) }
    result.unknownKeys = found.counts
    result.otherUnknownKeys = found.others
    return result
  }

  /// All of it is permanent.
  mutating func commit(_ keys: UnknownKeyDetector?) {
    committed = result(keys)
    // Holding them twice would copy them at each commit.
    committed.sources = []
  }

  /// The summary of a run that failed, without what came after its last commit.
  var remains: ImportSummary {
    var remains = committed
    remains.sources = summary.sources
    return remains
  }

  /// The notes that were not reported yet.
  mutating func takeNotes() -> [ImportNote] {
    defer { toldNotes = summary.notes.count }
    return Array(summary.notes[toldNotes...])
  }
}

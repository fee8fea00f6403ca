import Sluice
public import SluiceFeed

/// Where rows go: a table, a file. A new kind of target is a type that conforms.
///
/// A job calls `open` once, then `append` for each record and `commit` now and then, and `rollBack` when it
/// can't continue. The promise of `commit` makes a job exact: the rows appended since the last one and the
/// checkpoint become permanent *together*, or neither does.
public protocol Sink: AnyObject {
  /// The target's name in messages: `table "events" in events.sqlite`.
  var name: String { get }

  /// What happens to earlier rows. Defaults to `append`.
  var mode: WriteMode { get }

  /// The number of rows in the target; nil, the default: not known. Changes nothing, and is called instead of `open`, after
  /// `inspect`.
  func countRows() throws(ImportError) -> Int64?

  /// The best number of records between two commits, unless the job specifies one. Defaults to 10,000.
  var usualBatchSize: Int { get }

  /// Whether rows stay hidden until `finish`, as those of a replacement do. A sink that hides rows can't take a
  /// followed log, which has no end; and a source that has changed begins the replacement anew. Defaults to
  /// false.
  var keepsRowsBack: Bool { get }

  /// Whether an interrupted job resumes after its last commit instead of beginning anew. Read when the sink
  /// is open. Defaults to true.
  var keepsProgress: Bool { get }

  /// Whether `open` forgets what earlier runs have left of the job's sources (``TableChoices/restart``). Defaults to false.
  var restarts: Bool { get }

  /// The table of the same database that rejects go to; nil, the default: they go elsewhere, or are only
  /// counted.
  var rejectTable: String? { get }

  /// Adds rejects to ``rejectTable``. They become permanent with the next commit, together with the rows.
  /// Called after `settle`.
  func store(_ rejects: [Reject]) throws(ImportError)

  /// The files on this machine that it writes, which must be no other files of the job. Defaults to none.
  var files: [SinkFile] { get }

  /// What should be known of the target since it was opened, and is not an error. Defaults to nothing.
  var notes: [ImportNote] { get }

  /// Whether a source that an earlier run began may be continued with other columns (``TableChanges``).
  /// Defaults to false.
  var takesOtherColumns: Bool { get }

  /// Whether an earlier run of the current source had other columns. Defaults to false.
  var hasOtherColumns: Bool { get }

  /// The same target in mode `append`, which inspects what a replacement has published. Defaults to itself, for a sink
  /// without replacements.
  func appending() throws(ImportError) -> any Sink

  /// From now on, `stop` ends the sink's waits: for another client's lock, for a server's answer, for the reader of a
  /// pipe. What it waits for when the stop is set has a few seconds to come; then the sink throws
  /// `ImportError.Kind.stopped`. Called before everything else. Does nothing by default: then the sink hears no stop
  /// while it waits.
  func heed(_ stop: FeedStop)

  /// Makes the target ready for the rows of all sources of a job. Returns the checkpoint that an earlier
  /// run of the same job left for the first of them, which is the current one.
  ///
  /// `jobs` has an entry for each source, nil for one that can't be read again (a pipe): its progress is
  /// not kept. A replacement belongs to its sources: it resumes only an earlier one of the same sources and
  /// columns. Throws before the first row when the target doesn't fit the columns.
  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint?

  /// Discards what an interrupted replacement has gathered, with its progress, because a source has changed
  /// since its rows were read. The job reads all sources from their start.
  ///
  /// Called after `open` or `switchSource`, before the first row, and only when `keepsRowsBack` is true. Throws
  /// unless the sink implements it.
  func beginAnew() throws(ImportError)

  /// What earlier runs have committed to the target, of all sources. Called before `open`, and changes nothing. A file that
  /// was imported under another path is found here, also by a job that begins anew. Defaults to nothing.
  func knownSources() throws(ImportError) -> [KnownSource]

  /// Finds out what `open` would find, and changes nothing: the checkpoint that an earlier run left for
  /// each job, and whether the target fits the columns. Throws as `open` does.
  ///
  /// By default, a sink can't tell.
  func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection

  /// Continues with another source of the same job: later commits belong to it. Returns the checkpoint that
  /// an earlier run left for it; nil for a source that can't be read again.
  ///
  /// Called after `open`, a commit or `hold`, never while rows of the current source wait for a commit. By default, a sink takes jobs of one
  /// source only, and jobs of several are refused before the first row.
  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint?

  /// Adds a row. It must not become permanent before `commit`. Its bytes are valid until this returns: a
  /// sink that keeps them copies them.
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict

  /// Brings the rows since the last commit to the target, as far as it takes them, and returns those that
  /// it refused although `append` had reported them as stored. Called before each commit.
  ///
  /// A sink that sends rows in batches learns only here how the target treats each. The job then makes a
  /// reject of the row's record. Returns no row by default.
  func settle() throws(ImportError) -> [LateRefusal]

  /// Whether `settle` may return rows; if so, a job keeps the text of their records until the commit.
  /// Defaults to false.
  var refusesLate: Bool { get }

  /// The number of rows since the sink was opened that the target accepted but did not store, because their
  /// key exists already and the mode says to ignore them, or because a trigger or a rule decided so. They count as skipped, not as stored. Read after `settle` and
  /// `finish`. Defaults to 0.
  var skippedRows: Int64 { get }

  /// Makes the rows since the last commit and the checkpoint permanent, in one step.
  func commit(_ checkpoint: Checkpoint) throws(ImportError)

  /// Leaves the current source, which was read to its end, to the next commit: that makes its rows and this checkpoint
  /// permanent, together with those of the sources after it. False, the default: the sink can't hold it, and the
  /// job commits.
  ///
  /// A sink that returns true keeps rows and checkpoints of several sources until `commit` or `commitHeld`. Called after
  /// `settle`, for sources with a progress of their own.
  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool

  /// Whether so much is held that the next source begins with a commit. Defaults to false: the job commits after some time
  /// and number of records.
  var holdsMuch: Bool { get }

  /// Makes everything since the last commit permanent, in one step: the rows and checkpoints of sources that were held.
  /// Called only after `hold`, while no other source has rows. Does nothing by default.
  func commitHeld() throws(ImportError)

  /// Finishes the target: all sources were read to their ends, and their rows are committed.
  ///
  /// Not called for a job that was stopped. If a job is killed first, its next run finds nothing new, and
  /// calls this again. Does nothing by default.
  func finish() throws(ImportError)

  /// Flushes what was committed to the disk, so that no loss of power undoes it. Called before the job
  /// gives up what it would need to resume from an earlier commit. By default, every commit is already on
  /// the disk.
  func synchronize() throws(ImportError)

  /// Forgets the rows since the last commit, and frees what they hold, because the job has failed.
  func rollBack()
}

extension Sink {
  public var mode: WriteMode { .append }

  public func countRows() throws(ImportError) -> Int64? { nil }

  public var usualBatchSize: Int { 10_000 }

  public var keepsRowsBack: Bool { false }

  public var keepsProgress: Bool { true }

  public var restarts: Bool { false }

  public var rejectTable: String? { nil }

  public func store(_ rejects: [Reject]) throws(ImportError) {
    throw ImportError(.rejects, "\(name) has no table for rejects")
  }

  public var files: [SinkFile] { [] }

  public var notes: [ImportNote] { [] }

  public var takesOtherColumns: Bool { false }

  public var hasOtherColumns: Bool { false }

  public func appending() -> any Sink { self }

  public var refusesLate: Bool { false }

  public var skippedRows: Int64 { 0 }

  public func settle() throws(ImportError) -> [LateRefusal] { [] }

  public func beginAnew() throws(ImportError) {
    throw ImportError(.sink, "\(name) can't begin a replacement anew")
  }

  public func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool { false }

  public var holdsMuch: Bool { false }

  public func commitHeld() throws(ImportError) {}

  public func finish() throws(ImportError) {}

  public func synchronize() throws(ImportError) {}

  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    SinkInspection(state: .unknown, checkpoints: jobs.map { _ in nil })
  }

  public func heed(_ stop: FeedStop) {}

  public func knownSources() throws(ImportError) -> [KnownSource] { [] }

  public func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    throw ImportError(
      .sink, "\(name) takes the rows of one source: import each source by a job of its own")
  }
}

/// A row that the target refused after `append` had accepted it.
public struct LateRefusal: Sendable, Hashable {
  /// The row's number among those for which `append` returned `RowVerdict.stored` since the last commit,
  /// from 0. Refusals come in ascending order, one for each row.
  public let row: Int
  /// The code for the reject file, as in a `RowVerdict`.
  public let code: String
  public let message: String
  /// Another one of these rows that excludes it, or nil. The reject says where its record is.
  public let other: Int?

  public init(row: Int, code: String, message: String, other: Int? = nil) {
    self.row = row
    self.code = code
    self.message = message
    self.other = other
  }
}

/// What distinguishes the jobs of a target: the source and what is taken from it. A sink adds its target. A
/// job of several sources has one for each.
public struct JobIdentity: Sendable, Hashable {
  /// What is the same for all sources of a job, which may be many.
  final class Taking: Sendable {
    let columns: ByteName
    /// Whether an earlier run may have had other columns.
    let takesOtherColumns: Bool
    /// The bytes of the source that are read; nil: all. No part of the identity, whose source names it.
    let range: Range<Int64>?

    init(_ columns: ByteName, takesOtherColumns: Bool = false, range: Range<Int64>? = nil) {
      (self.columns, self.takesOtherColumns, self.range) = (columns, takesOtherColumns, range)
    }
  }

  /// The source's absolute path.
  public let source: ByteName
  private let taking: Taking
  /// The source's name as it was given. No part of the identity.
  var name: String?
  /// Names that its rejects may have from runs before, where the job begins anew.
  var formerNames: [String] = []

  /// What is taken: the columns as they are written, in order, one a line, and the other settings that
  /// decide which rows there are.
  public var columns: ByteName { taking.columns }
  var takesOtherColumns: Bool { taking.takesOtherColumns }
  var range: Range<Int64>? { taking.range }
  /// The names that its rejects may have.
  var names: [String] { (name.map { [$0] } ?? []) + formerNames }

  /// `more`: other settings that decide which rows the source gives, such as a filter.
  public init(source: String, columns: [ImportColumn], more: [String] = []) {
    self.init(source: ByteName(source), Taking(JobIdentity.text(of: columns, more)))
  }

  init(source: ByteName, _ taking: Taking) { (self.source, self.taking) = (source, taking) }

  static func text(of columns: [ImportColumn], _ more: [String]) -> ByteName {
    ByteName((columns.map(\.description) + more).joined(separator: "\n"))
  }

  public static func == (one: JobIdentity, other: JobIdentity) -> Bool {
    one.source == other.source && one.columns == other.columns
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(columns)
  }

  /// Whether it continues what a job with these columns began.
  func continues(_ earlier: ByteName) -> Bool {
    guard earlier != columns else { return true }
    return takesOtherColumns && JobIdentity.rest(of: earlier) == JobIdentity.rest(of: columns)
  }

  /// Everything from the first line on that is not a column. A column whose name looks like such a line
  /// only makes two jobs differ that may be alike.
  static func rest(of columns: ByteName) -> ByteName {
    let heads = ["where ", "explode ", "rows ", "prefix ", "lines ", "inside ", "members "]
    let lines = columns.text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = lines.drop { line in !heads.contains { line.starts(with: $0.utf8) } }
    return ByteName(rest.map { Substring($0) }.joined(separator: "\n"))
  }
}

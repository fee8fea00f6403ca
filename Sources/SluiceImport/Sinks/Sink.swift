/// Where rows go: a table, a file. Adding one is a type that conforms.
///
/// A job calls `open` once, then `append` for each record and `commit` now and then, and `rollBack`
/// when it can't go on. What makes a job exact is the promise of `commit`: the rows appended since
/// the last one and the checkpoint become permanent *together*, or neither does.
public protocol Sink: AnyObject {
  /// What is written into, for messages: `table "events" in events.sqlite`.
  var name: String { get }

  /// How many records there are best between two commits, when nobody says: 10,000 where a sink does not
  /// conform to this.
  var usualBatchSize: Int { get }

  /// Whether rows stay hidden until `finish`, as those of a replacement do. A job that follows a log, which has
  /// no end, is refused then; and a source that has changed begins the replacement anew. Defaults to false.
  var keepsRowsBack: Bool { get }

  /// Whether a job that was interrupted goes on behind its last commit, and does not begin anew. Asked when the
  /// sink is open. True where a sink does not conform to this.
  var keepsProgress: Bool { get }

  /// Makes the target ready for the rows of all sources of a job. Returns the checkpoint that an earlier run of
  /// the same job left for the first of them, which is the current one.
  ///
  /// `jobs` has an entry for each source, nil for one that can't be read again (a pipe): its progress is not
  /// kept. A replacement belongs to its sources: it resumes an earlier one of the same sources and columns
  /// only. Throws when the target doesn't fit the columns: before the first row.
  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint?

  /// Discards what an interrupted replacement has gathered, with its progress: a source is no longer the one
  /// that its rows came from. The job reads all sources from their start.
  ///
  /// Called after `open` or `turn`, before the first row, and only when `keepsRowsBack` is true. Throws
  /// unless the sink implements it.
  func beginAnew() throws(ImportError)

  /// Looks what `open` would find, and changes nothing: of each job the checkpoint that an earlier run
  /// left, and whether the target fits the columns. Throws as `open` does.
  ///
  /// A sink that does not conform to this can't tell.
  func look(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkOutlook

  /// Goes on with another source of the same job: commits are of it from now on. Answers with the
  /// checkpoint that an earlier run left for it; nil for a source that can't be read again.
  ///
  /// Called behind `open` or a commit, never while rows wait for one. A sink that does not conform to
  /// this takes jobs of one source only, and jobs of several are refused before the first row.
  func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint?

  /// Adds a row. It must not become permanent before `commit`.
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict

  /// Brings the rows since the last commit to the target, as far as it takes them, and returns those that it
  /// refused although `append` had answered that they are stored. Called before each commit.
  ///
  /// A sink that sends rows in batches learns only here what the target says of each. The job then makes a
  /// reject of the row's record. Defaults to no row.
  func settle() throws(ImportError) -> [LateRefusal]

  /// Whether `settle` may return rows: then a job keeps the text of their records until the commit. Defaults to
  /// false.
  var refusesLate: Bool { get }

  /// Rows since the sink was opened that the target took and did not store, though it refused none of them: a
  /// trigger or a rule of a table decides so. They count as skipped, not as stored. Asked after `settle` and
  /// `finish`. Defaults to 0.
  var skippedRows: Int64 { get }

  /// Makes the rows since the last commit and the checkpoint permanent, in one step.
  func commit(_ checkpoint: Checkpoint) throws(ImportError)

  /// All sources were read to their ends, and what came of them is committed: nothing more will come.
  ///
  /// Not called of a job that was stopped. A job that is killed before it is run again, finds nothing new,
  /// and comes here again. A sink that does not conform to this has nothing left to do.
  func finish() throws(ImportError)

  /// Puts on the disk what was committed, so that no loss of power takes it back. Called before the job lets go of
  /// what would be needed to go on from an earlier commit. A sink that does not conform to this has each commit on
  /// the disk.
  func synchronize() throws(ImportError)

  /// Forgets the rows since the last commit, and frees what they hold: the job has failed.
  func rollBack()
}

extension Sink {
  public var usualBatchSize: Int { 10_000 }

  public var keepsRowsBack: Bool { false }

  public var keepsProgress: Bool { true }

  public var refusesLate: Bool { false }

  public var skippedRows: Int64 { 0 }

  public func settle() throws(ImportError) -> [LateRefusal] { [] }

  public func beginAnew() throws(ImportError) {
    throw ImportError(.sink, "\(name) can't begin a replacement anew")
  }

  public func finish() throws(ImportError) {}

  public func synchronize() throws(ImportError) {}

  public func look(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkOutlook {
    SinkOutlook(state: .unknown, checkpoints: jobs.map { _ in nil })
  }

  public func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    throw ImportError(
      .sink, "\(name) takes the rows of one source: import each source by a job of its own")
  }
}

/// What a sink did with a row.
public enum RowVerdict: Sendable, Hashable {
  case stored
  /// The target refuses this row (a constraint, say): the record is rejected, and the job goes on.
  case refused(code: String, message: String)
}

/// A row that the target refused after `append` had taken it.
public struct LateRefusal: Sendable, Hashable {
  /// The row's number among those that `append` answered with ``RowVerdict/stored`` since the last commit,
  /// from 0. Refusals come in ascending order, one for each row.
  public let row: Int
  /// What the reject file says: the code, as of a ``RowVerdict``.
  public let code: String
  public let message: String

  public init(row: Int, code: String, message: String) {
    self.row = row
    self.code = code
    self.message = message
  }
}

/// What tells one job from another in a target: the source and what is taken from it. A sink adds its
/// target. Of a job of several sources each has its own.
public struct JobIdentity: Sendable, Hashable {
  /// The source's absolute path.
  public let source: String
  /// What is taken: the columns as they are written, in order, one a line, and what else decides
  /// which rows there are.
  public let columns: String

  /// `more`: what else decides which rows come of the source, such as a filter.
  public init(source: String, columns: [ImportColumn], more: [String] = []) {
    self.source = source
    self.columns = (columns.map(\.description) + more).joined(separator: "\n")
  }
}

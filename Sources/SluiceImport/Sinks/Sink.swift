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

  /// Whether nobody sees the rows before `finish`: then a job that follows a log, which has no end, is refused.
  /// False where a sink does not conform to this.
  var keepsRowsBack: Bool { get }

  /// Whether a job that was interrupted goes on behind its last commit, and does not begin anew. Asked when the
  /// sink is open. True where a sink does not conform to this.
  var keepsProgress: Bool { get }

  /// Makes the target ready, and answers with the checkpoint that an earlier run of the same job
  /// left.
  ///
  /// `job` is nil when the source can't be read again (a pipe): then nothing of its progress is to
  /// be kept. Throws when the target doesn't fit the columns: before the first row.
  func open(_ job: JobIdentity?, columns: [ImportColumn]) throws(ImportError) -> Checkpoint?

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

  /// Makes the rows since the last commit and the checkpoint permanent, in one step.
  func commit(_ checkpoint: Checkpoint) throws(ImportError)

  /// All sources were read to their ends, and what came of them is committed: nothing more will come.
  ///
  /// Not called of a job that was stopped. A job that is killed before it is run again, finds nothing new,
  /// and comes here again. A sink that does not conform to this has nothing left to do.
  func finish() throws(ImportError)

  /// Forgets the rows since the last commit, and frees what they hold: the job has failed.
  func rollBack()
}

extension Sink {
  public var usualBatchSize: Int { 10_000 }

  public var keepsRowsBack: Bool { false }

  public var keepsProgress: Bool { true }

  public func finish() throws(ImportError) {}

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

import Sluice
public import SluiceFeed
import SluiceRows

/// What a run of a job did. `records == rowRecords + rejects + filtered + empty`; unless an array is
/// exploded, `rows + skippedByTarget == rowRecords`, and `empty == 0`.
public struct ImportSummary: Sendable, Hashable {
  /// Where the reading of a source began.
  public enum Beginning: Sendable, Hashable {
    /// At the source's start.
    case fresh
    /// Where an earlier run stopped before its end.
    case resumed(offset: Int64)
    /// Where an earlier run came to its end: this one read what was appended since, if anything.
    case continued(offset: Int64)
  }

  /// What was read from one source. A followed path has one for each file that was there.
  public struct Source: Sendable, Hashable {
    public let name: String
    /// The bytes of it that this run read, decompressed and in UTF-8.
    public internal(set) var bytes: Int64
    /// In an object of its own, because most of many sources have none; nil: it was read from its start to its end.
    private var rest: Rest?

    private final class Rest: Sendable {
      let beginning: Beginning
      let left: Left?

      init(_ beginning: Beginning, _ left: Left?) {
        (self.beginning, self.left) = (beginning, left)
      }
    }

    init(name: String, beginning: Beginning, bytes: Int64) {
      (self.name, self.bytes) = (name, bytes)
      if beginning != .fresh { rest = Rest(beginning, nil) }
    }

    public var beginning: Beginning { rest?.beginning ?? .fresh }
    /// What was left at its end for the next run, because it may be unfinished; nil: nothing.
    public internal(set) var left: Left? {
      get { rest?.left }
      set { if newValue != left { rest = Rest(beginning, newValue) } }
    }

    public static func == (one: Source, other: Source) -> Bool {
      one.name == other.name && one.bytes == other.bytes && one.beginning == other.beginning
        && one.left == other.left
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(bytes)
      hasher.combine(beginning)
      hasher.combine(left)
    }
  }

  /// What a run leaves at a source's end. With ``ImportOptions/isFinal`` it is taken or rejected instead, except for
  /// ``rest(bytes:)``.
  public enum Left: Sendable, Hashable {
    /// A line or another record that may be unfinished, with the size of its text.
    case record(bytes: Int64)
    /// The array of records has not ended; the size is that of the text after its last element.
    case array(bytes: Int64)
    /// It has no text where an array is expected: nothing, or white space, whose size this is.
    case noText(bytes: Int64)
    /// The last member or frame of a compressed file, which is cut short: its size in the file, and the
    /// offset at which it begins.
    case member(bytes: Int64, offset: Int64)
    /// What a log has after the last record that was taken when the job that follows it was stopped.
    case rest(bytes: Int64)

    /// Its size in bytes.
    public var bytes: Int64 {
      switch self {
      case .record(let bytes), .array(let bytes), .noText(let bytes), .member(let bytes, _),
        .rest(let bytes):
        bytes
      }
    }
  }

  /// A source of several that was not read.
  public struct RefusedSource: Sendable, Hashable {
    public let name: String
    /// The reason, and what to do.
    public let message: String

    init(_ source: FeedSource, _ error: ImportError) {
      (name, message) = (source.name, error.message)
    }
  }

  /// In reading order: sources that an earlier run had begun come first.
  public internal(set) var sources: [Source] = []
  /// The number of records that this run read.
  public var records: Int64 { rowRecords + rejects + filtered + empty }
  /// The number of rows that this run stored.
  public internal(set) var rows: Int64 = 0
  /// The number of rows that the target accepted but did not store: because a row with their key was there
  /// (``WriteMode/ignore(key:)``), or because a trigger or a rule of the table decided so. Only the target
  /// knows which ones.
  public internal(set) var skippedByTarget: Int64 = 0
  /// The number of records all rows of which this run stored, except those that the target skipped.
  public internal(set) var rowRecords: Int64 = 0
  /// The number of records that this run rejected. None of their rows were stored or, where an array is
  /// exploded and the target refused some, the others were (``refusedRows``).
  public internal(set) var rejects: Int64 = 0
  /// Where an array is exploded, the number of rows that the target refused. The reject of a record
  /// describes its first one.
  public internal(set) var refusedRows: Int64 = 0
  /// Where an array is exploded, the number of records without an element.
  public internal(set) var empty: Int64 = 0
  /// The number of records that the filter did not take.
  public internal(set) var filtered: Int64 = 0
  /// For each column, the number of values that were set to NULL, or to the column's default, because they
  /// did not have its type, in the rows that this run stored.
  public var nulled: [ByteName: Int64] { valueNotes.nulled }
  /// For each column, the number of values that it took only because of what it accepts
  /// (`ImportColumn.accepts`), by the word for it, in the rows that this run stored.
  public var accepted: [ByteName: [String: Int64]] { valueNotes.accepted }
  var valueNotes = NoteCounts()
  /// Why this run rejected records, in the order in which the reasons first occurred.
  public internal(set) var rejectReasons: [RejectReason] = []
  /// How often this run found each key that nothing asks for, by path, when they are to be reported: at
  /// most 1000 distinct ones. Those of rejects and of filtered records do not count.
  public internal(set) var unknownKeys: [ByteName: Int64] = [:]
  /// How often it found others.
  public internal(set) var otherUnknownKeys: Int64 = 0
  /// The number of records of this job's sources since it first ran.
  public var totalRecords: Int64 { earlierRecords + records }
  /// The number of those that earlier runs had read.
  var earlierRecords: Int64 = 0
  /// The number of rows of this job since it first ran.
  public internal(set) var totalRows: Int64 = 0
  /// The number of rejects of this job since it first ran.
  public internal(set) var totalRejects: Int64 = 0
  /// The number of rows of this job that its target accepted and did not store, since it first ran.
  public internal(set) var totalSkippedByTarget: Int64 = 0
  /// The number of rejects of earlier runs that did not come to their ends, so that no one may have been told of them.
  public internal(set) var unreportedRejects: Int64 = 0
  /// The sources that were not read, because they are not what an earlier run has read of them. Others were.
  public internal(set) var refusedSources: [RefusedSource] = []
  /// Other findings, in the order in which they were made.
  public internal(set) var notes: [ImportNote] = []
  /// Whether the run was stopped before the end of its sources. The next run continues from there.
  public internal(set) var isStopped = false

  /// The summary of a run that has done nothing yet.
  public init() {}

  /// Only the reasons of records that would be rejected.
  init(rejectReasons: [RejectReason]) { self.rejectReasons = rejectReasons }

  /// The number of bytes that this run read.
  public var bytes: Int64 { sources.reduce(0) { $0 + $1.bytes } }

  /// The number of bytes that this run left at the ends of its sources for the next one.
  public var leftBytes: Int64 { sources.reduce(0) { $0 + ($1.left?.bytes ?? 0) } }

  /// Where the reading of the first source began.
  public var beginning: Beginning { sources.first?.beginning ?? .fresh }
}

/// The progress of a run, reported at each commit.
public struct ImportProgress: Sendable, Hashable {
  /// The current source.
  public let source: String
  /// Its number among the job's sources, from 1, and the number of sources.
  public let sourceNumber: Int
  public let sourceCount: Int
  /// The number of its bytes that are done, including those of earlier runs; of a range, those in it.
  public let offset: Int64
  /// Its size, if it is known in the same bytes; compressed and transcoded sources have none.
  public let size: Int64?
  /// The number of rows that this run stored.
  public let rows: Int64
  /// The number of records that this run rejected.
  public let rejects: Int64
  /// The number of rows of the job since it first ran.
  public let totalRows: Int64
  /// The number of rejects of the job since it first ran.
  public let totalRejects: Int64
  /// The number of rows that the target accepted but did not store: ``ImportSummary/skippedByTarget``.
  public let skippedByTarget: Int64
  /// The number of records that this run read: those that became rows, rejects, filtered and empty ones.
  public let records: Int64
  /// The number of records that the filter did not take.
  public let filtered: Int64
  /// Where an array is exploded, the number of records without an element.
  public let empty: Int64
  /// Why records were rejected, as in ``ImportSummary/rejectReasons``.
  public let rejectReasons: [RejectReason]
  /// The number of bytes that this run read, in all sources.
  public let bytes: Int64
  /// The number of bytes of all sources that are done, including those of earlier runs.
  public let totalOffset: Int64
  /// The size of all sources together, if the size of each unfinished one is known in the same bytes.
  public let totalSize: Int64?
  /// Findings since the last call that should be known.
  public let notes: [ImportNote]
  /// The sources that were refused so far.
  public let refusedSources: [ImportSummary.RefusedSource]
}

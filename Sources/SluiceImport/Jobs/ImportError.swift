import Sluice

/// Why a job can't start or continue. Bad records are not such errors: they are rejected, and the job
/// continues.
public struct ImportError: Error, Sendable, CustomStringConvertible {
  /// What kind of error it is. Kinds may be added.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's stable name.
    public let description: String

    /// A column's specification is wrong, or columns contradict each other.
    public static let badColumn = Kind(description: "bad-column")
    /// A job file is invalid, or lacks what a job needs.
    public static let badJob = Kind(description: "bad-job")
    /// A filter is not a valid condition.
    public static let badFilter = Kind(description: "bad-filter")
    /// The source can't be read.
    public static let source = Kind(description: "source")
    /// The source is not the one that an earlier run of the job read.
    public static let changedSource = Kind(description: "changed-source")
    /// The target has other columns than the job, or the job's earlier run had.
    public static let conflict = Kind(description: "conflict")
    /// The target can't be opened or written.
    public static let sink = Kind(description: "sink")
    /// A value is not of its column's type, and the column's contract is to stop.
    public static let mismatch = Kind(description: "mismatch")
    /// A record has a key that nothing asks for, and the options stop the job there.
    public static let unknownKey = Kind(description: "unknown-key")
    /// The connection to the target broke. What was committed stays, and the next run of the job continues
    /// after it.
    public static let lostConnection = Kind(description: "lost-connection")
    /// The reader of the rows (`| head`) closed the pipe, which is nothing to complain about.
    public static let outputClosed = Kind(description: "output-closed")
    /// More records are bad than the options allow.
    public static let tooManyRejects = Kind(description: "too-many-rejects")
    /// A file that would be written plays another part in the job: its source, say.
    public static let sameFile = Kind(description: "same-file")
    /// The reject file can't be written, or is not the one that an earlier run wrote.
    public static let rejects = Kind(description: "rejects")
  }

  public let kind: Kind
  /// What was found, what was expected, what to do.
  public let message: String

  /// What a job had done when it failed; nil: it had not begun, or no job was running.
  public internal(set) var summary: ImportSummary?

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    // Contains keys and values of the feed, file names, and a server's words.
    self.message = PrintableText.message(message)
  }

  public var description: String { message }
}

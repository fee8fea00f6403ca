extension ImportError.Kind {
  /// A job file is invalid, or lacks what a job needs.
  public static let badJob = Self(description: "bad-job")
  /// The source is not the one that an earlier run of the job read.
  public static let changedSource = Self(description: "changed-source")
  /// The target has other columns than the job, or the job's earlier run had.
  public static let conflict = Self(description: "conflict")
  /// Another client has changed the target while rows were written: the type of a column, or the rows of a replacement.
  /// What was committed stays.
  public static let changedTarget = Self(description: "changed-target")
  /// The connection to the target broke. What was committed stays, and the next run of the job continues
  /// after it.
  public static let lostConnection = Self(description: "lost-connection")
  /// A stop has ended a wait: for another client's lock, for a server or for the reader of a pipe. What was committed
  /// stays. A job doesn't throw it: its summary says that it was stopped.
  public static let stopped = Self(description: "stopped")
  /// The reader of the rows (`| head`) closed the pipe, which is nothing to complain about.
  public static let outputClosed = Self(description: "output-closed")
  /// More records are bad than the options allow.
  public static let tooManyRejects = Self(description: "too-many-rejects")
  /// Nothing was imported, because an earlier run of the job stopped beyond its limit of bad records, or because the
  /// sources didn't pass the gate (``ImportOptions/isGated``).
  public static let beyondLimit = Self(description: "beyond-limit")
  /// A file that would be written plays another part in the job: its source, say.
  public static let sameFile = Self(description: "same-file")
  /// The reject file can't be written, or is not the one that an earlier run wrote.
  public static let rejects = Self(description: "rejects")
}

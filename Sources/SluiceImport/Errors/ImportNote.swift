import SluiceFeed

/// Something about a job that the caller should know and that is not an error: rows are stored all the
/// same.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
  /// What kind of note it is. Kinds may be added.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's stable name.
    public let description: String

    /// Records of a followed log may be lost, or messages of a topic expired before they were read. The text says after
    /// which position, and when the log was examined.
    public static let possibleLoss = Kind(description: "possible-loss")
    /// Offsets of a partition hold no message: of those that compaction removed, of aborted transactions, and of
    /// the marks at the ends of transactions.
    public static let gaps = Kind(description: "gaps")
    /// NUL bytes before a line, where nothing was written, were passed over.
    public static let gap = Kind(description: "gap")
    /// The names of rotated files and the times of their last changes give different orders.
    public static let order = Kind(description: "order")
    /// The table has columns that rows of the job leave NULL.
    public static let columns = Kind(description: "columns")
    /// Most records were refused under a framing that was guessed, and another one fits.
    public static let framing = Kind(description: "framing")
    /// The target compares the key otherwise than by its bytes: rows whose keys are equal to it and differ in bytes are
    /// rejects, but for the first.
    public static let keyCollation = Kind(description: "key-collation")
    /// Other users can read a file of secrets that was used.
    public static let exposedSecret = Kind(description: "exposed-secret")
    /// Something that a promise depends on could not be examined.
    public static let unchecked = Kind(description: "unchecked")
    /// A file is the one that was imported from another path.
    public static let sameSource = Kind(description: "same-source")
    /// A name leads to another file than before, whose records are all imported.
    public static let newSource = Kind(description: "new-source")
    /// The job was stopped while it waited for its target, and the rows since its last commit are not stored. The next
    /// run reads their records again.
    public static let stopped = Kind(description: "stopped")
    /// A rotated file can't be read, and may be one that is needed.
    public static let unreadable = Kind(description: "unreadable")

    /// Whether records may be missing from the target.
    public var isLoss: Bool { self == .possibleLoss || self == .unreadable }
  }

  public let kind: Kind
  public let message: String

  /// What was found about files of secrets so far.
  static var ofSecrets: [ImportNote] {
    SourceNotes.process.all.filter { $0.kind == Kind.exposedSecret.description }
      .map { ImportNote(kind: .exposedSecret, message: $0.text) }
  }

  public var description: String { message }
}

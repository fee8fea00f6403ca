import SluiceFeed

/// Something about a job that the caller should know and that is not an error: rows are stored all the
/// same.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
  /// What kind of note it is. Kinds may be added.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's stable name.
    public let description: String

    /// Records of a followed log may be lost. The text says after which position, and when the log was
    /// examined.
    public static let possibleLoss = Kind(description: "possible-loss")
    /// The names of rotated files and the times of their last changes give different orders.
    public static let order = Kind(description: "order")
    /// The table has columns that rows of the job leave NULL.
    public static let columns = Kind(description: "columns")
    /// Other users can read a file of secrets that was used.
    public static let exposedSecret = Kind(description: "exposed-secret")
    /// A rotated file can't be read, and may be one that is needed.
    public static let unreadable = Kind(description: "unreadable")
  }

  public let kind: Kind
  public let message: String

  /// What was found about files of secrets so far.
  static var ofSecrets: [ImportNote] {
    RemoteContext.process.notes.map { ImportNote(kind: .exposedSecret, message: $0) }
  }

  public var description: String { message }
}

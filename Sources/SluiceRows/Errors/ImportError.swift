import Sluice
import SluiceSystem

/// Why rows can't be made, or a job can't start or continue. Bad records are not such errors: they are
/// rejected, and reading continues.
public struct ImportError: Error, Sendable, CustomStringConvertible {
  /// What kind of error it is. Kinds may be added; SluiceImport adds those of jobs and sinks.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's stable name.
    public let description: String

    package init(description: String) { self.description = description }

    /// A column's specification is wrong, or columns contradict each other.
    public static let badColumn = Kind(description: "bad-column")
    /// A filter is not a valid condition.
    public static let badFilter = Kind(description: "bad-filter")
    /// The source can't be read.
    public static let source = Kind(description: "source")
    /// The target can't be opened or written.
    public static let sink = Kind(description: "sink")
    /// A value is not of its column's type, and the column's contract is to stop.
    public static let mismatch = Kind(description: "mismatch")
    /// A record has a key that nothing asks for, and the options stop the reading there.
    public static let unknownKey = Kind(description: "unknown-key")
  }

  public let kind: Kind
  /// What was found, what was expected, what to do.
  public let message: String

  /// What the layer that was reading adds: a job adds its summary.
  package var context: (any Sendable)?

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    // Contains keys and values of the feed, file names, and a server's words.
    self.message = PrintableText.message(message)
  }

  public var description: String { message }
}

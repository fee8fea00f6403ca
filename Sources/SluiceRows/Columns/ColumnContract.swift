/// What a column requires of its values.
public struct ColumnContract: Sendable, Hashable {
  /// What to do with a record whose value does not have the column's type.
  public enum Mismatch: String, Sendable, Hashable, CaseIterable {
    /// Rejects the record.
    case reject
    /// Stores NULL, or the default if there is one, and counts the value: `nulled` of
    /// ``RowSelection/Counts``, or of a job's summary.
    case null
    /// Ends the job with an error. The next run comes to the same record.
    case stop
  }

  /// Whether records without a value (missing, or null) are rejected.
  public var isRequired = false
  /// Replaces a value that is missing or null; nil: NULL. What reads the column throws ``ImportError`` unless it has the
  /// column's type.
  public var standIn: ColumnConstant?
  public var mismatch = Mismatch.reject
  /// Changes the texts of a column of type `text`, but not its ``standIn``.
  public var transform: ColumnTransform?

  public init(
    isRequired: Bool = false, standIn: ColumnConstant? = nil, mismatch: Mismatch = .reject,
    transform: ColumnTransform? = nil
  ) {
    self.isRequired = isRequired
    self.standIn = standIn
    self.mismatch = mismatch
    self.transform = transform
  }

  /// Everything that differs from the defaults; empty when nothing does.
  var description: String {
    var text = isRequired ? " required" : ""
    if let standIn { text += " default \(standIn.text)" }
    if mismatch != .reject { text += " mismatch \(mismatch.rawValue)" }
    if let transform { text += " transform \(transform.rawValue)" }
    return text
  }
}

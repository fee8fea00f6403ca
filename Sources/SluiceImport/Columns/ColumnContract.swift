/// What is asked of a column's values.
public struct ColumnContract: Sendable, Hashable {
  /// What becomes of a record with a value that is not of the column's type.
  public enum Mismatch: String, Sendable, Hashable, CaseIterable {
    /// It is rejected.
    case reject
    /// The value becomes NULL, or the default where there is one, and ``ImportSummary/nulled`` counts
    /// it.
    case null
    /// The job ends with an error. Run again, it comes to the same record.
    case stop
  }

  /// Whether a record without a value (missing, or null) is rejected.
  public var isRequired = false
  /// What stands in for a value that is missing or null; nil: NULL.
  public var standIn: ColumnConstant?
  public var mismatch = Mismatch.reject
  /// What is made of its texts, of a column of type `text`; not of the ``standIn``.
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

  /// What is not as it is unless told; empty: nothing.
  var description: String {
    var text = isRequired ? " required" : ""
    if let standIn { text += " default \(standIn.text)" }
    if mismatch != .reject { text += " mismatch \(mismatch.rawValue)" }
    if let transform { text += " transform \(transform.rawValue)" }
    return text
  }
}

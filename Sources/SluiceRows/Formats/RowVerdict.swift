/// What a sink or a format did with a row.
public enum RowVerdict: Sendable, Hashable {
  case stored
  /// The target refuses this row (by a constraint, say): the record is rejected, and the job continues.
  case refused(code: String, message: String)
}

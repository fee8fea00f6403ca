/// What a feed does about a bad record, when nobody else is asked.
public enum BadRecordPolicy: Sendable, Hashable {
  /// Stops: the ``RejectedRecord`` is thrown.
  case stop
  /// Passes over it; it is only counted.
  case skip
  /// Keeps it in ``JSONFeed/badRecords``: the first `limit` of them; all are counted.
  case collect(limit: Int)
  /// Appends it to a file, one ``Reject`` a line, which is made when it is missing. Each line is with
  /// the system by the end of the call that met it, of values by the end of their window, of a followed file at once.
  case reject(to: String)
}

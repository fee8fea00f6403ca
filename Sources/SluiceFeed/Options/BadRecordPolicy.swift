/// What a feed does with a bad record if no handler is given.
public enum BadRecordPolicy: Sendable, Hashable {
  /// Stops, and throws the ``RejectedRecord``.
  case stop
  /// Skips it; it is only counted.
  case skip
  /// Keeps it in ``JSONFeed/badRecords``, up to `limit` records; all are counted.
  case collect(limit: Int)
  /// Appends it to a file, one ``Reject`` per line. The file is created if it is missing. Each line is passed to the
  /// system by the end of the call that met it; for values, by the end of their window; for a followed file,
  /// immediately.
  case reject(to: String)
}

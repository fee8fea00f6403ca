import Sluice
import Synchronization

/// One reading of a feed at a time.
///
/// `JSONFeed` itself can't be read inside its own `forEach`: the compiler sees to that. But the values
/// that `values(_:rejected:)` returns share the feed's reader, and may be kept and pulled anywhere.
/// Pulled inside a `forEach` or a `rejected` closure, they would replace the window while its records are
/// lent.
extension FeedReader {
  /// Runs a reading. Throws `feed-in-use` when another has not ended. Costs one atomic exchange for a window or
  /// a whole reading, nothing for a record.
  func exclusively<R>(_ reading: () throws -> R) throws -> R {
    try beginReading()
    defer { endReading() }
    return try reading()
  }

  /// The same for readings that wait between the two.
  func beginReading() throws(JSONError) {
    guard !isDelivering.exchange(true, ordering: .acquiring) else {
      throw JSONError(.feedInUse, at: 0, name: state.pointee.source)
    }
  }

  func endReading() { isDelivering.store(false, ordering: .releasing) }
}

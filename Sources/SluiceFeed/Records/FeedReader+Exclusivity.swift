import Sluice
import Synchronization

/// Allows one reading of a feed at a time.
///
/// The compiler keeps `JSONFeed` from being read inside its own `forEach`. But the values that
/// `values(_:rejected:)` returns share the feed's reader, and may be kept and pulled anywhere. Pulled
/// inside a `forEach` or a `rejected` closure, they would replace the window while its records are borrowed.
extension FeedReader {
  /// Runs a reading. Throws `feed-in-use` if another has not ended. Costs one atomic exchange per window or
  /// whole reading, and nothing per record.
  func exclusively<R>(_ reading: () throws -> R) throws -> R {
    try beginReading()
    defer { endReading() }
    return try reading()
  }

  /// The same for readings that suspend between their begin and end.
  func beginReading() throws(JSONError) {
    guard !isDelivering.exchange(true, ordering: .acquiring) else {
      throw unsafe JSONError(.feedInUse, at: 0, name: state.pointee.source)
    }
  }

  func endReading() { isDelivering.store(false, ordering: .releasing) }
}

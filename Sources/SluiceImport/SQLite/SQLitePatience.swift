import CSQLite
import SluiceSystem

/// How long a connection waits for another one that has the database locked: a time, whatever SQLite tries meanwhile,
/// and after a stop only what ``SinkWaits`` allows.
package final class SQLitePatience {
  private let limit: Double
  private let waits: SinkWaits
  /// When the current wait began.
  private var begin = 0.0
  /// Whether several waits count as one.
  private var isSpan = false
  /// Whether a stop has ended the last wait.
  package private(set) var wasStopped = false

  /// The milliseconds between two tries: short ones first, because most transactions are short.
  private static let pauses: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  package init(milliseconds: Int32, _ waits: SinkWaits) {
    limit = Double(milliseconds) / 1000
    self.waits = waits
  }

  /// Makes the waits of a connection this one's.
  ///
  /// Sound because the connection keeps this value, and takes the handler away before it lets go of it.
  func wait(for handle: OpaquePointer) {
    unsafe sqlite3_busy_handler(
      handle,
      { context, tries in
        guard let context = unsafe context else { return 0 }
        let patience = unsafe Unmanaged<SQLitePatience>.fromOpaque(context).takeUnretainedValue()
        return patience.waits(after: tries) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// From here on, all waits together have the time of one.
  package func beginSpan() { (isSpan, begin) = (true, MonotonicClock.seconds) }

  func endSpan() { isSpan = false }

  /// Pauses before another try. False: the wait is over. `tries`: how many there were in this wait.
  package func waits(after tries: Int32) -> Bool {
    let now = MonotonicClock.seconds
    if tries == 0, !isSpan { begin = now }
    wasStopped = waits.isOver(from: begin)
    guard !wasStopped, now - begin < limit else { return false }
    let pause = SQLitePatience.pauses[
      min(Int(tries), SQLitePatience.pauses.count - 1)]
    let left = max(begin + limit - now, 0.001)
    waits.pause(milliseconds: min(pause, Int32(left * 1000) + 1))
    return true
  }
}

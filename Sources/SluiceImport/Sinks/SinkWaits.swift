import Sluice
package import SluiceFeed
import SluiceSystem

/// What ends the waits of a sink: for a lock that another client holds, for a server's answer, for the reader of a pipe.
///
/// A stop doesn't end what goes on: rows that were read are still stored. But what a sink waits for when the stop comes,
/// or later, has only ``grace`` to come.
package final class SinkWaits: Sendable {
  private struct Limits {
    var stop: FeedStop?
    /// How long a wait may last after the stop, in seconds.
    var grace = 5.0
  }

  private let state = LockedValue(Limits())

  package init() {}

  /// From now on, `stop` ends the waits.
  package func heed(_ stop: FeedStop, grace: Double? = nil) {
    state.withLock {
      $0.stop = stop
      $0.grace = grace ?? $0.grace
    }
  }

  private var stop: FeedStop? { state.withLock { $0.stop } }

  /// Whether there is a stop.
  package var isStoppable: Bool { stop != nil }

  var isStopped: Bool { stop?.isStopped ?? false }

  /// Readable once there was a stop; nil: there can be none, or the system has no descriptors left.
  var wakeUp: FileDescriptor? { stop?.wakeUp }

  /// When a wait that began at a moment has to end; nil: nothing was stopped.
  func end(ofWaitFrom begin: Double) -> Double? {
    let now = state.withLock { $0 }
    return now.stop?.moment.map { max($0, begin) + now.grace }
  }

  /// Whether a wait that began at a moment has to end, because of a stop.
  func isOver(from begin: Double) -> Bool {
    end(ofWaitFrom: begin).map { MonotonicClock.seconds >= $0 } ?? false
  }

  /// Waits for a moment, at most 999 milliseconds. A stop that comes meanwhile ends it.
  func pause(milliseconds: Int32) {
    let stop = stop
    guard let stop, !stop.isStopped, let descriptor = stop.wakeUp else {
      return WorkerThread.sleep(milliseconds: UInt32(clamping: milliseconds))
    }
    var waited = PollSet()
    waited.append(descriptor)
    // Where the system can't wait, the caller tries again at once.
    try? waited.wait(milliseconds: milliseconds)
  }

  /// Waits until a pipe has room. False: a stop has ended the wait.
  package func hasRoom(in descriptor: FileDescriptor) -> Bool {
    let begin = MonotonicClock.seconds
    while true {
      // Before a stop, its descriptor ends the wait; after it, the time that is left.
      let end = end(ofWaitFrom: begin)
      let left = end.map { Int32(max($0 - MonotonicClock.seconds, 0) * 1000) } ?? -1
      let wakeUp = end == nil ? stop?.wakeUp : nil
      if Polling.waitForRoom(in: descriptor, or: wakeUp, milliseconds: left) { return true }
      if isOver(from: begin) { return false }
    }
  }

  /// Does work that nothing can end, such as connecting to a server, on a thread of its own. What it makes when the wait
  /// for it is over is dropped.
  func awaited<R: Sendable>(
    _ what: @autoclosure () -> String, _ work: @escaping @Sendable () -> R
  ) throws(ImportError) -> R {
    guard let wakeUp = stop?.wakeUp else { return work() }
    let made = LockedValue<R?>(nil)
    do throws(SystemError) {
      let done = try WakeUpPipe()
      try WorkerThread {
        let result = work()
        made.withLock { $0 = result }
        done.signal()
      }.detach()
      let begin = MonotonicClock.seconds
      var both = PollSet()
      both.append(done.output)
      both.append(wakeUp)
      try both.wait(milliseconds: -1)
      var one = PollSet()
      one.append(done.output)
      let left = (end(ofWaitFrom: begin) ?? begin) - MonotonicClock.seconds
      try one.wait(milliseconds: Int32(max(left, 0) * 1000))
    } catch {
      throw ImportError(.sink, "can't wait for \(what()): \(error.code)")
    }
    guard let result = made.withLock({ $0 }) else { throw SinkWaits.stopped(what()) }
    return result
  }

  /// The error of a wait that a stop has ended.
  static func stopped(_ what: String) -> ImportError {
    ImportError(
      .stopped,
      "stopped while it waited for \(what): what was read since the last commit is not stored, and is read again by the"
        + " next run")
  }
}

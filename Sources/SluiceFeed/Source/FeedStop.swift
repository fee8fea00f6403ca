import Sluice
import SluiceSystem

/// Ends the reading of a feed from another thread or task.
///
/// ```swift
/// let stop = FeedStop()
/// var feed = try JSONFeed(.follow(path), stop: stop)
/// ```
///
/// After ``stop()`` the feed ends as if its source had ended: after the records of the current
/// window, or immediately if it waits for bytes. An unfinished line is not delivered. The feed's
/// position is after the last record, so that another feed can resume there. One value may stop
/// many feeds.
public final class FeedStop: Sendable {
  private struct Request {
    /// When it was stopped; nil: it was not.
    var moment: Double?
    var pipe: WakeUpPipe?
  }

  private let state = LockedValue(Request())

  public init() {}

  /// Whether ``stop()`` was called.
  public var isStopped: Bool { moment != nil }

  /// When ``stop()`` was called, by the monotonic clock; nil: it was not.
  package var moment: Double? { state.withLock { $0.moment } }

  /// Ends the feeds that use this stop. May be called from any thread, and repeatedly.
  public func stop() {
    state.withLock { state in
      guard state.moment == nil else { return }
      state.moment = MonotonicClock.seconds
      state.pipe?.signal()
    }
  }

  /// A descriptor that becomes readable when the feeds are to stop, and stays readable. Poll it
  /// along with the descriptor that is read. Throws `io` if the system has no descriptors left.
  package func descriptor() throws(InputEvent) -> FileDescriptor {
    let made: Result<FileDescriptor, InputEvent> = state.withLock { state in
      if let pipe = state.pipe { return .success(pipe.output) }
      do throws(SystemError) {
        let pipe = try WakeUpPipe()
        state.pipe = pipe
        if state.moment != nil { pipe.signal() }
        return .success(pipe.output)
      } catch {
        return .failure(.failed(JSONError(error, name: "a pipe to stop by")))
      }
    }
    return try made.get()
  }

  /// The same for waits outside this module; nil if the system has no descriptors left.
  package var wakeUp: FileDescriptor? { try? descriptor() }
}

/// Ends the waits of a feed's inputs.
package struct FeedStops {
  private var stops: [FeedStop] = []

  package var all: [FeedStop] { stops }

  package init(_ stops: [FeedStop] = []) { self.stops = stops }

  package var isStopped: Bool { stops.contains { $0.isStopped } }

  package mutating func append(_ stop: FeedStop) { stops.append(stop) }

  /// Waits until one of `descriptors` is readable, at its end, or broken, or until the given number
  /// of milliseconds has passed (-1: no limit). Throws if the feed is to stop.
  package func wait(
    for descriptors: [FileDescriptor], milliseconds: Int32 = -1, name: String
  ) throws(InputEvent) {
    var waited = PollSet()
    for descriptor in descriptors { waited.append(descriptor) }
    for stop in stops { waited.append(try stop.descriptor()) }
    do throws(SystemError) {
      try waited.wait(milliseconds: milliseconds)
    } catch {
      throw .failed(JSONError(error, name: name))
    }
    if waited.isReady(from: descriptors.count) { throw .stopped(name) }
  }
}

import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
  private struct State {
    var isStopped = false
    var pipe: (input: Int32, output: Int32)?
  }

  private let state = LockedValue(State())

  public init() {}

  deinit {
    state.withLock { state in
      guard let pipe = state.pipe else { return }
      _ = close(pipe.input)
      _ = close(pipe.output)
    }
  }

  /// Whether ``stop()`` was called.
  public var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the feeds that use this stop. May be called from any thread, and repeatedly.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      if let pipe = state.pipe { FeedStop.signal(pipe.output) }
    }
  }

  /// A descriptor that becomes readable when the feeds are to stop, and stays readable. Poll it
  /// along with the descriptor that is read. Throws `io` if the system has no descriptors left.
  func descriptor() throws(JSONError) -> Int32 {
    let made: Result<Int32, JSONError> = state.withLock { state in
      if let pipe = state.pipe { return .success(pipe.input) }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        return .failure(
          JSONError(.io, at: 0, name: "a pipe to stop by", reason: SystemMessage.text(errno)))
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      state.pipe = (ends[0], ends[1])
      if state.isStopped { FeedStop.signal(ends[1]) }
      return .success(ends[0])
    }
    return try made.get()
  }

  private static func signal(_ descriptor: Int32) {
    var byte: UInt8 = 1
    // One byte into an empty pipe: only a signal can interrupt the write.
    while write(descriptor, &byte, 1) < 0, errno == EINTR {}
  }
}

/// Ends the waits of a feed's inputs.
struct FeedStops {
  private var stops: [FeedStop] = []

  init(_ stops: [FeedStop] = []) { self.stops = stops }

  var isStopped: Bool { stops.contains { $0.isStopped } }

  mutating func append(_ stop: FeedStop) { stops.append(stop) }

  /// Waits until one of `descriptors` is readable, at its end, or broken, or until the given number
  /// of milliseconds has passed (-1: no limit). Throws if the feed is to stop.
  func wait(
    for descriptors: [Int32], milliseconds: Int32 = -1, name: String
  ) throws(JSONError) {
    var waited: [pollfd] = []
    for descriptor in descriptors {
      waited.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    for stop in stops {
      waited.append(pollfd(fd: try stop.descriptor(), events: Int16(POLLIN), revents: 0))
    }
    while poll(&waited, nfds_t(waited.count), milliseconds) < 0 {
      guard errno == EINTR else {
        throw JSONError(.io, at: 0, name: name, reason: SystemMessage.text(errno))
      }
    }
    if waited.dropFirst(descriptors.count).contains(where: { $0.revents != 0 }) {
      throw FeedStops.stopped(name)
    }
  }

  /// The error that an input throws if its feed is stopped while it waits. The feed catches it.
  static func stopped(_ name: String) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: stopReason)
  }

  static func isStop(_ error: JSONError) -> Bool {
    error.code == .io && error.detail?.reason == stopReason
  }

  /// The error that an input throws, if it was asked to, when nothing new came.
  static func quiet(_ name: String) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: quietReason)
  }

  static func isQuiet(_ error: JSONError) -> Bool {
    error.code == .io && error.detail?.reason == quietReason
  }

  private static let quietReason = "nothing new has come"
  private static let stopReason = "the reading was stopped"
}

import SluiceSystem

/// Ends the statements of a connection that a stopped job waits for.
///
/// The clients' libraries block in their calls, so a thread of its own waits for the stop. A statement whose wait is
/// over (``SinkWaits``) is cancelled, as a client's user would; when its call doesn't return then either, the connection
/// is cut off. The calls always return to their own thread, so that what they were lent lives long enough.
final class ServerWatch: Sendable {
  private struct WatchedCall {
    /// When the call that goes on began; nil: none does.
    var begin: Double?
    var cancelled: Double?
    var isCut = false
  }

  private let state = LockedValue(WatchedCall())
  private let waits: SinkWaits
  private let closed: WakeUpPipe?
  /// Another descriptor of the connection: the library may close its own at any time.
  private let socket: FileDescriptor?
  private let cancel: @Sendable () -> Void

  /// How long a call may last after it was cancelled, in seconds.
  private static let lastPatience = 2.0
  /// How often a stopped job examines its calls, in milliseconds.
  private static let step: Int32 = 20

  /// `socket`: the connection's, whose number is copied. `cancel` asks the server to end the current statement, by
  /// another connection, on a thread of its own.
  init(_ waits: SinkWaits, socket: FileDescriptor, cancel: @escaping @Sendable () -> Void) {
    self.waits = waits
    self.cancel = cancel
    guard waits.isStoppable, let copy = try? socket.duplicate(), let closed = try? WakeUpPipe()
    else {
      (self.socket, self.closed) = (nil, nil)
      return
    }
    (self.socket, self.closed) = (copy, closed)
    // Without a thread, only the second signal ends a wait.
    try? WorkerThread { self.run(until: closed.output) }.detach()
  }

  deinit { socket?.close() }

  /// Ends the thread. The connection calls it before it ends.
  func close() { closed?.signal() }

  /// Calls a function of the library that may wait for the server.
  @inline(__always)
  func during<R>(_ call: () -> R) -> R {
    let isOutermost = state.withLock { state in
      guard state.begin == nil else { return false }
      state.begin = MonotonicClock.seconds
      return true
    }
    defer { if isOutermost { state.withLock { $0.begin = nil } } }
    return call()
  }

  /// Whether a call was ended because of a stop.
  var hasEndedCalls: Bool { state.withLock { $0.cancelled != nil } }

  private func run(until closed: FileDescriptor) {
    guard let wakeUp = waits.wakeUp else { return }
    var both = PollSet()
    both.append(closed)
    both.append(wakeUp)
    guard (try? both.wait(milliseconds: -1)) != nil else { return }
    while true {
      var end = PollSet()
      end.append(closed)
      guard (try? end.wait(milliseconds: ServerWatch.step)) != nil, !end.isReady(from: 0) else {
        return
      }
      look()
    }
  }

  private func look() {
    let now = MonotonicClock.seconds
    let isDue = state.withLock { state in
      guard let begin = state.begin, waits.isOver(from: begin), !state.isCut else { return false }
      guard let cancelled = state.cancelled, cancelled >= begin else {
        state.cancelled = now
        return true
      }
      if now - cancelled >= ServerWatch.lastPatience {
        state.isCut = true
        socket?.shutDown()
      }
      return false
    }
    guard isDue else { return }
    let cancel = cancel
    try? WorkerThread { cancel() }.detach()
  }
}

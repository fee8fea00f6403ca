import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, and other requests to end the process. The first one ends the reading of a feed in place, so
/// that what was read is finished; the second one ends the tool at once.
///
/// A thread waits for the signals, because hardly anything is allowed in a signal handler.
enum Interruption {
  /// A stop that the signals SIGINT and SIGTERM set. Call this before other threads are made: they inherit
  /// the blocked signals.
  static func stop() -> FeedStop {
    let stop = FeedStop()
    var signals = Interruption.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Interruption.waiting = stop
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Without a thread, the signals keep their default actions.
    if pthread_create(&thread, nil, { _ in Interruption.wait() }, nil) != 0 {
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
    return stop
  }

  /// Set once, before the thread is made.
  nonisolated(unsafe) private static var waiting: FeedStop?

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  private static func wait() -> UnsafeMutableRawPointer? {
    var signals = Interruption.signals
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    waiting?.stop()
    while sigwait(&signals, &signal) != 0 {}
    _exit(ExitStatus.interrupted.rawValue)
  }
}

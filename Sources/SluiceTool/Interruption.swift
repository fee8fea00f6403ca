import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, and what asks a process to end: the first ends the reading of a feed where it is, so that
/// what was read is finished; the second ends the tool at once.
///
/// A thread waits for the signals, because hardly anything is allowed in a signal's handler.
enum Interruption {
  /// A stop that the signals SIGINT and SIGTERM set. To be called before other threads are made: they
  /// inherit that the signals are not theirs.
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
    // Without a thread the signals do what they always do.
    if pthread_create(&thread, nil, { _ in Interruption.wait() }, nil) != 0 {
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
    return stop
  }

  /// Set before the thread is made, and never again.
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

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals of the process.
package enum Signals {
  /// Makes a write to a closed pipe, and one beyond a file's permitted size, fail with an error instead of
  /// ending the process.
  package static func ignoreFailedWrites() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The requests to end the process: SIGINT and SIGTERM.
  package enum Ending {
    private static var signals: sigset_t {
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGINT)
      unsafe sigaddset(&signals, SIGTERM)
      return signals
    }

    /// Blocks them in this thread, and in threads that it makes later.
    package static func block() {
      var signals = signals
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    package static func unblock() {
      var signals = signals
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Waits for one of them; all threads must block them.
    package static func wait() {
      var signals = signals
      var signal: Int32 = 0
      while unsafe sigwait(&signals, &signal) != 0 {}
    }
  }
}

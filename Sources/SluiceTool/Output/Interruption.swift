import SluiceFeed
import SluiceImport
import SluiceSystem

/// Ctrl-C, and other requests to end the process. The first one ends the reading of a feed in place, so
/// that what was read is finished; the second one ends the tool at once.
///
/// A thread waits for the signals, because hardly anything is allowed in a signal handler.
enum Interruption {
  /// A stop that the signals SIGINT and SIGTERM set. Call this before other threads are made: they inherit
  /// the blocked signals.
  ///
  /// `restore` is called before the second signal ends the tool.
  static func stop(restore: @escaping @Sendable () -> Void = {}) -> FeedStop {
    let stop = FeedStop()
    waits.heed(stop)
    Signals.Ending.block()
    do throws(SystemError) {
      try WorkerThread { wait(toSet: stop, restore) }.detach()
    } catch {
      // Without a thread, the signals keep their default actions.
      Signals.Ending.unblock()
    }
    return stop
  }

  /// What ends waits for the reader of standard output.
  static let waits = SinkWaits()

  private static func wait(toSet stop: FeedStop, _ restore: () -> Void) {
    Signals.Ending.wait()
    stop.stop()
    Signals.Ending.wait()
    restore()
    CurrentProcess.exitNow(ExitStatus.interrupted.rawValue)
  }
}

import Sluice
import SluiceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the test run if a test hangs for two minutes.
///
/// Swift Testing's own time limit includes the wait for one of the few test threads, and fails tests that
/// never got a turn. This one starts with the test's first line.
final class HangWatch {
  private let isOver = LockedValue(false)
  private let thread: TestThread

  init(_ name: String = #function) throws {
    let isOver = isOver
    thread = try TestThread {
      for _ in 0..<24_000 {
        usleep(5000)
        if isOver.withLock({ $0 }) { return }
      }
      fatalError("\(name) hangs")
    }
  }

  func end() {
    isOver.withLock { $0 = true }
    thread.join()
  }
}

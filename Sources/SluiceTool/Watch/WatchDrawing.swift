import SluiceFeed
import SluiceSystem

/// Shows a watched feed on a thread of its own until it is ended.
final class WatchDrawing: Sendable {
  private let state: LockedValue<WatchState>
  private let progress: FeedProgress
  private let text: WatchText
  private let interval: Double
  /// Nil: standard output is no terminal, and gets lines.
  private let screen: Screen?
  private let begin = MonotonicClock.seconds
  private let isEnded = LockedValue(false)
  /// The first error of a line's write.
  private let failure = LockedValue<OutputError?>(nil)
  private let stop: FeedStop
  /// The groups that are shown at the end.
  private static let mostGroups = 100

  init(
    _ state: LockedValue<WatchState>, _ progress: FeedProgress, _ text: WatchText,
    interval: Double, screen: Screen?, stop: FeedStop
  ) {
    self.state = state
    self.progress = progress
    self.text = text
    self.interval = interval
    self.screen = screen
    self.stop = stop
  }

  /// Calls the body while the feed is shown.
  func during<R>(_ body: () throws -> R) throws -> R {
    screen?.begin()
    // Without a thread, only the end is shown.
    let thread = try? WorkerThread { [self] in run() }
    defer {
      isEnded.withLock { $0 = true }
      thread?.join()
      screen?.end()
    }
    let result = try body()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return result
  }

  /// What is shown at the end, of a feed that was read to these counts.
  func last(_ counts: FeedCounts) -> WatchView {
    state.withLock {
      $0.view(counts, at: MonotonicClock.seconds - begin, top: WatchDrawing.mostGroups, adds: false)
    }
  }

  private func run() {
    var (drawn, size) = (-Double.infinity, screen?.size)
    while !isEnded.withLock({ $0 }) {
      let now = MonotonicClock.seconds
      let isDue = now - drawn >= interval
      if isDue || screen?.size != size {
        size = screen?.size
        draw(at: now - begin, size, adds: isDue)
        if isDue { drawn = now }
      }
      WorkerThread.sleep(milliseconds: 50)
    }
  }

  private func draw(at seconds: Double, _ size: TerminalSize?, adds: Bool) {
    let top = size.map { text.groupRoom(rows: $0.rows) } ?? 5
    let view = state.withLock {
      $0.view(progress.snapshot.counts, at: seconds, top: top, adds: adds)
    }
    if let screen, let size { return screen.draw(text.picture(view, size)) }
    do throws(OutputError) {
      try write(text.line(view))
    } catch {
      failure.withLock { $0 = $0 ?? error }
      stop.stop()
    }
  }

  private func write(_ line: String) throws(OutputError) {
    let bytes = Array(PrintableText.lines(line).utf8)
    let result: Result<Void, OutputError> = unsafe bytes.withUnsafeBytes { bytes in
      do throws(OutputError) {
        return unsafe .success(try StandardOutput.writeThrough(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

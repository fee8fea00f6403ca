import Sluice
import SluiceImport
import SluiceSystem

/// An import's progress for other programs: a line of JSON on standard error every two seconds, even if
/// nothing has changed, and one at the end.
final class ProgressLog: Sendable {
  private struct State {
    var latest: ImportProgress?
    var isEnded = false
  }

  private let state = LockedValue(State())
  private let begin = MonotonicClock.seconds

  /// Starts a thread that writes. It sleeps between two lines, and ends with the process.
  init() {
    // Without a thread, only the line at the end is written.
    let thread = try? WorkerThread { [self] in while rest() {} }
    thread?.detach()
  }

  /// Waits, then writes a line. Returns whether to continue.
  private func rest() -> Bool {
    WorkerThread.sleep(seconds: 2)
    return state.withLock { state in
      if !state.isEnded { write(state, isDone: false) }
      return !state.isEnded
    }
  }

  func note(_ progress: ImportProgress) { state.withLock { $0.latest = progress } }

  /// Writes the last line.
  func end() {
    state.withLock { state in
      state.isEnded = true
      write(state, isDone: true)
    }
  }

  private func write(_ state: State, isDone: Bool) {
    guard let now = state.latest else { return }
    let seconds = MonotonicClock.seconds - begin
    let rate = Double(now.bytes) / max(seconds, 1e-9)
    var line: JSONObject = [
      "source": .string(now.source), "source_number": JSON(now.sourceNumber),
      "source_count": JSON(now.sourceCount), "offset": JSON(now.offset),
    ]
    if let size = now.size { line["size"] = JSON(size) }
    // For all sources.
    if let size = now.totalSize {
      line["percent"] = ImportSummary.number(
        size == 0 ? 100 : min(Double(now.totalOffset) / Double(size), 1) * 100)
    }
    line["rows"] = JSON(now.rows)
    line["rejects"] = JSON(now.rejects)
    line["seconds"] = ImportSummary.number(seconds)
    line["megabytes_per_second"] = ImportSummary.number(rate / 1e6)
    if let size = now.totalSize, rate > 0 {
      line["seconds_left"] = ImportSummary.number(
        Double(max(size - now.totalOffset, 0)) / rate)
    }
    line["done"] = .bool(isDone)
    StandardError.writeThrough(PrintableText.json("\(line)") + "\n")
  }
}

import SluiceImport
import SluiceSystem

/// What an import has done so far, for other programs.
struct ReportedState {
  /// How it ended.
  enum End: String {
    case finished, stopped, failed
  }

  /// As of the last commit; nil before the first.
  var latest: ImportProgress?
  var commits: Int64 = 0
  /// The time of the last commit and that of the start, in seconds since 1970.
  var lastCommit: Int64?
  let begin = Moment.now
  /// By the monotonic clock.
  let beginning = MonotonicClock.seconds
  /// Nil while it runs.
  var end: End?
  /// How many notes of each kind there were.
  var notes: [String: Int64] = [:]
  /// What the job has in all runs; nil before the first commit.
  var job: (rows: Int64, rejects: Int64)?
  /// How many sources were refused.
  var refusedSources = 0

  mutating func count(_ notes: some Collection<ImportNote>) {
    for note in notes { self.notes[note.kind.description, default: 0] += 1 }
  }
}

/// A form in which an import's progress reaches another program.
protocol ProgressReporter: Sendable {
  /// Called after each commit, on the import's thread: must be quick.
  func note(_ progress: ImportProgress)
  /// Called at the start, every two seconds even if nothing has changed, and at the end. Never called by two
  /// threads at a time.
  func report(_ state: ReportedState)
}

extension ProgressReporter {
  func note(_ progress: ImportProgress) {}
}

/// Calls reporters from a thread of its own, so that none waits for a batch.
final class ProgressReports: Sendable {
  private let reporters: [any ProgressReporter]
  private let state = LockedValue(ReportedState())

  /// Starts the thread, unless there are no reporters. It sleeps between two reports, and ends with the
  /// process.
  init(_ reporters: [any ProgressReporter]) {
    self.reporters = reporters
    guard !reporters.isEmpty else { return }
    report()
    // Without a thread, there is only the report at the end.
    let thread = try? WorkerThread { [self] in while rest() {} }
    thread?.detach()
  }

  private func report() { state.withLock { state in reporters.forEach { $0.report(state) } } }

  /// Waits, then reports. Returns whether to continue.
  private func rest() -> Bool {
    WorkerThread.sleep(seconds: 2)
    return state.withLock { state in
      guard state.end == nil else { return false }
      reporters.forEach { $0.report(state) }
      return true
    }
  }

  /// After a commit.
  func note(_ progress: ImportProgress) {
    guard !reporters.isEmpty else { return }
    state.withLock { state in
      state.latest = progress
      state.count(progress.notes)
      state.job = (progress.totalRows, progress.totalRejects)
      state.refusedSources = progress.refusedSources.count
      state.commits += 1
      state.lastCommit = Moment.now
    }
    reporters.forEach { $0.note(progress) }
  }

  /// `summary`: nil when nothing is known of the run.
  func end(as end: ReportedState.End, _ summary: ImportSummary?) {
    guard !reporters.isEmpty else { return }
    state.withLock { state in
      state.end = end
      guard let summary else { return }
      state.notes = [:]
      state.count(summary.notes)
      state.job = (summary.totalRows, summary.totalRejects)
      state.refusedSources = summary.refusedSources.count
    }
    report()
  }
}

import Sluice
import SluiceArrow
import SluiceFeed
import SluiceImport
import SluiceSystem

/// One reading of a scan's sources: the batches of its rows, its counts and its rejects.
///
/// Sound to share: what several threads use is behind locks, and the stream that reads is touched by
/// `next` and `close` alone, which the exported stream calls one at a time.
final class ScanRun: ColumnBatches, @unchecked Sendable {
  enum Phase: String, Sendable { case waiting, reading, finished, failed, stopped }

  private struct Progress {
    var phase = Phase.waiting
    var counts = RowSelection.Counts()
    /// What batches keep in memory, for each of those that were delivered.
    var retainedBytes = 0
    /// Nil until the sources are open.
    var progress: FeedProgress?
    var error: ScanError?
    /// Called once, when the run has ended.
    var ended: (@Sendable () -> Void)?
  }

  let schema: ColumnSchema
  let rejects = RejectLog()
  private let scan: Scan
  private let columns: [ImportColumn]
  private let options: ColumnOptions
  private let stop = FeedStop()
  private let process = CurrentProcess.identifier
  private let state = LockedValue(Progress())
  private var stream: ColumnStream?

  init(_ scan: Scan, _ options: ScanOptions) throws(ScanError) {
    self.scan = scan
    self.options = options.columns
    columns = try options.choice(of: scan.job.columns)
    schema = ColumnSchema(columns, options: options.columns)
  }

  deinit { endReading() }

  /// Whether this is a child of the process that opened the run: its threads are not here, and its
  /// locks may be held for ever.
  var isForked: Bool { process != CurrentProcess.identifier }

  /// The next batch. Opens the sources at the first call.
  func next() throws -> ColumnBatch? {
    guard !isForked else { throw ScanError.forked }
    let (phase, known) = state.withLock { ($0.phase, $0.error) }
    if let known { throw known }
    if phase == .finished { return nil }
    do {
      guard !stop.isStopped else { throw ScanError.stopped }
      let stream = try stream ?? open()
      self.stream = stream
      let batch = try stream.next()
      guard !stop.isStopped else { throw ScanError.stopped }
      note(stream, batch == nil ? .finished : .reading, retaining: batch?.retainedBytes ?? 0)
      if batch == nil {
        self.stream = nil
        notifyIfEnded()
      }
      return batch
    } catch {
      let error = ScanError(error)
      if let stream { note(stream, .reading) }
      stream = nil
      state.withLock { state in
        state.phase = stop.isStopped ? .stopped : .failed
        state.error = error
      }
      notifyIfEnded()
      throw error
    }
  }

  private func open() throws -> ColumnStream {
    let rejects = rejects
    let stream = try ColumnStream(
      scan.selection(columns), of: try scan.feed(stop: stop), options: options,
      rejected: { try rejects.append(Reject($0)) })
    state.withLock { state in
      state.progress = stream.progress
      state.phase = .reading
    }
    return stream
  }

  private func note(_ stream: ColumnStream, _ phase: Phase, retaining bytes: Int = 0) {
    let counts = stream.counts
    state.withLock { state in
      state.counts = counts
      state.retainedBytes += bytes
      state.phase = phase
    }
  }

  /// The consumer needs no more rows.
  func close() {
    if !isForked {
      state.withLock { state in
        guard state.phase == .waiting || state.phase == .reading else { return }
        state.phase = .stopped
        state.error = .stopped
      }
      notifyIfEnded()
    }
    endReading()
  }

  private func endReading() {
    guard let stream else { return }
    self.stream = nil
    // In a child, what waits for the stream's threads would wait for ever.
    if isForked { _ = unsafe Unmanaged.passRetained(stream) }
  }

  /// Ends the run, from any thread.
  func stopReading() {
    if !isForked { stop.stop() }
  }

  func systemError(_ error: any Error) -> (code: Int32, text: String) {
    let error = ScanError(error)
    return (error.number, error.text)
  }

  // Observation, from any thread.

  /// Calls a closure once the run has ended, from the thread that reads or closes it; at once if it has ended. Nil:
  /// calls none.
  func notify(_ ended: (@Sendable () -> Void)?) {
    guard !isForked else { return }
    state.withLock { $0.ended = ended }
    notifyIfEnded()
  }

  private func notifyIfEnded() {
    let ended = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.phase != .waiting, state.phase != .reading else { return nil }
      defer { state.ended = nil }
      return state.ended
    }
    ended?()
  }

  /// Why the run ended early; nil: it did not.
  var failure: ScanError? { state.withLock { $0.error } }

  struct Figures {
    var phase: Phase
    var counts: RowSelection.Counts
    var retainedBytes: Int
    var feed: FeedProgress.Snapshot?
    var rejects: (count: Int64, reasons: [String: Int64])

    /// All records, rejected ones included.
    var records: Int64 { feed.map { $0.counts.records + $0.counts.rejected } ?? 0 }
  }

  var figures: Figures {
    let state = state.withLock { $0 }
    return Figures(
      phase: state.phase, counts: state.counts, retainedBytes: state.retainedBytes,
      feed: state.progress?.snapshot,
      rejects: rejects.counts)
  }

  /// The size of the sources, if there is only one and it is not compressed.
  func totalBytes(_ figures: Figures) -> Int64? {
    scan.job.sources.count == 1 ? figures.feed?.totalBytes : nil
  }

  /// The counts as JSON.
  var countsText: String {
    let figures = figures
    func object(_ counts: some Sequence<(key: ByteName, value: Int64)>) -> JSON {
      var object = JSONObject()
      for (key, count) in counts.sorted(by: { $0.key < $1.key }) { object[key.text] = JSON(count) }
      return .object(object)
    }
    let counts = figures.counts
    let json: JSON = .object([
      "records": JSON(figures.records), "rows": JSON(counts.rows),
      "rejects": JSON(figures.rejects.count), "filtered": JSON(counts.filtered),
      "empty": JSON(counts.empty), "bytes": JSON(figures.feed?.counts.bytes ?? 0),
      "retained_bytes": JSON(figures.retainedBytes),
      "reasons": object(figures.rejects.reasons.map { (ByteName($0.key), $0.value) }),
      "nulled": object(counts.nulled),
      "accepted": JSON(accepted: counts.accepted),
      "unknown_keys": object(counts.unknownKeys),
      "other_unknown_keys": JSON(counts.otherUnknownKeys), "state": .string(figures.phase.rawValue),
    ])
    return json.description
  }
}

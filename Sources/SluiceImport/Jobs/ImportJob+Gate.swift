import Sluice
import SluiceFeed

/// A job that reads its sources once before the first row, and imports them only if few enough of their records are bad.
extension ImportJob {
  static func checkGate(_ source: FeedSource, _ options: FeedOptions) throws(ImportError) {
    if source.isGrowing {
      throw ImportError(
        .badJob,
        "\(source.name) is followed and has no end, so that no gate (--gate) can read it first; without"
          + " --gate its limit (--max-errors) is judged over the last \(RejectWindow.span) records")
    }
    guard options.maximumBadRecords == nil, options.maximumBadShare == nil else { return }
    throw ImportError(
      .badJob, "a gate (--gate) needs to know how many bad records may pass: give --max-errors")
  }

  func readGated(
    _ stop: FeedStop, _ progress: ((ImportProgress) -> Void)?
  ) throws(ImportError) -> ImportSummary {
    let job = judgedAtEnd
    if !sink.keepsRowsBack, try !job.pass(stop) {
      var summary = ImportSummary()
      summary.isStopped = true
      return summary
    }
    return try job.read(sources(), stop, progress)
  }

  /// Reads what the job would read, and stores nothing. False: it was stopped meanwhile.
  private func pass(_ stop: FeedStop) throws(ImportError) -> Bool {
    let sources = try sources()
    for source in sources where try open(source) == nil {
      throw ImportError(
        .source,
        "\(source.name) can be read only once, and --gate reads it before the first row: import it"
          + " from a file, or with --mode replace, whose rows are published at the end")
    }
    defer { objects.reset(stop) }
    do throws(ImportError) {
      return try !into(GateSink(sink)).read(sources, stop, nil).isStopped
    } catch {
      guard error.kind == .tooManyRejects else { throw error }
      var refusal = ImportError(
        .beyondLimit,
        "nothing was imported, because the sources don't pass the gate: \(error.message)")
      refusal.summary = ImportSummary(rejectReasons: error.summary?.rejectReasons ?? [])
      throw refusal
    }
  }
}

/// Knows the progress of another sink, and stores nothing.
private final class GateSink: Sink {
  let name: String
  var usualBatchSize: Int { .max }
  let takesOtherColumns: Bool
  private let sink: any Sink
  private var checkpoints: [JobIdentity: Checkpoint] = [:]

  init(_ sink: any Sink) {
    (name, takesOtherColumns) = (sink.name, sink.takesOtherColumns)
    self.sink = sink
  }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    let found = try sink.inspect(for: jobs, columns: columns)
    for case (let job?, let checkpoint) in zip(jobs, found.checkpoints) {
      checkpoints[job] = checkpoint
    }
    return found.checkpoints.first ?? nil
  }

  func switchSource(to job: JobIdentity?) -> Checkpoint? { job.flatMap { checkpoints[$0] } }
  func append(_ row: borrowing ImportRow) -> RowVerdict { .stored }
  func commit(_ checkpoint: Checkpoint) {}
  func hold(_ checkpoint: Checkpoint) -> Bool { true }
  func rollBack() {}
}

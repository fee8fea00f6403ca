import Sluice
public import SluiceFeed
import SluiceSystem

extension ImportJob {
  /// Finds out what the job would do: examines its sources and its target, and makes rows of the first
  /// records, which are not stored. Changes nothing: no table, no file, no progress. A source that can't be
  /// read twice (a pipe) is read all the same.
  ///
  /// Throws `ImportError` where the job would before its first row: for columns that contradict the
  /// table, and for a source that has changed.
  public func plan(
    records: Int = 10_000, rows: Int = 10, stop: FeedStop? = nil
  ) throws(ImportError) -> ImportPlan {
    let stop = stop ?? FeedStop()
    try fileRoles().check()
    objects.reset(stop)
    sink.heed(stop)
    defer { objects.reset() }
    // Each file once, under whatever names it is given.
    var known: Set<ByteName> = []
    var sources: [(source: FeedSource, identity: JobIdentity?)] = []
    for source in try self.sources() {
      let identity = try inspect(at: source, nil).file.map(identity)
      if let identity, !known.insert(identity.source).inserted { continue }
      sources.append((source, identity))
    }
    let unknown = sources.filter { $0.identity == nil }.map(\.source)
    let refused = zip(unknown, try refusals(of: unknown)).compactMap { source, error in
      error.map { (source, $0) }
    }
    let inspection = try inspection(of: sources)
    var plan = ImportPlan(
      target: sink.name, state: inspection.state, replacement: inspection.replacement,
      changes: inspection.changes, notes: inspection.notes + objects.notes, columns: columns)
    var open: [(source: FeedSource, checkpoint: Checkpoint?)] = []
    // Files are not kept open: there may be more of them than descriptors.
    let listed = Array(zip(sources.map(\.source), inspection.checkpoints))
    func refuse(_ source: FeedSource, _ error: ImportError) throws(ImportError) {
      plan.refusedSources.append(ImportSummary.RefusedSource(source, error))
      if plan.refusedSources.count == sources.count { throw error }
    }
    for (source, error) in refused { try refuse(source, error) }
    for (source, checkpoint) in listed.filter({ $1?.isFinished == false })
      + listed.filter({ $1?.isFinished != false })
    {
      guard !refused.contains(where: { ByteName($0.0.name) == ByteName(source.name) }) else {
        continue
      }
      let found: OpenSource
      do throws(ImportError) {
        found = try inspect(at: source, checkpoint)
      } catch {
        guard isPassedOver(error, checkpoint) else { throw error }
        try refuse(source, error)
        continue
      }
      let isDone = try found.hasNothingNew
      plan.sources.append(
        ImportPlan.Source(
          name: found.name,
          size: try found.file?.knownSize(),
          framing: try feedOptions(found.file).framing, beginning: found.beginning, isDone: isDone))
      // The job has them only if nothing is rotated meanwhile.
      plan.notes += found.chain?.notes ?? []
      for generation in found.chain?.all.dropFirst() ?? [] {
        plan.sources.append(
          ImportPlan.Source(
            name: generation.file.name, size: try generation.file.knownSize(),
            framing: try feedOptions(found.file).framing, beginning: .fresh, isDone: false))
      }
      if !isDone { open.append((source, checkpoint)) }
    }
    try sample(open, records: Int64(records), rows: rows, stop, &plan)
    return plan
  }

  /// What the sink would find. A replacement begins anew when a source is no longer the one that its rows came
  /// from, as `run` does.
  private func inspection(
    of sources: [(source: FeedSource, identity: JobIdentity?)]
  ) throws(ImportError) -> SinkInspection {
    let inspection = try sink.inspect(for: sources.map(\.identity), columns: columns)
    guard sink.keepsRowsBack, inspection.replacement == .resumed else { return inspection }
    for (source, checkpoint) in zip(sources.map(\.source), inspection.checkpoints) {
      do throws(ImportError) {
        _ = try inspect(at: source, checkpoint)
      } catch {
        guard error.kind == .changedSource else { throw error }
        return SinkInspection(
          state: inspection.state, checkpoints: sources.map { _ in nil },
          replacement: .begunAnew(
            reason: "\(source.name) was changed since the interrupted one read it"),
          changes: inspection.changes, notes: inspection.notes)
      }
    }
    return inspection
  }

  private func inspect(
    at source: FeedSource, _ checkpoint: Checkpoint?
  ) throws(ImportError) -> OpenSource {
    if case .log(let path) = source {
      var place = FollowedPath(path, options.feed)
      guard let followed = try place.checked() else {
        throw ImportError(reading: path, SystemError(.open, .noSuchFile, path: path))
      }
      try recognise(&place)
      let chain = try place.look(at: followed, since: checkpoint?.checked(of: path))
      return try OpenSource(chain, earlier: checkpoint)
    }
    guard let file = try open(source) else { return try OpenSource(source, nil, resuming: nil) }
    return try OpenSource(source, file, resuming: checkpoint)
  }

  /// Makes rows of the first records.
  private func sample(
    _ sources: [(source: FeedSource, checkpoint: Checkpoint?)], records: Int64, rows: Int,
    _ stop: FeedStop, _ plan: inout ImportPlan
  ) throws(ImportError) {
    var options = options
    options.feed.maximumBadRecords = nil
    options.feed.maximumBadShare = nil
    let sink = SampleSink(rows: rows)
    var run = ImportRun(
      specification, sink: sink, options: options, sourceCount: sources.count)
    for (source, checkpoint) in sources where plan.isComplete && plan.stops == nil {
      let found = try inspect(at: source, checkpoint)
      try run.begin(found, ahead: nil)
      do throws(ImportError) {
        plan.isComplete = try withRun(&run) { run in
          var options = try feedOptions(found.file)
          options.parallel = 1
          var feed = try found.open(options, stop)
          defer {
            if let number = plan.sources.firstIndex(where: {
              ByteName($0.name) == ByteName(found.name)
            }) {
              plan.sources[number].framing = feed.framing
            }
          }
          do {
            try feed.forEach {
              guard run.records < records else { throw EnoughRecords() }
              try run.store($0)
            } rejected: {
              guard run.records < records else { throw EnoughRecords() }
              try run.reject($0)
            }
          } catch is EnoughRecords {
            return false
          }
          return !stop.isStopped
        }
      } catch {
        guard error.kind == .mismatch || error.kind == .unknownKey else { throw error }
        plan.stops = error.message
      }
    }
    plan.rows = sink.rows
    plan.sample = run.result
  }
}

/// Keeps the first rows as text.
private final class SampleSink: Sink {
  let name = "a sample"
  private(set) var rows: [[String?]] = []
  private let most: Int
  private static let longest = 200

  init(rows: Int) { most = rows }

  func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? { nil }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard rows.count < most else { return .stored }
    var cells: [String?] = []
    for column in 0..<row.count {
      if case .null = row[column] {
        cells.append(nil)
      } else {
        // A value may be as large as a record.
        let text = row[column].description.unicodeScalars.prefix(SampleSink.longest)
        cells.append(PrintableText.line(String(text)))
      }
    }
    rows.append(cells)
    return .stored
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {}
  func rollBack() {}
}

import Sluice
import SluiceFeed
import SluiceSystem

extension ImportJob {
  /// Compares what earlier runs of the job have stored with each other, and with the sources that are still there. Changes
  /// nothing.
  ///
  /// For each source, what was committed is counted again: the same records must become rows and rejects, and no
  /// others. The reject file must have the rejects that the commits count, and the target its rows.
  ///
  /// O(what was imported): reads the sources up to their last commits, makes rows, and stores none. Throws
  /// `ImportError` when the target or the progress can't be read, and for a followed log.
  public func verify(stop: FeedStop? = nil) throws(ImportError) -> ImportVerification {
    let stop = stop ?? FeedStop()
    objects.reset(stop)
    sink.heed(stop)
    if source.isGrowing {
      throw ImportError(
        .badJob,
        "\(source.name) is followed: its earlier files may be gone. Verify it without --follow")
    }
    var result = ImportVerification()
    let sources = try sources()
    var listed: [(source: FeedSource, identity: JobIdentity?)] = []
    for source in sources {
      do throws(ImportError) {
        listed.append((source, try open(source).map(identity)))
      } catch {
        guard case .file(let path) = source, !FileSystem.isThere(path) else { throw error }
        listed.append((source, identity(ofGone: path)))
      }
    }
    var inspection: SinkInspection
    do throws(ImportError) {
      inspection = try sink.inspect(for: listed.map(\.identity), columns: columns)
      // A replacement that was not interrupted is published, and what was committed belongs to the target.
      if sink.mode == .replace, inspection.replacement != .resumed {
        inspection = try sink.appending().inspect(for: listed.map(\.identity), columns: columns)
      }
    } catch {
      guard error.kind == .conflict else { throw error }
      result.add(.fault, sink.name, error.message)
      return result
    }
    var rows: Int64? = 0
    for (source, checkpoint) in zip(sources, inspection.checkpoints) where !stop.isStopped {
      guard let checkpoint else {
        result.add(.unknown, source.name, "no run of this job has committed anything of it")
        rows = nil
        continue
      }
      rows = rows.map { $0 + checkpoint.rows }
      do throws(ImportError) {
        try compare(checkpoint.checked(of: source.name), source, stop, &result)
      } catch {
        result.add(.fault, source.name, error.message)
      }
    }
    if inspection.replacement == .resumed {
      result.add(
        .unknown, sink.name,
        "a replacement of its rows was interrupted: those of the commits wait to be published, and the old"
          + " ones are still there")
    } else if case .new = inspection.state {
      result.add(.fault, sink.name, "it is not there: no import has made it, or it was removed")
    } else if !stop.isStopped {
      try compareTarget(rows, &result)
    }
    return result
  }

  /// The identity of a file that is gone, by the name that it had.
  private func identity(ofGone path: String) -> JobIdentity {
    let folder = FilePath.real(FilePath.folder(of: path)) ?? FilePath.folder(of: path)
    let real = FilePath.path(of: FilePath.name(of: path), in: folder)
    return identity(path: real + rangeSuffix)
  }

  private func compare(
    _ checkpoint: Checkpoint, _ source: FeedSource, _ stop: FeedStop,
    _ result: inout ImportVerification
  ) throws(ImportError) {
    let records = checkpoint.position.recordNumber
    let refused = try compareRejects(of: checkpoint, source, &result)
    guard let account = checkpoint.account else {
      result.add(.fault, source.name, "the account of its records is damaged")
      return
    }
    guard account.records + checkpoint.rejects <= records else {
      result.add(
        .fault, source.name,
        "\(records) records were read, and \(account.records) with rows and \(checkpoint.rejects)"
          + " rejects are counted")
      return
    }
    let found: Recount
    do throws(ImportError) {
      guard let counted = try count(source, of: checkpoint, stop) else { return }
      found = counted
    } catch {
      guard case .file(let path) = source, !FileSystem.isThere(path) else { throw error }
      result.add(
        .unknown, source.name,
        "it is gone; the last commit, of the run \(account.run), counts \(records) records")
      return
    }
    guard found.records == records, found.account.chain.text == account.chain.text,
      found.account.records + found.rejects == account.records + checkpoint.rejects,
      refused.map({ found.rejects + $0 == checkpoint.rejects })
        ?? (found.rejects <= checkpoint.rejects)
    else {
      result.add(
        .fault, source.name,
        "the last commit, of the run \(account.run), counts \(records) records: \(account.records) with"
          + " rows and \(checkpoint.rejects) rejects; read again, it has \(found.records):"
          + " \(found.account.records) with rows and \(found.rejects) rejects"
          + (found.account.records == account.records && found.rejects == checkpoint.rejects
            ? ", and not the same ones" : ""))
      return
    }
    let late = checkpoint.rejects - found.rejects
    result.add(
      .ok, source.name,
      "\(records) records: \(account.records) with rows, \(checkpoint.rejects) rejects"
        + (late > 0 ? " (\(late) of them refused by the target)" : "")
        + ", \(found.others) filtered or empty")
  }

  /// What a source has up to a record.
  private struct Recount {
    let records: Int64
    let account: CommitAccount
    let rejects: Int64
    let others: Int64
  }

  /// Makes rows of the first records again. Nil: it was stopped.
  private func count(
    _ source: FeedSource, of checkpoint: Checkpoint, _ stop: FeedStop
  ) throws(ImportError) -> Recount? {
    let records = checkpoint.position.recordNumber
    var options = options
    options.feed.maximumBadRecords = nil
    options.feed.maximumBadShare = nil
    options.feed.parallel = 1
    let file = try open(source)
    try file?.verify(checkpoint)
    let found = try OpenSource(source, file, resuming: nil)
    var run = ImportRun(
      specification, sink: CountingSink(), options: options, sourceCount: 1)
    try run.begin(found, ahead: nil)
    let isWhole = try withRun(&run) { run in
      var options = try feedOptions(file)
      options.parallel = 1
      options.leavesUnfinishedEnd = false
      var feed = try found.open(options, stop)
      guard records > 0 else { return true }
      do {
        try feed.forEach {
          try run.store($0)
          if $0.number >= records { throw EnoughRecords() }
        } rejected: {
          try run.reject($0)
          if $0.number >= records { throw EnoughRecords() }
        }
      } catch is EnoughRecords {}
      return !stop.isStopped
    }
    run.counts.link(upTo: records)
    guard isWhole, let account = run.counts.account else { return nil }
    let summary = run.counts.summary
    return Recount(
      records: summary.rowRecords + summary.rejects + summary.filtered + summary.empty,
      account: account, rejects: summary.rejects, others: summary.filtered + summary.empty)
  }

  /// Counts the rejects of a source where they are kept. Returns how many of them the target refused; nil: not known.
  private func compareRejects(
    of checkpoint: Checkpoint, _ source: FeedSource, _ result: inout ImportVerification
  ) throws(ImportError) -> Int64? {
    let own = sink.rejectTable.map { ByteName(RejectRow.prefix + $0) }
    guard let place = checkpoint.rejectFile ?? own else { return nil }
    let subject = "rejects in \(place)"
    let stored = sink as? DatabaseSink
    let isTable = place.hasPrefix(RejectRow.prefix)
    if isTable, place != own || stored == nil {
      result.add(.unknown, subject, "this job has another place for rejects")
      return nil
    }
    guard isTable || FileSystem.isThere(place.text) else {
      if checkpoint.rejects > 0 {
        result.add(
          .fault, subject,
          "the file is gone, and the commits of \(source.name) count \(checkpoint.rejects) rejects")
      }
      return nil
    }
    var (count, refused, unsure): (Int64, Int64, Int64) = (0, 0, 0)
    var names: [ByteName: Bool?] = [:]
    let range = options.feed.range?.relative
    let body: (Reject) -> Void = { reject in
      guard reject.range == range else { return }
      let isHere = names[ByteName(reject.source)] ?? isSource(reject.source, source)
      names[ByteName(reject.source)] = .some(isHere)
      guard isHere == true else {
        if isHere == nil { unsure += 1 }
        return
      }
      count += 1
      // All others are the reader's.
      if JSONError.Code(reject.code) == nil { refused += 1 }
    }
    do {
      if isTable {
        try stored?.forEachStoredReject(body)
      } else {
        var replay = try RejectReplay(.file(place.text))
        try replay.forEach(body)
      }
    } catch {
      result.add(.fault, subject, "it can't be read: \(error)")
      return nil
    }
    guard count == checkpoint.rejects else {
      var found = "it has \(count) of \(source.name), and the commits count \(checkpoint.rejects)"
      if count > checkpoint.rejects {
        found += ": another job may keep its rejects there, too, or the import was restarted"
      } else if count + unsure >= checkpoint.rejects {
        found +=
          ": it has \(unsure) of files of that name, given from another folder, which may be those"
      }
      result.add(count + unsure >= checkpoint.rejects ? .unknown : .fault, subject, found)
      return nil
    }
    result.add(.ok, subject, "\(count) of \(source.name)")
    return refused
  }

  /// Whether a reject's source is this one, or a file in it if it is an archive. Nil: it has the file's name, and was
  /// given in relation to a folder, which may have been another one than the present.
  private func isSource(_ name: String, _ source: FeedSource) -> Bool? {
    let own = ByteName(source.name)
    let file = ByteName(name).hasPrefix(source.name + "!") ? source.name : name
    if ByteName(file) == own { return true }
    guard case .file(let path) = source else { return false }
    if let real = FilePath.real(file), let other = FilePath.real(path),
      ByteName(real) == ByteName(other)
    {
      return true
    }
    let hasName = ByteName(FilePath.name(of: file)) == ByteName(FilePath.name(of: path))
    return hasName && !ByteName(file).hasPrefix("/") ? nil : false
  }

  /// `rows`: those that the commits of all sources count; nil: not known.
  private func compareTarget(
    _ rows: Int64?, _ result: inout ImportVerification
  ) throws(ImportError) {
    guard let rows else { return }
    guard sink.mode.key == nil else {
      return result.add(
        .unknown, sink.name,
        "rows replace each other in mode \(sink.mode.word), so that their number says nothing")
    }
    guard let count = try sink.countRows() else {
      return result.add(.unknown, sink.name, "its rows can't be counted")
    }
    if count < rows {
      result.add(.fault, sink.name, "it has \(count) rows, and the commits count \(rows)")
    } else if count > rows, sink.mode == .replace {
      result.add(.fault, sink.name, "it has \(count) rows, and the replacement counts \(rows)")
    } else {
      result.add(
        .ok, sink.name,
        "\(count) rows"
          + (count > rows ? ", of which the commits of these sources count \(rows)" : ""))
    }
  }
}

/// Stores nothing.
private final class CountingSink: Sink {
  let name = "nothing"
  var usualBatchSize: Int { .max }
  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) -> Checkpoint? { nil }
  func append(_ row: borrowing ImportRow) -> RowVerdict { .stored }
  func commit(_ checkpoint: Checkpoint) {}
  func rollBack() {}
}

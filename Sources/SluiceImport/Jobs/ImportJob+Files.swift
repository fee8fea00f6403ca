import Sluice
import SluiceFeed

/// A job over sources that have an end: files, one after the other, or one source that is not a file.
extension ImportJob {
  /// A source before it is read.
  private struct Listed {
    /// Its number among those that were given.
    private let givenNumber: UInt32
    /// Whether an earlier run left it in the middle.
    var isUnfinished = false
    /// Why it is not read, in an object of its own, because most sources have none.
    var refusal: OpeningFault?
    private let knownSize: Int64

    var number: Int { Int(givenNumber) }
    /// The size of its text, if it equals the file's.
    var size: Int64? { knownSize < 0 ? nil : knownSize }

    init(_ number: Int, size: Int64?) { (givenNumber, knownSize) = (UInt32(number), size ?? -1) }

    final class OpeningFault {
      let error: ImportError
      init(_ error: ImportError) { self.error = error }
    }
  }

  func read(
    _ sources: JobSources, _ stop: FeedStop, _ progress: ((ImportProgress) -> Void)?
  ) throws(ImportError) -> ImportSummary {
    guard let first = sources.first else {
      throw ImportError(.source, "there is no file to import")
    }
    // All are examined before the sink is opened, so that a job that can't run leaves no database.
    if sources.count == 1 {
      let file = try open(first)
      if file == nil, let refusal = try refusals(of: [first])[0] { throw refusal }
      let checkpoint = try sink.open([file.map(identity)], columns: columns)
      let source = try beginningAnewWhenChanged(checkpoint) { earlier throws(ImportError) in
        try OpenSource(first, file, resuming: earlier)
      }
      let job = file.flatMap(goesOn)
      var run = try makeRun(sources, [job], resuming: source.earlier, [source.earlier], progress)
      run.source.job = job
      if source.earlier == nil { try run.recordObsolete(job) }
      if try withRun(&run, { _ in try prepare(source, stop) }) {
        try read(source, ahead: 0, &run, stop)
      } else {
        run.counts.stop()
      }
      return try close(&run)
    }
    var (listed, identities) = try list(sources)
    let earlier = try sink.open(identities, columns: columns)
    let known = try beginningAnewWhenChanged(earlier) { first throws(ImportError) in
      try compare(&listed, sources, identities, first)
    }
    if let refusal = listed[0].refusal, listed.allSatisfy({ $0.refusal != nil }) {
      throw refusal.error
    }
    var run = try makeRun(
      sources, identities, resuming: known.unfinished, known.checkpoints, progress)
    if known.checkpoints.isEmpty { try run.recordObsolete(identities.lazy.compactMap { $0 }.first) }
    identities = []
    // Unfinished sources come first, so that never two are unfinished at once, and the end of the reject
    // file belongs to one of them.
    var ahead = Ahead(listed.lazy.map(\.size))
    for isUnfinished in [true, false] where !run.isStopped {
      for next in listed where next.isUnfinished == isUnfinished {
        let source = sources[next.number]
        ahead.pass(next.size)
        if stop.isStopped {
          run.counts.stop()
          break
        }
        if let refusal = next.refusal {
          run.counts.refuse(source, refusal.error)
        } else {
          try keepingHeld(&run) { run throws(ImportError) in
            guard let source = try open(source, &run, stop) else { return }
            try read(source, ahead: ahead.size, &run, stop)
          }
        }
      }
    }
    try withRun(&run) { run in try run.commitHeld() }
    return try close(&run)
  }

  /// When one of several sources fails, those before it are committed.
  private func keepingHeld(
    _ run: inout ImportRun, _ body: (inout ImportRun) throws(ImportError) -> Void
  ) throws(ImportError) {
    do throws(ImportError) {
      try body(&run)
    } catch {
      run.commit(before: error)
      var failure = error
      if failure.summary != nil { failure.summary = run.counts.remains }
      throw failure
    }
  }

  /// Opens one of several sources. Nil: it is refused, or the run was stopped.
  private func open(
    _ next: FeedSource, _ run: inout ImportRun, _ stop: FeedStop
  ) throws(ImportError) -> OpenSource? {
    if case .file = next {} else { try run.commitHeld() }
    let file = try open(next)
    // What takes time to read finds no transaction open.
    if try file?.isPlainFile != true { try run.commitHeld() }
    let checkpoint = try sink.switchSource(to: file.map(identity))
    run.source.job = file.flatMap(goesOn)
    do throws(ImportError) {
      return try withRun(&run) { run in
        let source = try OpenSource(next, file, resuming: checkpoint)
        guard try prepare(source, stop) else {
          run.counts.stop()
          return nil
        }
        return source
      }
    } catch {
      guard isPassedOver(error, checkpoint) else { throw error }
      run.counts.refuse(next, error)
      return nil
    }
  }

  /// Whether a source that has changed is passed over, so that the others are imported: unless it belongs to a
  /// replacement, which would mix two states of it, or was left in the middle, with its rejects at the reject file's end.
  func isPassedOver(_ error: ImportError, _ checkpoint: Checkpoint?) -> Bool {
    error.kind == .changedSource && !sink.keepsRowsBack
      && (checkpoint?.isFinished != false || checkpoint?.rejectFile == nil)
  }

  /// Ends a run: it is judged, its result is published, and its rejects are told.
  private func close(_ run: inout ImportRun) throws(ImportError) -> ImportSummary {
    if !run.isStopped {
      try withRun(&run) { run in
        try run.judge()
        try run.publish()
        try run.report()
      }
    }
    return run.result
  }

  /// Finds out how much of a source can be read. False: it was stopped meanwhile.
  private func prepare(_ source: OpenSource, _ stop: FeedStop) throws(ImportError) -> Bool {
    guard let file = source.file, try !source.hasNothingNew else { return true }
    return try file.prepare(resuming: source.earlier, options.feed, stop)
  }

  /// The size of the sources still to come.
  private struct Ahead {
    private var known: Int64 = 0
    private var unknown = 0

    init(_ sizes: some Sequence<Int64?>) {
      for size in sizes { if let size { known += size } else { unknown += 1 } }
    }

    mutating func pass(_ size: Int64?) {
      if let size { known -= size } else { unknown -= 1 }
    }

    /// Nil when the size of one of them is not known.
    var size: Int64? { unknown == 0 ? known : nil }
  }

  /// Begins a replacement anew when a source has changed since its rows were read, because it would
  /// otherwise mix two states of the source. A job that adds rows is refused.
  private func beginningAnewWhenChanged<R>(
    _ checkpoint: Checkpoint?, _ body: (Checkpoint?) throws(ImportError) -> R
  ) throws(ImportError) -> R {
    do throws(ImportError) {
      return try body(checkpoint)
    } catch {
      guard error.kind == .changedSource, sink.keepsRowsBack else { throw error }
      try sink.beginAnew()
      return try body(nil)
    }
  }

  /// For each source, the error of an object of which an earlier run left progress, and whose server now tells neither
  /// a size nor a version: it would be imported once more.
  func refusals(of sources: [FeedSource]) throws(ImportError) -> [ImportError?] {
    let addresses = sources.filter { if case .address = $0 { true } else { false } }
    guard !addresses.isEmpty else { return sources.map { _ in nil } }
    let known = try sink.inspect(
      for: sources.map { identity(path: $0.name + rangeSuffix) }, columns: columns)
    // A replacement begins anew.
    guard known.replacement == nil else { return sources.map { _ in nil } }
    return zip(sources, known.checkpoints).map { source, checkpoint in
      guard case .address = source, checkpoint != nil else { return nil }
      return ImportError(
        .changedSource,
        "\(source.name) was imported before, and its server gives neither an ETag, a time nor a size now:"
          + " what is new in it can't be told. Import it into another table, or with --mode replace"
      )
    }
  }

  /// Each file once, under whatever names it is given, and what it is known by; nil: it can't be read again.
  private func list(
    _ sources: JobSources
  ) throws(ImportError) -> ([Listed], identities: [JobIdentity?]) {
    var listed: [Listed] = []
    var identities: [JobIdentity?] = []
    listed.reserveCapacity(sources.count)
    identities.reserveCapacity(sources.count)
    var known = IndicesByHash()
    for (number, source) in sources.enumerated() {
      // Not kept open: there may be more of them than descriptors.
      let file = try open(source)
      let identity = file.map(identity)
      if let identity {
        let (key, other) = known.find(IndicesByHash.hash(identity.source)) {
          identities[$0]?.source == identity.source
        }
        if let other {
          // Files are the same under any name, but URLs are not the same with any secret.
          // Brokers don't distinguish partitions either.
          guard case .address(let address) = source, !address.areMessages,
            case .address(let otherAddress) = sources[listed[other].number],
            otherAddress != address
          else { continue }
          throw ImportError(
            .source,
            "two URLs differ only in what is not kept, such as a signature: \(source.name)."
              + " Import them by two jobs, into two tables")
        }
        known.keep(listed.count, at: key)
      }
      listed.append(Listed(number, size: try file?.sizeInFeed()))
      identities.append(identity)
    }
    let unknown = listed.indices.filter { identities[$0] == nil }
    let refusals = try refusals(of: unknown.map { sources[listed[$0].number] })
    for (index, refusal) in zip(unknown, refusals) {
      listed[index].refusal = refusal.map(Listed.OpeningFault.init)
    }
    return (listed, identities)
  }

  /// Compares each source with what an earlier run left of it, the first one by `first`. Returns the
  /// checkpoint of the unfinished source, and those of all; none, if no one has any.
  private func compare(
    _ listed: inout [Listed], _ sources: JobSources, _ identities: [JobIdentity?],
    _ first: Checkpoint?
  ) throws(ImportError) -> (unfinished: Checkpoint?, checkpoints: [Checkpoint?]) {
    var unfinished: (name: String, checkpoint: Checkpoint)?
    var checkpoints: [Checkpoint?] = []
    for i in listed.indices {
      let source = sources[listed[i].number]
      listed[i].isUnfinished = false
      let checkpoint = i == 0 ? first : try sink.switchSource(to: identities[i])
      if checkpoint != nil, checkpoints.isEmpty {
        checkpoints = Array(repeating: nil, count: i)
        checkpoints.reserveCapacity(listed.count)
      }
      if checkpoint != nil || !checkpoints.isEmpty { checkpoints.append(checkpoint) }
      guard let checkpoint else { continue }
      do throws(ImportError) {
        _ = try OpenSource(source, try open(source), resuming: checkpoint)
      } catch {
        guard isPassedOver(error, checkpoint) else { throw error }
        listed[i].refusal = Listed.OpeningFault(error)
        continue
      }
      guard !checkpoint.isFinished else { continue }
      listed[i].isUnfinished = true
      if let other = unfinished, other.checkpoint.rejectFile != nil, checkpoint.rejectFile != nil {
        throw ImportError(
          .rejects,
          "\(other.name) and \(source.name) were both interrupted while they wrote rejects, by runs"
            + " of which none had the other: whose rejects are at the file's end is not known."
            + " Import into another table, with a new reject file")
      }
      if unfinished?.checkpoint.rejectFile == nil { unfinished = (source.name, checkpoint) }
    }
    return (unfinished?.checkpoint, checkpoints)
  }

  private func read(
    _ source: OpenSource, ahead: Int64?, _ run: inout ImportRun, _ stop: FeedStop
  ) throws(ImportError) {
    try withRun(&run) { run in
      try run.begin(source, ahead: ahead)
      guard try !source.hasNothingNew else { return try run.keepEvidence(of: source) }
      // Archives are recognised before a feed is divided among threads.
      let isAtStart = try source.start == .start && source.file?.isPlainFile == true
      var feed = try source.open(try feedOptions(source.file, isAtStart: isAtStart), stop)
      run.begin(reading: feed.position)
      run.source.doubt = options.feed.framing == .auto ? FramingDoubt() : nil
      defer {
        run.note(
          [run.source.doubt?.note(feed.counts, feed.framing, of: source.name)].compactMap(\.self))
      }
      try storeAll(&feed, &run)
      let end = SourceEnd(source.file, feed.unfinishedEnd, isFinal: options.isFinal)
      // Asked once: a stop that comes later finds the source read.
      let isStopped = stop.isStopped
      try run.finish(at: feed.position, isStopped: isStopped, end)
      if !isStopped, let failure = end.failure { throw failure }
    }
  }

  /// Passes the run to a body that throws any error.
  func withRun<R>(
    _ run: inout ImportRun, _ body: (inout ImportRun) throws -> R
  ) throws(ImportError) -> R {
    do {
      return try body(&run)
    } catch {
      var failure = error as? ImportError ?? ImportError(.source, "\(error)")
      failure.summary = run.counts.remains
      run.rejects.takeBack(after: failure)
      throw failure
    }
  }
}

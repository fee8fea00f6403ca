import Sluice
import SluiceFeed

/// A job that follows a path until it is stopped. It reads the file there, what is added to it, and the
/// files that come to the path later.
///
/// At the start, and whenever the file at the path is replaced or cut, the same rule decides which
/// rotated files hold text that was not read yet (`ChainSearch`).
extension ImportJob {
  func follow(
    _ path: String, _ stop: FeedStop, _ progress: ((ImportProgress) -> Void)?
  ) throws(ImportError) -> ImportSummary {
    var place = FollowedPath(path, options.feed)
    // A path that can't be followed leaves no database.
    try place.checked()
    try recognise(&place)
    let identity = identity(path: place.source.text, name: path)
    let earlier = try sink.open([identity], columns: columns)?.checked(of: path)
    // Found only now: opening may have waited for a lock, and the log may have been rotated meanwhile.
    let followed = try ImportError.reading { try FollowedFile(path) }
    guard var (inspected, chain) = try place.look(followed, since: earlier, stop) else {
      var summary = ImportSummary()
      summary.isStopped = true
      return summary
    }
    // The log's files have one framing: a file that begins with damage uses that of the files before it.
    var framing = earlier?.fingerprint.mark?.framing
    try chain.begin(0, framing)
    var run = try makeRun(
      [.file(path)], [sink.keepsProgress ? identity : nil], resuming: earlier, [earlier],
      progress)
    run.source.job = sink.keepsProgress ? identity : nil
    run.clock.commitByTime()
    try run.begin(followed: chain, since: earlier)
    while true {
      try withRun(&run) { run in try read(inspected, &chain, &run, &framing, stop) }
      let last = inspected.file
      guard !stop.isStopped,
        let next = try withRun(
          &run,
          { run in
            try place.look(
              followed, since: run.source.checkpoint, held: run.source.file ?? last, stop)
          })
      else {
        run.counts.stop()
        try withRun(&run) { run in try run.report() }
        return run.result
      }
      (inspected, chain) = next
      try withRun(&run) { run in
        try chain.begin(0, framing)
        try run.goOn(in: chain)
      }
    }
  }

  /// Reads what was found, and then the file at the path, until it is replaced or cut.
  private func read(
    _ inspected: FollowedPath.Inspection, _ chain: inout LogChain, _ run: inout ImportRun,
    _ framing: inout FeedFraming?, _ stop: FeedStop
  ) throws {
    var start = chain.start
    for (i, generation) in chain.rotated.enumerated() {
      let file = generation.file
      if i > 0 {
        try chain.begin(i, framing)
        try run.begin(generation: file, from: start)
      }
      // As long as nothing is in the new file, its writer may be at the old one.
      let isLast = try i + 1 == chain.rotated.count && inspected.file.size() == 0
      let size = try file.size()
      start = try read(file, from: start, isFinal: !isLast, &run, &framing, stop)
      if stop.isStopped { return }
      if isLast { return try wait(inspected, file, of: size, stop) }
      try chain.end(generation)
    }
    if !chain.rotated.isEmpty {
      try chain.begin(chain.rotated.count, framing)
      try run.begin(generation: inspected.file, from: start)
    }
    if let generation = inspected.generation {
      try read(
        generation, inspected, from: start,
        chain.rotated.isEmpty && chain.isKnown ? run.source.checkpoint : nil,
        &run, &framing, stop)
    }
  }

  /// Waits until the file at the path has contents, or another generation comes, or more is written to the last one.
  private func wait(
    _ inspected: FollowedPath.Inspection, _ last: JobSource, of size: Int64, _ stop: FeedStop
  ) throws {
    do throws(InputEvent) {
      try inspected.generation?.waitForContent(heeding: stop) {
        !inspected.listing.isLatest || (try? last.size()) != size
      }
    } catch {
      guard case .stopped = error, stop.isStopped else { throw error.asError }
    }
  }

  /// Reads a rotated file to its end. `isFinal`: no one writes to it any more. Returns where the next one
  /// begins.
  private func read(
    _ file: JobSource, from start: FeedPosition, isFinal: Bool, _ run: inout ImportRun,
    _ framing: inout FeedFraming?, _ stop: FeedStop
  ) throws -> FeedPosition {
    var options = try feedOptions(file, framing: framing)
    options.leavesUnfinishedEnd = !isFinal
    let start = try file.begin(at: start, in: options.framing)
    var feed = try file.feed(options, from: start, stop)
    defer { framing = framing ?? feed.provenFraming }
    try storeAll(&feed, &run)
    if isFinal || stop.isStopped {
      try run.finish(at: feed.position, isStopped: stop.isStopped)
    } else {
      try run.commit(at: feed.position)
    }
    return feed.position.beforeNextFile
  }

  /// Reads the file at the path until another file takes its place or it is cut. What was read of it is
  /// then committed. Uses one thread, because text that arrives line by line has no use for more.
  ///
  /// `checkpoint`: what was found in the file up to the start. When that is gone, nothing is read.
  private func read(
    _ generation: FollowedInput, _ inspected: FollowedPath.Inspection, from start: FeedPosition,
    _ checkpoint: Checkpoint?, _ run: inout ImportRun, _ framing: inout FeedFraming?,
    _ stop: FeedStop
  ) throws {
    let file = inspected.file
    var options = try feedOptions(start.offset > 0 ? file : nil, framing: framing)
    options.parallel = 1
    // The rest of a file that was cut is elsewhere; the rest of one that was renamed is read there.
    options.leavesUnfinishedEnd = true
    // Not the inspection, which has the generation itself.
    let listing = inspected.listing
    generation.isLatest = { listing.isLatest }
    var feed: JSONFeed
    do {
      let start = try file.begin(at: start, in: options.framing)
      feed = try JSONFeed(generation, path: file.name, options: options, from: start, stop: stop)
    } catch {
      // It was cut meanwhile.
      guard try file.size() < start.offset else { throw error }
      return
    }
    if start.offset > 0, let checkpoint, try !file.isFile(of: checkpoint) { return }
    defer { framing = framing ?? feed.provenFraming }
    while true {
      do {
        try storeAll(&feed, &run)
        break
      } catch InputEvent.quiet {
        try run.rest(at: feed.position)
      }
    }
    if stop.isStopped {
      let end = SourceEnd(ofLog: try file.size(), after: feed.position)
      return try run.finish(at: feed.position, isStopped: true, end)
    }
    try run.commit(at: feed.position)
  }
}

extension FeedPosition {
  /// Where the file after this position begins.
  fileprivate var beforeNextFile: FeedPosition {
    FeedPosition(offset: 0, line: 0, recordNumber: recordNumber)
  }
}

extension JSONFeed {
  /// Its framing, once a record was read by it: a choice based on damage alone proves nothing.
  fileprivate var provenFraming: FeedFraming? {
    framing != .auto && counts.records > 0 ? framing : nil
  }
}

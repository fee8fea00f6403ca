import Sluice
import SluiceFeed

/// Moves the records of a feed into a sink as rows: each good record exactly once, each bad one into the
/// reject file once.
///
/// ```swift
/// let job = try ImportJob(
///   feed: .file("events.ndjson"),
///   columns: [
///     ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "actor:text=actor.login"),
///   ],
///   sink: SQLiteSink(path: "events.sqlite", table: "events"))
/// let summary = try job.run()
/// ```
///
/// Every `batchSize` records, the rows and the position reached in the source are committed together. A job
/// killed at any instruction continues from its last commit when it is run again. A finished job, run
/// again, reads only what was appended to the source since. Only regular files can be resumed: a pipe is
/// read from where it is, and each run is a new one.
///
/// A job of several files (`.files`, `.glob`) keeps a position for each: it skips finished files and takes
/// new ones. A job that follows a path (`.follow`) runs until it is stopped, and continues in the next file
/// when the path gets one: see <doc:SourcesOfJobs>.
///
/// With `FeedOptions.parallel` above 1, that many threads check lines and make rows of them, and the
/// caller's thread stores them in the feed's order.
///
/// Memory: a window of the feed and what the sink holds of a batch, whatever the feed's size; with several
/// threads, three pieces of the feed for each, and their rows.
public struct ImportJob {
  let source: FeedSource
  let objects = SourceObjects()
  let columns: [ImportColumn]
  private(set) var sink: any Sink
  private(set) var options: ImportOptions
  let specification: RowSpecification
  /// What is taken of each source, as their identities have it.
  private var taken: JobIdentity.Taking

  /// Throws `ImportError` when there are no columns, when two have the same name, or when they do not fit
  /// what is exploded; for a followed log into a sink that shows its rows only at the end; and for a range
  /// of anything but one file.
  public init(
    feed source: FeedSource, columns: [ImportColumn], sink: any Sink,
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) {
    try self.init(source, columns, nil, sink, options)
  }

  /// A job whose records are decoded into a type, which encodes the rows:
  ///
  /// ```swift
  /// let job = try ImportJob(
  ///   feed: source, rows: .codable(Event.self),
  ///   sink: SQLiteSink(path: database, table: "events"))
  /// ```
  ///
  /// A record that the type refuses becomes a reject. Throws as `init(feed:columns:sink:options:)` does, and for
  /// options that go by the columns' paths in the record: `explode` and `unknownKeys`.
  public init(
    feed source: FeedSource, rows: RowMapping, sink: any Sink,
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) {
    try self.init(source, rows.columns, rows, sink, options)
  }

  private init(
    _ source: FeedSource, _ columns: [ImportColumn], _ rows: RowMapping?, _ sink: any Sink,
    _ options: ImportOptions
  ) throws(ImportError) {
    guard !columns.isEmpty else { throw ImportError(.badColumn, "an import needs a column") }
    var names: Set<ByteName> = []
    for column in columns where !names.insert(column.name.asciiLowercased).inserted {
      throw ImportError(.badColumn, "two columns are named \"\(column.name)\"")
    }
    if source.isGrowing, sink.keepsRowsBack {
      throw ImportError(
        .sink,
        "\(sink.name) would be replaced at the end of \(source.name), and a log that is followed has none:"
          + " take --mode append")
    }
    if options.isGated { try ImportJob.checkGate(source, options.feed) }
    if options.feed.range != nil {
      do throws(JSONError) {
        try FeedRange.check(source)
      } catch {
        throw ImportError(.badJob, error.summary)
      }
    }
    self.source = source
    self.columns = columns
    self.sink = sink
    self.options = options
    specification = try RowSpecification(
      columns, options.filter, explode: options.explode, unknownKeys: options.unknownKeys,
      rows: rows)
    try specification.check(options.feed)
    let text = JobIdentity.text(
      of: columns,
      (options.filter.map { ["where \($0)"] } ?? [])
        + (specification.exploded.map { ["explode \($0.path)"] } ?? [])
        + (specification.rows.map { ["rows \($0.name)"] } ?? [])
        + options.feed.lineForm.words
        + (options.feed.members.map { ["members \($0)"] } ?? []))
    taken = JobIdentity.Taking(
      text, takesOtherColumns: sink.takesOtherColumns, range: options.feed.range?.bytes)
  }

  /// Runs the job to the end of its sources, or until it is stopped. A stopped job commits what was read,
  /// and the next run continues after it. `progress` is called at each commit.
  ///
  /// Throws `ImportError`: before the first row for what can be known by then (columns that contradict
  /// the table, a source that has changed, a reject file that can't be written); later when a source can't
  /// be read or the sink can't be written. What was committed stays.
  public func run(
    stop: FeedStop? = nil, progress: ((ImportProgress) -> Void)? = nil
  ) throws(ImportError) -> ImportSummary {
    let stop = stop ?? FeedStop()
    try fileRoles().check()
    objects.reset(stop)
    sink.heed(stop)
    defer { objects.reset() }
    do throws(ImportError) {
      switch source {
      case .topic(let address): return try follow(topic: address, stop, progress)
      case .log(let path): return try follow(path, stop, progress)
      default:
        guard options.isGated else { return try read(sources(), stop, progress) }
        return try readGated(stop, progress)
      }
    } catch {
      sink.rollBack()
      // It was stopped while it waited: for the target, or for a server, before the first source or a later one.
      let isOfTarget = error.kind == .stopped
      let isOfSource =
        error.kind == .source
        && (error.summary == nil || error.message.hasSuffix(InputEvent.stopReason))
      if stop.isStopped, isOfTarget || isOfSource {
        var summary = error.summary ?? ImportSummary()
        summary.isStopped = true
        if isOfTarget {
          summary.notes.append(ImportNote(kind: .stopped, message: error.message))
        }
        return summary
      }
      throw error
    }
  }

  /// The same job with another sink, and without a reject file.
  func into(_ sink: any Sink) -> ImportJob {
    var job = self
    job.sink = sink
    job.taken = JobIdentity.Taking(
      taken.columns, takesOtherColumns: sink.takesOtherColumns, range: taken.range)
    job.options.rejectFile = nil
    return job
  }

  /// The same job, whose share of bad records is judged only when all were read.
  var judgedAtEnd: ImportJob {
    var job = self
    job.options.feed.minimumForShare = .max
    return job
  }

  /// The files one by one; for a pattern, those that match it now.
  func sources() throws(ImportError) -> JobSources {
    try recognise(try sources(of: source))
  }

  private func sources(of source: FeedSource) throws(ImportError) -> JobSources {
    switch source {
    case .files(let paths): return JobSources(files: paths)
    case .glob(let pattern):
      return JobSources(
        files: try ImportError.reading { try Glob.files(matching: pattern) })
    case .address(let address), .topic(let address):
      return JobSources(try objects.addresses(at: address).map { .address($0) })
    case .several(let several):
      var all: [FeedSource] = []
      for source in several { all += try sources(of: source) }
      return JobSources(all)
    default: return JobSources([source])
    }
  }

  /// `jobs`: those of the sources that can be read again. `checkpoints`: theirs, or none if no one has any; `earlier` is
  /// that of the unfinished source.
  func makeRun(
    _ sources: some Collection<FeedSource>, _ jobs: [JobIdentity?], resuming earlier: Checkpoint?,
    _ checkpoints: [Checkpoint?], _ progress: ((ImportProgress) -> Void)?
  ) throws(ImportError) -> ImportRun {
    let limit = RejectLimit(options.feed, after: checkpoints, isFollowing: isFollowing)
    try limit.refuse(checkpoints)
    let rejects = try rejectFile(resuming: earlier, apartFrom: sources)
    var notes: [ImportNote] = []
    let owner = try rejects.flatMap { file throws(ImportError) in
      try RejectFile.prepare(
        file, as: options.rejectFile ?? file.path, for: jobs, into: sink.name, resuming: earlier,
        checkpoints, replaces: sink.keepsRowsBack, &notes)
    }
    var run = ImportRun(
      specification, sink: sink, rejects: (rejects, owner), limit: limit, options: options,
      sourceCount: sources.count, progress: progress)
    run.count(jobs, checkpoints)
    if let rejects, owner != nil, sink.restarts || sink.keepsRowsBack,
      checkpoints.allSatisfy({ $0 == nil })
    {
      run.rejects.obsolete = try rejects.rejects(
        of: ByteName(sink.name), sources: sink.keepsRowsBack ? nil : run.rejects.sources)
    }
    run.counts.note(ImportNote.ofSecrets + objects.notes + notes)
    run.counts.commit(nil)
    run.counts.reserve(sources: sources.count)
    return run
  }

  /// A range of a file has its own progress. A path without links and dots has no two slashes, so that no
  /// other file has its name.
  func identity(of file: JobSource) -> JobIdentity {
    var identity = identity(
      path: file.source?.text ?? file.path + rangeSuffix, name: file.content.shownName ?? file.name)
    identity.formerNames = file.formerNames
    return identity
  }

  var rangeSuffix: String { options.feed.range.map { "//[\($0.text)]" } ?? "" }

  /// Opens a file; nil for a source that can't be read again. Throws for a range of a file that can't be
  /// divided.
  func open(path: String) throws(ImportError) -> JobSource? {
    try ranged(try openNamed(path))
  }

  /// The same for any source.
  func open(_ source: FeedSource) throws(ImportError) -> JobSource? {
    switch source {
    case .file(let path): try open(path: path)
    case .address(let address): try open(address)
    default: nil
    }
  }

  private func open(_ address: SourceAddress) throws(ImportError) -> JobSource? {
    guard let file = try objects.source(at: address) else { return nil }
    file.limits = options.feed.decompression
    try distinguish(file, at: address)
    return try ranged(file)
  }

  private func ranged(_ file: JobSource?) throws(ImportError) -> JobSource? {
    guard let file else { return nil }
    (file.stop, file.limits) = (objects.stop, options.feed.decompression)
    guard let range = options.feed.range else { return file }
    file.range = range
    let head = try file.bytes(at: 0, count: FeedSource.headSize)
    var framing = options.feed.framing
    do throws(JSONError) {
      try FeedRange.check(head: head, of: file.name)
    } catch {
      let reason =
        FeedSource.isPacked(head)
        ? "; an import compares the checksums of all of it before it stores a row, so that ranges gain"
          + " nothing: import the whole file, or store several" : ""
      throw ImportError(.source, error.summary + reason)
    }
    if framing == .auto { framing = try file.framing(options.feed) }
    guard framing == .lines else {
      throw ImportError(.source, FeedRange.notDivisible(by: framing).summary)
    }
    return file
  }

  func identity(path: String, name: String? = nil) -> JobIdentity {
    var identity = JobIdentity(source: ByteName(path), taken)
    identity.name = name
    return identity
  }

  /// The identity by which a file is resumed where it was interrupted; nil: each run begins anew.
  func goesOn(_ file: JobSource) -> JobIdentity? {
    sink.keepsProgress ? identity(of: file) : nil
  }

  /// The job itself keeps bad records, and counts them together with records that make no row.
  ///
  /// `known`: what `.auto` chose before, for a log whose files have one framing. `isAtStart`: the feed begins where the
  /// file does, and chooses by itself.
  func feedOptions(
    _ file: JobSource?, framing known: FeedFraming? = nil, isAtStart: Bool = false
  ) throws(ImportError) -> FeedOptions {
    var feed = options.feed
    feed.checking = feed.checking ?? .full
    feed.hasMessageFields = specification.mayNeedMessageFields
    feed.badRecords = .stop
    feed.maximumBadRecords = nil
    feed.maximumBadShare = nil
    // Text after a damaged member is not the end.
    feed.leavesUnfinishedEnd =
      file.map { !options.isFinal || !$0.isWhole } ?? false
    if let file { feed.windowSize = try file.windowSize(atMost: feed.windowSize) }
    guard feed.framing == .auto else { return feed }
    if let known {
      feed.framing = known
    } else if let file, !isAtStart {
      // For a resumed file, `.auto` must choose as it did for the file's start.
      feed.framing = try file.framing(feed)
    }
    return feed
  }

  /// Takes all records of an open feed, on as many threads as the options say.
  func storeAll(_ feed: inout JSONFeed, _ run: inout ImportRun) throws {
    defer { run.note(feed.takeNotes()) }
    guard try feed.readsInParallel() else {
      if run.kept.isOn {
        run.kept.keeper = feed.keepingLastWindow(most: KeptRecords.mostBytes)
      }
      return try feed.forEach {
        try run.store($0)
      } rejected: {
        try run.reject($0)
      }
    }
    let specification = specification
    let spare = SpareParts { RowBatch(specification) }
    try feed.forEachChunk(
      RowBatch.fold(spare), keptBytes: run.kept.isOn ? KeptRecords.mostBytes : 0
    ) { batch, delivery in
      defer { spare.put(batch) }
      for record in 0..<batch.count {
        try delivery.go(behind: record)
        try run.store(record, of: batch, delivery)
      }
      try delivery.finish()
      try run.countOthers(of: batch, at: delivery.end)
    } rejected: {
      try run.reject($0)
    }
  }

  private var isFollowing: Bool { source.isGrowing }

  private func rejectFile(
    resuming earlier: Checkpoint?, apartFrom sources: some Collection<FeedSource>
  ) throws(ImportError) -> RejectFile? {
    if let path = options.rejectFile {
      let rejects = try RejectFile.importing { () throws(JSONError) in
        try RejectFile(path: path)
      }
      for case .file(let file) in sources where rejects.isRegular && rejects.isFile(at: file) {
        throw ImportError(.rejects, "\(path) is the feed itself: rejects need a file of their own")
      }
      return rejects
    }
    if let path = earlier?.rejectFile, earlier?.isFinished == false,
      path != sink.gatheredRejects.map({ ByteName($0) })
    {
      throw RejectFile.missing(path.text)
    }
    return nil
  }
}

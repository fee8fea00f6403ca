import Sluice
import SluiceFeed

/// A job that follows a topic until it is stopped: it reads what its partitions have, and each message that
/// comes.
///
/// Partitions have turns. A turn takes what has come for one of them, commits it, and leaves the partition as
/// read to its end, for now. So never two partitions are unfinished at once, and the end of the reject file
/// belongs to one of them, as in a job of several files. Rows and position of a turn are committed together;
/// a kill repeats one turn.
extension ImportJob {
  /// A partition between two of its turns.
  private struct Follower {
    let file: JobSource
    let partition: any MessagePartition
    let job: JobIdentity
    /// Where the next turn begins.
    var position: FeedPosition
    /// As of its last commit; nil: it has none.
    var checkpoint: Checkpoint?
  }

  func follow(
    topic address: SourceAddress, _ stop: FeedStop, _ progress: ((ImportProgress) -> Void)?
  ) throws(ImportError) -> ImportSummary {
    let topic = try ImportError.reading { () throws(JSONError) in
      let topic = try FollowedTopic(address, [stop])
      for partition in topic.partitions { try partition.inspect() }
      return topic
    }
    var files: [(file: JobSource, partition: any MessagePartition, job: JobIdentity)] = []
    for partition in topic.partitions {
      let path = try ImportError.reading { () throws(JSONError) in try partition.identity }
      let file = JobSource(PartitionSource(partition), name: partition.name, path: path)
      files.append((file, partition, identity(of: file)))
    }
    guard let first = files.first else {
      throw ImportError(.source, "\(topic.name) has no partition")
    }
    let earlier = try sink.open(files.map(\.job), columns: columns)
    var sources: [OpenSource] = []
    for (i, one) in files.enumerated() {
      let checkpoint = i == 0 ? earlier : try sink.switchSource(to: one.job)
      sources.append(try OpenSource(.url(one.partition.url), one.file, resuming: checkpoint))
    }
    let checkpoints = sources.map(\.earlier)
    let unfinished = checkpoints.firstIndex { $0?.isFinished == false }
    var run = try makeRun(
      files.map { .url($0.partition.url) }, files.map(\.job),
      resuming: unfinished.flatMap { checkpoints[$0] }, checkpoints, progress)
    var followers: [Follower] = []
    for (one, source) in zip(files, sources) {
      run.announce(source)
      followers.append(
        Follower(
          file: one.file, partition: one.partition, job: one.job, position: source.start,
          checkpoint: source.earlier))
    }
    try withRun(&run) { run in
      var feed = try first.file.feed(
        try feedOptions(first.file), from: followers[0].position, stop)
      for follower in followers.dropFirst() {
        try follower.partition.begin(at: follower.position.offset)
      }
      // The one that was interrupted has the first turn, because the reject file ends with its rejects.
      if let unfinished { try settle(&followers[unfinished], unfinished, &run) }
      while !stop.isStopped, let partition = try next(of: topic, stop) {
        guard let index = followers.firstIndex(where: { $0.partition === partition }) else { break }
        try turn(of: &followers[index], index, &feed, &run, stop)
      }
    }
    run.counts.stop()
    run.counts.note(followers.compactMap(\.partition.gapNote))
    try withRun(&run) { run in try run.report() }
    return run.result
  }

  /// Nil: the job was stopped.
  private func next(of topic: FollowedTopic, _ stop: FeedStop) throws -> (any MessagePartition)? {
    do throws(InputEvent) {
      return try topic.next()
    } catch {
      guard case .stopped = error, stop.isStopped else { throw error.asError }
      return nil
    }
  }

  /// Marks a partition that a killed run left in its turn as read to its end, for now.
  private func settle(
    _ follower: inout Follower, _ index: Int, _ run: inout ImportRun
  ) throws(ImportError) {
    _ = try sink.switchSource(to: follower.job)
    run.begin(turnOf: follower.file, index, from: follower.position, since: follower.checkpoint)
    run.source.job = goesOn(follower.file)
    try run.finish(at: follower.position, isStopped: false)
    follower.checkpoint = run.source.checkpoint
  }

  private func turn(
    of follower: inout Follower, _ index: Int, _ feed: inout JSONFeed, _ run: inout ImportRun,
    _ stop: FeedStop
  ) throws {
    _ = try sink.switchSource(to: follower.job)
    run.begin(turnOf: follower.file, index, from: follower.position, since: follower.checkpoint)
    run.source.job = goesOn(follower.file)
    // Records that the job is in the middle of this partition, before its first reject can be written.
    if run.rejects.file != nil { try run.commit(at: follower.position) }
    feed.turn(to: follower.partition, from: follower.position)
    try storeAll(&feed, &run)
    follower.position = feed.position
    follower.position.file = nil
    try run.finish(at: follower.position, isStopped: stop.isStopped)
    follower.checkpoint = run.source.checkpoint
  }
}

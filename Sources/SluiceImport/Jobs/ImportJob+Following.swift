import Sluice
import SluiceFeed

/// A job that follows a path, until it is stopped: what is in the file there, what comes, and what is in
/// the files that come to the path after it.
extension ImportJob {
  func follow(
    _ path: String, _ stop: FeedStop, _ progress: ((ImportProgress) -> Void)?
  ) throws(ImportError) -> ImportSummary {
    let followed = try ImportJob.reading { try FollowedFile(path) }
    let place = FollowedPath(path)
    guard var life = try ImportJob.next(of: followed, stop) else { return ImportSummary() }
    var file = try place.file(life.descriptor)
    let earlier = try sink.open([identity(of: file)], columns: columns)
    let job = goesOn(file)
    let found = try place.find(earlier, from: file)
    var run = try makeRun([.file(path)], [job], resuming: earlier, progress)
    run.job = job
    var start = found.start
    try run.begin(followed: found.rotated.first ?? file, since: earlier, found)
    for (i, rotated) in found.rotated.enumerated() {
      if i > 0 { try run.begin(life: rotated, from: start) }
      start = try read(rotated, from: start, &run, stop)
      if stop.isStopped { return run.result }
    }
    if !found.rotated.isEmpty { try run.begin(life: file, from: start) }
    run.commitByTime()
    while true {
      start = try read(life, file, from: start, &run, stop)
      guard !stop.isStopped, let next = try ImportJob.next(of: followed, stop) else {
        run.stop()
        return run.result
      }
      life = next
      file = try place.file(life.descriptor)
      try run.begin(life: file, from: start)
    }
  }

  /// The file that is at the path now, or comes to it; nil: the job was stopped meanwhile.
  private static func next(
    of followed: FollowedFile, _ stop: FeedStop
  ) throws(ImportError) -> FollowedInput? {
    do throws(JSONError) {
      return try followed.nextLife(heeding: [stop])
    } catch {
      if JSONFeed.isStop(error), stop.isStopped { return nil }
      throw ImportError(.source, "\(error)")
    }
  }

  /// Reads a file that nobody writes to any more to its end. Answers where the next one begins.
  private func read(
    _ file: SourceFile, from start: FeedPosition, _ run: inout ImportRun, _ stop: FeedStop
  ) throws(ImportError) -> FeedPosition {
    try withRun(&run) { run in
      var feed = try JSONFeed(
        file.feedSource, options: try feedOptions(file), from: start, stop: stop)
      try takeAll(&feed, &run)
      try run.finish(at: feed.position, isStopped: stop.isStopped)
      return feed.position.beforeNextFile
    }
  }

  /// Reads the file that stands at the path, until another one does. By one thread: what comes line by
  /// line has no use for more.
  private func read(
    _ life: FollowedInput, _ file: SourceFile, from start: FeedPosition, _ run: inout ImportRun,
    _ stop: FeedStop
  ) throws(ImportError) -> FeedPosition {
    try withRun(&run) { run in
      var options = try feedOptions(start.offset > 0 ? file : nil)
      options.parallel = 1
      var feed = try JSONFeed(
        life, path: file.name, options: options, from: start, stop: stop)
      while true {
        do {
          try takeAll(&feed, &run)
          break
        } catch  where JSONFeed.isQuiet(error) {
          try run.rest(at: feed.position)
        }
      }
      try run.finish(at: feed.position, isStopped: stop.isStopped)
      return feed.position.beforeNextFile
    }
  }
}

extension FeedPosition {
  /// Where the file that comes behind this place begins.
  fileprivate var beforeNextFile: FeedPosition {
    FeedPosition(offset: 0, line: 0, recordNumber: recordNumber)
  }
}

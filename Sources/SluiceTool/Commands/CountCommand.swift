import SluiceFeed

/// `sluice count`: how many records a feed has.
struct CountCommand: Command {
  static let name = "count"
  static let summary = "count the records of feeds, and the bad ones"
  static let synopsis = "FEED… [--framing NAME] [--follow] [--jobs N] [--rejects FILE]"
  static let discussion = """
    Prints the numbers of good and bad records and of bytes, the speed, and the framing. Exits with
    1 when there are bad records. A FEED is a file, compressed by gzip or Zstandard or not, a
    pattern such as 'logs/*.ndjson.gz', or - for standard input; several are read one after the
    other, by the framing of the first.
    """
  static let example = """
    sluice count events.ndjson 'archive/*.ndjson.gz' --jobs 2
    sluice count app.log --follow --rejects bad.ndjson
    """
  static let flags = Flag.feed

  private let source: FeedSource
  private let options: FeedOptions
  private let isFollowing: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
    isFollowing = arguments.has("--follow")
  }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    let begin = monotonicSeconds()
    var line = ProgressLine()
    var feed = try JSONFeed(source, options: options, stop: stop)
    let progress = feed.progress
    var excess: TooManyBadRecords?
    do {
      try feed.fold(into: { 0 }) { (_: inout Int, _) in
      } part: { _ in
        let now = progress.snapshot
        line.show(
          offset: now.offset, size: now.totalBytes,
          "\(now.counts.records) records  \(now.counts.rejected) bad")
      }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    line.clear()
    let counts = feed.counts
    try StandardOutput.shared.write(
      """
      records      \(counts.records)
      bad records  \(counts.rejected)
      bytes        \(counts.bytes)
      speed        \(Figures.speed(bytes: counts.bytes, seconds: monotonicSeconds() - begin))
      framing      \(feed.framing)

      """)
    if let excess {
      try StandardOutput.shared.flush()
      StandardError.write("sluice: \(excess)\n")
    }
    if stop.isStopped, !isFollowing {
      try StandardOutput.shared.flush()
      StandardError.write("sluice: interrupted: these are the counts up to there\n")
      return .interrupted
    }
    return counts.rejected == 0 ? .success : .rejected
  }
}

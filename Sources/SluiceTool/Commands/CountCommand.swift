import SluiceFeed

/// `sluice count`: how many records a feed has.
struct CountCommand: Command {
  static let name = "count"
  static let summary = "count the records of a feed, and the bad ones"
  static let synopsis = "FEED [--framing NAME] [--check full|accessed] [--rejects FILE]"
  static let discussion = """
    Prints the numbers of good and bad records and of bytes, the speed, and the framing. Exits with
    1 when there are bad records.
    """
  static let example = "zcat events.ndjson.gz | sluice count -"
  static let flags = Flag.feed

  private let source: FeedSource
  private let options: FeedOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
  }

  func run() throws -> ExitStatus {
    let begin = monotonicSeconds()
    var records: Int64 = 0
    var line = ProgressLine()
    var feed = try JSONFeed(source, options: options)
    var excess: TooManyBadRecords?
    do {
      try feed.forEach { record in
        records += 1
        // The clock is looked at now and then only.
        if records & 0x3FFF == 0 {
          line.show(offset: record.offset, "\(records) records  \(record.number - records) bad")
        }
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
    return counts.rejected == 0 ? .success : .rejected
  }
}

import SluiceFeed

/// `sluice count`: how many records a feed has.
struct CountCommand: Command {
  static let name = "count"
  static let summary = "count the records of an NDJSON feed, and the bad ones"
  static let synopsis = "FEED [--check full|accessed]"
  static let discussion = """
    Prints the numbers of good and bad records and of bytes, and the speed. Exits with 1 when there
    are bad records.
    """
  static let example = "zcat events.ndjson.gz | sluice count -"
  static let flags = [Flag.check, Flag.maximumRecord]

  private let source: FeedSource
  private let options: FeedOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
  }

  func run() throws -> ExitStatus {
    let begin = monotonicSeconds()
    var records: Int64 = 0
    var bad: Int64 = 0
    var line = ProgressLine()
    var feed = try JSONFeed(source, options: options)
    try feed.forEach { record in
      records += 1
      // The clock is looked at now and then only.
      if records & 0x3FFF == 0 {
        line.show(offset: record.offset, "\(records) records  \(bad) bad")
      }
    } rejected: { _ in
      bad += 1
    }
    line.clear()
    let bytes = feed.position.offset
    try StandardOutput.shared.write(
      """
      records      \(records)
      bad records  \(bad)
      bytes        \(bytes)
      speed        \(Figures.speed(bytes: bytes, seconds: monotonicSeconds() - begin))

      """)
    return bad == 0 ? .success : .rejected
  }
}

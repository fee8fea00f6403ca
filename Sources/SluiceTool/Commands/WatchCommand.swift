import SluiceFeed
import SluiceImport
import SluiceRows
import SluiceSystem

/// `sluice watch`: a live table of a feed that is still being written.
struct WatchCommand: Command {
  static let name = "watch"
  static let summary = "show the rates, groups and bad records of a growing feed"
  static let synopsis =
    "FEED [--group-by PATHS] [--sum PATH] [--where CONDITION] [--interval SECONDS] …"
  static let discussion = """
    Follows a log file, or reads standard input (-) to its end, and shows the numbers of records, bad
    records and bytes, what they were per second during the last seconds, the largest groups, and the
    last bad records. Numbers and groups are those of sluice count; "~" marks estimates.

    On a terminal, the table stays in place and takes the size of the window. Ctrl-C ends it with a
    summary of everything. Where standard output is no terminal, each interval prints a line.
    """
  static let example = """
    sluice watch app.log --group-by level,service
    kubectl logs -f deploy/api | sluice watch - --group-by status --quantiles 0.5,0.99 ms
    """
  static let flags =
    [
      Flag("--interval", "SECONDS", "how often to show news (default: 1)"),
      Flag.filter,
    ] + CountCommand.tableFlags
    + Flag.feed.filter { ![Flag.follow, .range, .countFrom].map(\.name).contains($0.name) }

  private let source: FeedSource
  private let options: FeedOptions
  private let tally: Tally
  private let interval: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let word = try arguments.operand("FEED")
    source = try ParsedArguments.using { () throws(ImportError) in
      try SourceDescription.feedSource([word], isFollowing: word != "-")
    }
    var options = try arguments.feedOptions()
    // The screen shows the last bad record.
    options.countsReasons = false
    self.options = options
    tally = try CountCommand.tally(arguments)
    interval = try arguments.number("--interval", in: 1...86_400) ?? 1
  }

  func files() throws -> FileRoles { try FileRoles(source, options) }

  func run() throws -> ExitStatus {
    let screen = FileDescriptor.standardOutput.isTerminal ? Screen(.standardOutput) : nil
    let stop = Interruption.stop { screen?.end() }
    var feed = try JSONFeed(source, options: options, stop: stop)
    let state = LockedValue(WatchState(tally))
    let text = WatchText(source.name, tally)
    let drawing = WatchDrawing(
      state, feed.progress, text, interval: Double(interval), screen: screen, stop: stop)
    var excess: TooManyBadRecords?
    do {
      try drawing.during {
        try tally.forEachPart(of: &feed) { part in
          try state.withLock { try $0.table.add(part) }
        } rejected: { reject in
          state.withLock { $0.note(reject) }
        }
      }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    try unsafe StandardOutput.shared.tell(text.summary(drawing.last(feed.counts)))
    try unsafe StandardOutput.shared.flush()
    let end = FeedEnd(feed, excess, options, isWhole: !stop.isStopped)
    end.tell()
    return end.status
  }
}

import SluiceFeed
import SluiceImport
import SluiceRows

/// `sluice select`: columns of the records that a filter takes.
struct SelectCommand: Command {
  static let name = "select"
  static let summary = "print columns of the records of feeds, as CSV, TSV or NDJSON"
  static let synopsis = "FEED… --column SPEC [--column SPEC …] [--where CONDITION] [--format csv]"
  static let discussion = """
    Prints a row for each record for which the condition holds, in the feed's order, with the
    columns in the order given; a SPEC is NAME:TYPE=PATH, as for sluice import. CSV follows RFC 4180,
    with a line of names; a missing or null value is an empty field, the empty text is "". A record
    is rejected when it is not valid JSON, when a value has another type, and when a text contains
    U+0000, which CSV can't hold. Rejects are reported at the end, the exit status is 1, and
    --rejects keeps them.
    """
  static let example = """
    sluice select events.ndjson --column 'id:int=id' --column 'who:text=actor.login' \\
      --where "type = 'PushEvent'" > pushes.csv
    sluice select app.log --follow --format ndjson --column 'line:json=$' --where "level = 'error'"
    """
  static let flags =
    Flag.columns + [
      Flag.filter, Flag.explode, Flag.unknownKeys,
      FileFormat.flag("how to write rows (default: csv)"),
    ] + Flag.feed

  private let source: FeedSource
  private let options: FeedOptions
  private let isFollowing: Bool
  private let selection: RowSelection
  private let format: FileFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
    isFollowing = arguments.has("--follow")
    selection = RowSelection(
      columns: try arguments.columns(), where: try arguments.filter(),
      explode: try arguments.path("--explode"),
      unknownKeys: try arguments.choice("--unknown-keys", as: UnknownKeys.self) ?? .ignore)
    format = try arguments.choice("--format", as: FileFormat.self) ?? .csv
  }

  func files() throws -> FileRoles { try FileRoles(source, options) }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    var feed = try JSONFeed(source, options: options, stop: stop)
    var excess: TooManyBadRecords?
    var found: RowSelection.Counts?
    do {
      // Writes pieces of many rows, bypassing the buffer of standard output; when following, whatever has
      // arrived.
      found = unsafe try selection.write(&feed, as: format) { rows in
        try unsafe StandardOutput.writeThrough(rows)
      }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    let rejected = feed.counts.rejected
    if let found {
      StandardError.write(Figures.nulled(found.nulled))
      StandardError.write(Figures.unknownKeys(found.unknownKeys, others: found.otherUnknownKeys))
    }
    if let excess {
      StandardError.write("sluice: \(excess)\n")
    } else if rejected > 0 {
      StandardError.write("\(Figures.count(rejected, "record")) rejected\n")
    }
    if stop.isStopped, !isFollowing { return .interrupted }
    return rejected == 0 ? .success : .rejected
  }
}

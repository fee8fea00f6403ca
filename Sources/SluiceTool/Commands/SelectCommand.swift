import SluiceArrow
import SluiceFeed
import SluiceImport
import SluiceRows
import SluiceSystem

/// `sluice select`: columns of the records that a filter takes.
struct SelectCommand: Command {
  static let name = "select"
  static let summary = "print columns of the records of feeds, as CSV, TSV, NDJSON or Arrow"
  static let synopsis = "FEED… --column SPEC [--column SPEC …] [--where CONDITION] [--format csv]"
  static let discussion = """
    Prints a row for each record for which the condition holds, in the feed's order, with the
    columns in the order given; a SPEC is NAME:TYPE=PATH, as for sluice import. CSV follows RFC 4180,
    with a line of names; a missing or null value is an empty field, the empty text is "". A record
    is rejected when it is not valid JSON, when a value has another type, and when a text contains
    U+0000, which CSV can't hold. Rejects are reported at the end, the exit status is 1, and
    --rejects keeps them.

    --limit ends after a number of rows. --sample takes a number of rows at random, each as likely
    as any other, or a share of them; --seed chooses others. The same feed and seed give the same rows,
    whatever --jobs is.

    A PATH that begins with $. or $[ is a JSONPath (RFC 9535): a column of type json gets an array of
    all that it selects, any other column the only value. In a condition, a test holds if it holds
    for one of the values; put a JSONPath with spaces or quotes in backticks.

    --format arrow writes Arrow's IPC streaming format to a file or a pipe, for pyarrow, Polars,
    DuckDB and others: texts as large_utf8, decimals as decimal128(38, 9), json as arrow.json, uuid as
    arrow.uuid, times in microseconds of UTC, and nested types (list<int>, struct<name: text>,
    map<text, int>) as lists, structs and maps. A number that does not fit is a reject.
    """
  static let example = """
    sluice select events.ndjson --column 'id:int=id' --column 'who:text=actor.login' \\
      --where "type = 'PushEvent'" > pushes.csv
    sluice select app.log --follow --format ndjson --column 'line:json=$' --where "level = 'error'"
    sluice select events.ndjson --sample 1000 --format ndjson --column 'shas:json=$..sha' \
      --where "$..name contains 'bot'"
    sluice select events.ndjson --format arrow --column 'tags:list<text>=tags' > tags.arrows
    """
  static let flags =
    Flag.columns + [
      Flag.filter, Flag.explode, Flag.unknownKeys,
      Flag(
        "--format", Format.allCases.map(\.rawValue).joined(separator: "|"),
        "how to write rows (default: csv)"),
      Flag("--limit", "N", "end after this number of rows"),
      Flag("--sample", "N|SHARE", "this number of rows at random, or a share of them, such as 1%"),
      Flag("--seed", "N", "another sample (default: 1)"),
    ] + Flag.feed

  private enum Format: String, CaseIterable {
    case csv, tsv, ndjson, arrow
  }

  private let source: FeedSource
  private let options: FeedOptions
  private let isFollowing: Bool
  private let selection: RowSelection
  private let format: Format
  private let limit: Int64?
  private let sample: RowSample?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
    isFollowing = arguments.has("--follow")
    selection = RowSelection(
      columns: try arguments.columns(), where: try arguments.filter(),
      explode: try arguments.path("--explode"),
      unknownKeys: try arguments.choice("--unknown-keys", as: UnknownKeys.self) ?? .ignore)
    format = try arguments.choice("--format", as: Format.self) ?? .csv
    limit = try arguments.number("--limit", in: 0...Int.max).map { Int64($0) }
    sample = try SelectCommand.sample(arguments)
    guard format == .arrow else { return }
    guard limit == nil, sample == nil else {
      throw UsageError("--limit and --sample choose rows of csv, tsv and ndjson, not of arrow")
    }
    guard !isFollowing else {
      throw UsageError("--format arrow has an end: with --follow, choose csv, tsv or ndjson")
    }
    guard !FileDescriptor.standardOutput.isTerminal else {
      throw UsageError(
        "--format arrow is not for terminals: send the output to a file or a pipe, such as > rows.arrows"
      )
    }
  }

  /// The sample of the flags: a number of rows, or a share with a point or a percent sign.
  private static func sample(_ arguments: ParsedArguments) throws(UsageError) -> RowSample? {
    let seed = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
    guard let text = arguments.value("--sample") else {
      if arguments.has("--seed") { throw UsageError("--seed is for --sample") }
      return nil
    }
    if let rows = Int(text), rows >= 0, rows <= 1 << 30 { return .rows(rows, seed: seed) }
    let isPercent = text.hasSuffix("%")
    if text.contains(".") || isPercent,
      let number = Double(isPercent ? String(text.dropLast()) : text),
      case let share = isPercent ? number / 100 : number, (0...1).contains(share)
    {
      return .share(share, seed: seed)
    }
    throw UsageError(
      "--sample takes a number of rows, such as 1000, or a share, such as 1% or 0.01, found"
        + " \"\(text)\"")
  }

  func files() throws -> FileRoles { try FileRoles(source, options) }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    let feed = try JSONFeed(source, options: options, stop: stop)
    let status =
      try format == .arrow ? writeBatches(of: feed, stop) : writeRows(of: feed, stop)
    return stop.isStopped && !isFollowing ? .interrupted : status
  }

  /// Writes rows as text.
  private func writeRows(
    of feed: consuming JSONFeed, _ stop: FeedStop
  ) throws -> ExitStatus {
    let format = FileFormat(rawValue: format.rawValue) ?? .csv
    var found: RowSelection.Counts?
    var excess: TooManyBadRecords?
    do {
      // Writes pieces of many rows, bypassing the buffer of standard output; when following, whatever has
      // arrived.
      found = unsafe try selection.write(
        &feed, as: format, limit: limit, sample: sample
      ) { rows in
        try unsafe StandardOutput.writeThrough(rows)
      }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    let end = FeedEnd(feed, excess, options, isWhole: !stop.isStopped && limit == nil)
    return report(found, feed.counts.rejected, end)
  }

  /// The same as Arrow's stream, which has an end unless reading was stopped.
  private func writeBatches(
    of feed: consuming JSONFeed, _ stop: FeedStop
  ) throws -> ExitStatus {
    let (handler, progress) = (feed.handler, feed.progress)
    var rejected: Int64 = 0
    let stream = try ColumnStream(
      selection, of: feed,
      rejected: { reject in
        rejected += 1
        try handler.keep(reject)
      })
    let writer = ArrowStreamWriter(stream.schema)
    var excess: TooManyBadRecords?
    try unsafe writer.begin { try unsafe StandardOutput.writeThrough($0) }
    do {
      while let batch = try stream.next() {
        try unsafe writer.write(batch) { try unsafe StandardOutput.writeThrough($0) }
      }
      if !stop.isStopped { try unsafe writer.end { try unsafe StandardOutput.writeThrough($0) } }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    let found = excess == nil ? stream.counts : nil
    let counts = progress.snapshot.counts
    let end = FeedEnd(
      rejected: rejected, of: counts.records + counts.rejected, handler.reasons, excess, options,
      isWhole: !stop.isStopped)
    return report(found, rejected, end)
  }

  /// Reports what was not printed; `found` is nil when reading ended early because of too many rejects.
  private func report(
    _ found: RowSelection.Counts?, _ rejected: Int64, _ end: FeedEnd
  ) -> ExitStatus {
    if let found {
      if let path = selection.explode, found.rows == 0, found.empty > 0 {
        let records =
          found.empty == 1 ? "the only record has no" : "none of \(found.empty) records has an"
        StandardError.write(
          "no rows: \(records) element at \(PrintableText.line(path.description))\n")
      }
      StandardError.write(Figures.nulled(found.nulled) + Figures.accepted(found.accepted))
      StandardError.write(Figures.unknownKeys(found.unknownKeys, others: found.otherUnknownKeys))
    }
    if rejected > 0 { StandardError.write("\(Figures.count(rejected, "record")) rejected\n") }
    end.tell()
    return end.status
  }
}

import SluiceFeed
import SluiceImport
import SluiceRows
import SluiceSystem

/// `sluice count`: the number of records of a feed, or of each kind.
struct CountCommand: Command {
  static let name = "count"
  static let summary = "count the records of feeds, of each kind, and sum up their numbers"
  static let synopsis = "FEED… [--where CONDITION] [--group-by PATH] [--sum PATH] [--follow] …"
  static let discussion = """
    Prints the numbers of good and bad records and of bytes, the speed, and the framing. Exits with
    1 when there are bad records. A FEED is a file, plain or compressed by gzip, Zstandard,
    bzip2, xz or LZ4, a pattern such as 'logs/*.ndjson.gz', a URL (https://…, s3://bucket/key,
    's3://bucket/prefix*'), a topic (kafka://BROKER,BROKER/TOPIC), or - for standard input. Several
    are read one after the other, by the framing of the first.

    With --where, counts only the records for which the condition holds, and reports the others as
    filtered. With --group-by, --sum, --avg, --min, --max, --quantiles or --distinct, prints a table
    instead, a line for each value at the path, or for each combination of the values at several,
    the most frequent first, and the other counts on standard error. Numbers that are missing or
    null are left out; other values in their place are left out and reported. A path followed by
    "accepts text" takes numbers in strings, too: --sum 'size accepts text'. Sums are exact; sums
    with fractions are rounded once.

    Quantiles are numbers of the feed: the smallest that the share of them does not exceed. They
    are exact up to 1,048,576 numbers, fewer for each of several groups, and beyond that off by at
    most 0.39%. Distinct values are exact up to 1,048,576 of all groups, or 64 MiB, and then
    estimates with a standard error of 0.81%. The column "estimated" names the estimates of a line.

    In CSV and TSV a string is written as its text, any other value as JSON, and a missing one is
    empty; a text that is empty or reads as JSON (true, 12, {…) is in JSON's quotes. NDJSON keeps
    the JSON of values, and omits the field of a missing one.
    """
  static let example = """
    sluice count events.ndjson 'archive/*.ndjson.gz' --jobs 2
    sluice count 's3://bucket/2026/*.ndjson.gz' --group-by type
    sluice count app.log --follow --rejects bad.ndjson
    sluice count events.ndjson --where 'payload.size > 1' --group-by type --avg payload.size
    sluice count events.ndjson --group-by type,public --top 10 --distinct actor.login \
      --quantiles 0.5,0.99 payload.size
    """
  /// The flags that make a table.
  static let tableFlags =
    [
      Flag(
        "--group-by", "PATHS",
        "a line for each value there, such as actor.login; several paths, with commas between them,"
          + " for each combination; repeat it for JSON Pointers, in which a comma is part of a key",
        repeats: true)
    ] + sums.map { Flag($0.flag, "PATH", $0.help, repeats: true) } + [
      Flag(
        "--quantiles", "SHARES PATH",
        "quantiles of the numbers there, such as 0.5,0.9,0.99 payload.size; may be repeated",
        repeats: true)
    ]
  static let flags =
    [Flag.filter] + tableFlags + [
      Flag("--top", "N", "only the N most frequent groups, with exact counts"),
      FileFormat.flag("how to write the table (default: tsv)"),
    ] + Flag.feed

  private static let sums: [(flag: String, kind: Tally.Aggregate.Kind, help: String)] = [
    ("--sum", .sum, "sum up the numbers there; may be repeated, like the next four"),
    ("--avg", .average, "their average"),
    ("--min", .minimum, "the smallest of them"),
    ("--max", .maximum, "the largest of them"),
    ("--distinct", .distinct, "the number of distinct values there"),
  ]

  private let source: FeedSource
  private let options: FeedOptions
  private let isFollowing: Bool
  private let tally: Tally
  private let format: FileFormat
  private let top: Int?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
    isFollowing = arguments.has("--follow")
    tally = try CountCommand.tally(arguments)
    format = try arguments.choice("--format", as: FileFormat.self) ?? .tsv
    top = try arguments.number("--top", in: 1...Tally.mostGroups)
    guard arguments.value("--format") == nil || hasTable else {
      throw UsageError(
        "--format applies to a table: give --group-by, --sum, --avg, --min, --max, --quantiles or"
          + " --distinct")
    }
    guard top == nil || !tally.groupings.isEmpty else {
      throw UsageError("--top chooses among groups: give --group-by")
    }
  }

  /// The tally of the flags.
  static func tally(_ arguments: ParsedArguments) throws(UsageError) -> Tally {
    var aggregates: [Tally.Aggregate] = []
    for (flag, kind, _) in CountCommand.sums {
      for text in arguments.allValues(flag) {
        aggregates.append(try CountCommand.aggregate(kind, text))
      }
    }
    for (shares, text) in arguments.pairs("--quantiles") {
      for share in try CountCommand.shares(shares) {
        aggregates.append(try CountCommand.aggregate(.quantile(share), text))
      }
    }
    return Tally(
      where: try arguments.filter(), groupedBy: try arguments.paths("--group-by"),
      sums: aggregates)
  }

  private static func aggregate(
    _ kind: Tally.Aggregate.Kind, _ text: String
  ) throws(UsageError) -> Tally.Aggregate {
    try ParsedArguments.using { () throws(ImportError) in try Tally.Aggregate(kind, parsing: text) }
  }

  /// Shares with commas between them.
  private static func shares(_ text: String) throws(UsageError) -> [Double] {
    var shares: [Double] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let share = Double(word), (0...1).contains(share) else {
        throw UsageError(
          "--quantiles takes shares from 0 to 1 and a path, such as 0.5,0.99 payload.size, found"
            + " \"\(text)\"")
      }
      shares.append(share)
    }
    return shares
  }

  private var hasTable: Bool { !tally.groupings.isEmpty || !tally.aggregates.isEmpty }

  func files() throws -> FileRoles { try FileRoles(source, options) }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    let begin = MonotonicClock.seconds
    var line = ProgressLine()
    var feed = try JSONFeed(source, options: options, stop: stop)
    let progress = feed.progress
    var excess: TooManyBadRecords?
    var result: TallyResult?
    do {
      result = try tally.groups(of: &feed) {
        let now = progress.snapshot
        line.show(
          offset: now.offset, size: now.totalBytes,
          "\(now.counts.records) records  \(now.counts.rejected) bad")
      }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    line.clear()
    let seconds = MonotonicClock.seconds - begin
    if hasTable {
      if let result { try print(result) }
      StandardError.write(counts(of: feed.counts, result?.filtered))
    } else {
      try unsafe StandardOutput.shared.tell(
        report(feed.counts, result?.filtered, framing: feed.framing, seconds))
      try unsafe StandardOutput.shared.flush()
    }
    let end = FeedEnd(feed, excess, options, isWhole: !stop.isStopped)
    end.tell()
    if stop.isStopped, !isFollowing {
      StandardError.write("sluice: interrupted: these are the counts up to that point\n")
      return .interrupted
    }
    return end.status
  }

  /// The counts. The number of filtered records is known only for a feed that was read to its end.
  private func report(
    _ counts: FeedCounts, _ filtered: Int64?, framing: FeedFraming, _ seconds: Double
  ) -> String {
    let isFiltered = tally.filter != nil && filtered != nil
    var text = "records      \(counts.records - (isFiltered ? filtered ?? 0 : 0))\n"
    if isFiltered, let filtered { text += "filtered     \(filtered)\n" }
    return text + """
      bad records  \(counts.rejected)
      bytes        \(counts.bytes)
      speed        \(Figures.speed(bytes: counts.bytes, seconds: seconds))
      framing      \(framing)

      """
  }

  private func counts(of counts: FeedCounts, _ filtered: Int64?) -> String {
    var text = Figures.count(counts.records + counts.rejected, "record")
    if tally.filter != nil, let filtered { text += ", \(filtered) filtered" }
    return text + ", \(counts.rejected) bad\n"
  }

  private func print(_ result: TallyResult) throws {
    let shown = top.map { result.top($0) } ?? result
    try unsafe tally.write(shown, as: format) { try unsafe StandardOutput.writeThrough($0) }
    StandardError.write(Figures.omitted(from: result, shown: shown))
    StandardError.write(Figures.estimates(of: shown, tally))
    var told: Set<ByteName> = []
    for (i, aggregate) in tally.aggregates.enumerated()
    where aggregate.kind != .distinct && told.insert(ByteName(aggregate.pathText)).inserted {
      let texts = result.groups.reduce(0) { $0 + $1.sums[i].texts }
      if texts > 0 {
        StandardError.write(
          "\(Figures.count(texts, "number")) at \(aggregate.path) in strings: accepted\n")
      }
      let others = result.groups.reduce(0) { $0 + $1.sums[i].others }
      guard others > 0 else { continue }
      StandardError.write(
        "\(Figures.count(others, "value")) at \(aggregate.path) that \(others == 1 ? "is" : "are")"
          + " not a number: left out\n")
    }
  }
}

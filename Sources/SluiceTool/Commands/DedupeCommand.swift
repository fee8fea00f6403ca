import SluiceFeed
import SluiceImport
import SluiceRows
import SluiceSystem

/// `sluice dedupe`: the records of a feed, one of each key.
struct DedupeCommand: Command {
  static let name = "dedupe"
  static let summary = "print the records of feeds, the first or the last of each key"
  static let synopsis = "FEED… [--key PATHS] [--keep first|last] [--where CONDITION] …"
  static let discussion = """
    Prints the bytes of each record whose key no record before it had, in the feed's order, with a
    newline after each. Keys are equal by value: numbers exactly, whatever their spelling, strings
    by their text, objects in any order. Without --key it is the whole record. A record without a
    value at one of the paths is a reject; null is a value. Rejects are reported at the end, the
    exit status is 1, and --rejects keeps them.

    --keep last reads the feed twice, and therefore takes files only.

    Memory: some 32 bytes for each key, and at most 512 MiB for 16,777,216 keys; more are an error
    unless --max-keys allows them.
    """
  static let example = """
    sluice dedupe events.ndjson --key id > unique.ndjson
    sluice dedupe 'logs/*.ndjson.gz' --key host,request.id --keep last --jobs 2
    """
  static let ownFlags: Set = ["--key"]
  static let flags =
    [
      Flag(
        "--key", "PATHS",
        "the paths of the key, with commas between them; repeat it for JSON Pointers", repeats: true
      ),
      Flag("--keep", "first|last", "which record of each key to print (default: first)"),
      Flag("--max-keys", "N", "the most different keys (default: 16M)"),
      Flag.filter,
    ] + Flag.feed

  private let source: FeedSource
  private let options: FeedOptions
  private let isFollowing: Bool
  private let keepsLast: Bool
  private let deduplication: Deduplication

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    options = try arguments.feedOptions()
    isFollowing = arguments.has("--follow")
    keepsLast =
      arguments.has("--keep")
      ? try arguments.choice("--keep", among: ["first", "last"]) == "last" : false
    var unique = Deduplication(
      keys: try arguments.paths("--key"), where: try arguments.filter())
    if let most = try arguments.number("--max-keys", in: 1...1 << 30) { unique.mostKeys = most }
    deduplication = unique
    guard keepsLast else { return }
    if isFollowing { throw UsageError("--keep last has to know the end: not with --follow") }
    if case .standardInput = source {
      throw UsageError("--keep last reads the feed twice: give files, not standard input")
    }
  }

  func files() throws -> FileRoles { try FileRoles(source, options) }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    var feed = try JSONFeed(source, options: options, stop: stop)
    var counts: Deduplication.Counts?
    var excess: TooManyBadRecords?
    do {
      counts =
        try keepsLast
        ? writeLast(&feed, stop)
        : unsafe deduplication.write(&feed) {
          try unsafe StandardOutput.writeThrough($0)
        }
    } catch let error as TooManyBadRecords {
      excess = error
    }
    if let counts { StandardError.write(report(counts, feed.counts.rejected)) }
    let end = FeedEnd(feed, excess, options, isWhole: !stop.isStopped)
    end.tell()
    return stop.isStopped && !isFollowing ? .interrupted : end.status
  }

  private func writeLast(
    _ feed: inout JSONFeed, _ stop: FeedStop
  ) throws -> Deduplication.Counts? {
    // The first reading reported the bad records.
    var options = options
    (options.badRecords, options.countsReasons) = (.skip, false)
    (options.maximumBadRecords, options.maximumBadShare) = (nil, nil)
    var again = try JSONFeed(source, options: options, stop: stop)
    do {
      return try unsafe deduplication.writeLast(&feed, again: &again) {
        try unsafe StandardOutput.writeThrough($0)
      }
    } catch let error as ImportError {
      // Ctrl-C ends the readings at different records.
      if stop.isStopped { return nil }
      throw error
    }
  }

  private func report(_ counts: Deduplication.Counts, _ rejected: Int64) -> String {
    var text = Figures.count(counts.records, "record")
    text += ", \(Figures.count(counts.duplicates, "duplicate")) left out"
    if deduplication.filter != nil { text += ", \(counts.filtered) filtered" }
    return text + ", \(rejected) bad\n"
  }
}

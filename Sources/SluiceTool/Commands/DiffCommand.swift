import Sluice
import SluiceFeed
import SluiceImport
import SluiceRows
import SluiceSystem

/// `sluice diff`: the records that two feeds do not have in common.
struct DiffCommand: Command {
  static let name = "diff"
  static let summary = "compare the records of two feeds by their keys, in any order"
  static let synopsis = "A B --key PATHS [--format text|ndjson] [--where CONDITION] …"
  static let discussion = """
    Prints the records that only A has, after "-", those that differ, with the values that do, after
    "~", and then those that only B has, after "+". The order of records and of fields does not
    matter; numbers are equal by value, whatever their spelling. With --format ndjson, a line for
    each is an object: change (removed, changed or added), record, and for changed ones key and
    values, each with its path as a JSON Pointer, and a and b where they are not missing.

    No key may occur twice in a feed, and a record without a value at one of the paths is a reject.
    Exits with 0 when the feeds are equal, with 1 when they differ, and with 2 in case of trouble:
    rejected records are trouble, because they were not compared.

    Memory: some 64 bytes for each record of B, and at most 512 MiB for 8,388,608 records; more are
    an error unless --max-keys allows them. B is read again where records differ, or copied into a
    temporary file where it is no plain file.
    """
  static let example = """
    sluice diff yesterday.ndjson today.ndjson --key id
    sluice diff a.ndjson.gz b.ndjson --key host,request.id --format ndjson
    """
  static let ownFlags: Set = ["--key"]
  static let flags =
    [
      Flag(
        "--key", "PATHS",
        "the paths of the key, with commas between them; repeat it for JSON Pointers", repeats: true
      ),
      Flag("--format", "text|ndjson", "how to write the differences (default: text)"),
      Flag("--max-keys", "N", "the most different keys of each feed (default: 8M)"),
      Flag.filter,
    ] + Flag.feed.filter { ![Flag.follow, .range, .countFrom].map(\.name).contains($0.name) }

  private let first: FeedSource
  private let second: FeedSource
  private let options: FeedOptions
  private let comparison: FeedComparison
  private let isNDJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments.operands
    guard words.count == 2 else {
      throw UsageError(
        "sluice diff takes two feeds, found \(words.count): sluice diff \(DiffCommand.synopsis)")
    }
    guard words != ["-", "-"] else {
      throw UsageError("standard input (-) can be only one of the two feeds")
    }
    func source(_ word: String) throws(UsageError) -> FeedSource {
      try ParsedArguments.using { () throws(ImportError) in
        try SourceDescription.feedSource([word], isFollowing: false)
      }
    }
    (first, second) = (try source(words[0]), try source(words[1]))
    options = try arguments.feedOptions()
    _ = try arguments.required("--key")
    var comparison = FeedComparison(
      keys: try arguments.paths("--key"), where: try arguments.filter())
    if let most = try arguments.number("--max-keys", in: 1...1 << 30) {
      comparison.mostKeys = most
    }
    self.comparison = comparison
    isNDJSON =
      arguments.has("--format")
      ? try arguments.choice("--format", among: ["text", "ndjson"]) == "ndjson" : false
  }

  func files() throws -> FileRoles {
    var roles = try FileRoles(first, options)
    try roles.reads(second)
    return roles
  }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    let output = DifferenceText(comparison.keys, isNDJSON: isNDJSON, options)
    var counts = FeedComparison.Counts()
    do {
      try comparison.forEach(
        from: first, to: second, options: options, stop: stop, counting: &counts
      ) {
        let text = try output.text(of: $0)
        try unsafe isNDJSON
          ? StandardOutput.shared.write(text) : StandardOutput.shared.tell(text)
      }
    } catch let error as TooManyBadRecords {
      StandardError.complain("\(error)")
      StandardError.write(Figures.reasons(counts.rejectReasons))
      return .limitReached
    }
    try unsafe StandardOutput.shared.flush()
    StandardError.write(report(counts))
    StandardError.write(Figures.reasons(counts.rejectReasons))
    if counts.isStopped { return .interrupted }
    if counts.rejected > 0 { return .failure }
    return counts.areEqual ? .success : .rejected
  }

  private func report(_ counts: FeedComparison.Counts) -> String {
    var text =
      "\(counts.equal) equal, \(counts.changed) changed, \(counts.onlyInFirst) only in A,"
      + " \(counts.onlyInSecond) only in B"
    if comparison.filter != nil { text += ", \(counts.filtered) filtered" }
    return text + ", \(counts.rejected) bad\n"
  }
}

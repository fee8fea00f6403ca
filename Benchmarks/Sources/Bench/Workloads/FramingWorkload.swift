import Results
import SampleFeeds
import SluiceFeed

/// The log feed again: damaged, and in framings whose records are not lines. The reference is our own
/// reading of the original feed.
enum FramingWorkload {
  static let records = 40_000
  /// One record in this many is damaged.
  static let damage = 1000

  /// 0.1% of the lines are damaged: cut, with a byte that is not UTF-8, or with an unclosed string, in
  /// turn. Reference: the same feed undamaged, without those records.
  static func makeDamaged(_ settings: Settings) throws -> Workload {
    let clean = lines()
    var damaged = clean
    for (turn, i) in stride(from: damage / 2, to: records, by: damage).enumerated() {
      var line = damaged[i]
      switch turn % 3 {
      case 0: line.removeLast(line.count / 3)
      case 1: line[line.count / 2] = 0xFF
      default:
        guard let quote = line.lastIndex(of: UInt8(ascii: "\"")) else { continue }
        line[quote] = UInt8(ascii: "x")
      }
      damaged[i] = line
    }
    let bytes = joined(damaged, "", "\n", "\n")
    return Workload(
      name: "feed.damaged", input: InputReport("damaged log feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        LogsFraming("sluice", bytes, .lines, skipping: damage),
        LogsFraming("clean", joined(clean, "", "\n", "\n"), .lines, skipping: damage),
      ])
  }

  static func makeConcatenated(_ settings: Settings) throws -> Workload {
    try make("feed.concatenated", .concatenated, "", "", "")
  }

  static func makeElements(_ settings: Settings) throws -> Workload {
    try make("feed.elements", .rootElements, "[", ",", "]")
  }

  private static func make(
    _ name: String, _ framing: FeedFraming, _ before: String, _ between: String, _ after: String
  ) throws -> Workload {
    let lines = lines()
    let bytes = joined(lines, before, between, after)
    return Workload(
      name: name, input: InputReport("log feed, \(framing)", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        LogsFraming("sluice", bytes, framing),
        LogsFraming("lines", joined(lines, "", "\n", "\n"), .lines),
      ])
  }

  private static func lines() -> [[UInt8]] {
    Feeds.make(.logs, records: records).split(separator: 0x0A).map(Array.init)
  }

  private static func joined(
    _ lines: [[UInt8]], _ before: String, _ between: String, _ after: String
  ) -> [UInt8] {
    Array(before.utf8) + Array(lines.joined(separator: Array(between.utf8))) + Array(after.utf8)
  }
}

import Foundation
import Sluice
import SluiceFeed
import TestSupport

/// Everything that a feed delivered, in order.
struct Delivered: Equatable, CustomStringConvertible {
  struct Item: Equatable {
    var isGood: Bool
    var number: Int64
    var line: Int64
    var offset: Int64
    var length: Int64
    var bytes: [UInt8]
    var after: FeedPosition
    var code: String
    var errorOffset: Int
    /// The error with its line, column, path and excerpt.
    var error: String
  }
  var items: [Item] = []
  var counts = FeedCounts()
  var position = FeedPosition.start

  var good: [String] { items.filter(\.isGood).map { String(decoding: $0.bytes, as: UTF8.self) } }
  var bad: [Item] { items.filter { !$0.isGood } }
  /// A summary of the items: the line number of each good record, `line:code` for each bad one.
  var outline: [String] { items.map { $0.isGood ? "\($0.line)" : "\($0.line):\($0.code)" } }
  var description: String { "\(outline) \(counts) \(position)" }

  init() {}

  init(
    _ source: FeedSource, options: FeedOptions = FeedOptions(), from start: FeedPosition = .start
  ) throws {
    var feed = try JSONFeed(source, options: options, from: start)
    var items: [Item] = []
    try feed.forEach { record in
      items.append(Item(record))
    } rejected: { bad in
      items.append(Item(bad))
    }
    self.items = items
    counts = feed.counts
    position = feed.position
  }

  init(_ text: String, _ checking: JSONChecking = .accessed, window: Int = 128 << 10) throws {
    try self.init(
      .bytes(Array(text.utf8), name: "test"),
      options: FeedOptions(checking: checking, windowSize: window))
  }
}

extension Delivered.Item {
  init(_ record: borrowing FeedRecord) {
    self.init(
      isGood: true, number: record.number, line: record.line, offset: record.offset,
      length: Int64(record.length), bytes: record.rawBytes, after: record.positionAfter,
      code: "", errorOffset: 0, error: "")
  }

  init(_ bad: RejectedRecord) {
    self.init(
      isGood: false, number: bad.number, line: bad.line, offset: bad.offset, length: bad.length,
      bytes: bad.rawBytes, after: bad.positionAfter, code: bad.error.code.description,
      errorOffset: bad.error.offset, error: "\(bad.error)")
  }
}

/// How often the random tests run.
enum Chaos {
  /// The number of rounds set in the environment (scripts/soak --chaos); otherwise `long`, of which everyday runs
  /// play a third.
  static func rounds(_ long: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment["SLUICE_CHAOS"].flatMap(UInt64.init)
      ?? UInt64(Rounds.count(Int(long + 2) / 3, long: Int(long)))
  }
}

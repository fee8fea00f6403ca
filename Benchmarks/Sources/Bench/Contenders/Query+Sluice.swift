import Sluice
import SluiceFeed
import SluiceQueries

/// Each record of the events feed, checked in full: whether a query selects anything, and every value that it
/// selects. Without a query, the check alone.
final class QuerySluice: WalkingContender {
  let name: String
  private let query: JSONQuery?
  private let bytes: [UInt8]

  init(_ name: String, _ query: String?, _ bytes: [UInt8]) throws {
    self.name = name
    self.query = try query.map { try JSONQuery($0) }
    self.bytes = bytes
  }

  func walk(into sink: inout some Sink) throws {
    var feed = try JSONFeed(.bytes(bytes, name: "events"), options: FeedOptions(checking: .full))
    try feed.forEach { record in
      guard let query else { return sink.integer(1) }
      var isThere = false
      try query.forEach(in: record.cursor) { _ in isThere = true }
      // In every record the query finds one.
      sink.integer(isThere ? 1 : 0)
    } rejected: {
      throw $0
    }
  }
}

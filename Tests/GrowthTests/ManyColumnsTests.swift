import Sluice
import SluiceFeed
import SluiceRows
import Testing

/// What once took the square of the number of columns.
@Suite("Selecting many columns")
struct ManyColumnsTests {
  @Test("reads 4,000 columns of records with their keys in any order, and once more")
  func columns() throws {
    let count = 4000
    let keys = Samples.keys(count)
    let columns = try keys.map { try ImportColumn(parsing: "\($0):int=\($0)") }
    let orders = [Array(0..<count), (0..<count).reversed(), (0..<count).map { $0 * 7 % count }]
    let records = orders.map { order in
      // The key at the end comes twice: the first counts.
      "{" + (order + [3]).map { "\"\(keys[$0])\":\($0)" }.joined(separator: ",") + "}\n"
    }
    var feed = try JSONFeed(.bytes(Array(records.joined().utf8), name: "feed"))
    var rows = 0
    try RowSelection(columns: columns).forEach(in: &feed) { row in
      rows += 1
      for column in 0..<count {
        guard case .integer(let number) = row[column], number == column else {
          Issue.record("row \(rows), column \(column): \(row[column])")
          return
        }
      }
    }
    #expect(rows == 3)
  }

  @Test("names the column of a value that doesn't fit among 2,000, in the document's order")
  func mismatch() throws {
    let keys = Samples.keys(2000)
    let columns = try keys.map { try ImportColumn(parsing: "\($0):int=\($0)") }
    let fields = keys.reversed().map { "\"\($0)\":\($0 == "k700" || $0 == "k1500" ? "true" : "1")" }
    var options = FeedOptions()
    options.badRecords = .collect(limit: 10)
    var feed = try JSONFeed(
      .bytes(Array("{\(fields.joined(separator: ","))}\n".utf8), name: "feed"), options: options)
    try RowSelection(columns: columns).forEach(in: &feed) { _ in Issue.record("a row") }
    #expect(feed.badRecords.count == 1)
    let cause = "\(feed.badRecords.first?.cause as Any)"
    #expect(cause.contains("k1500"), "\(cause)")
  }
}

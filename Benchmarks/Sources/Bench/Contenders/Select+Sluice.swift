import CContenders
import Sluice
import SluiceFeed
import SluiceImport

/// A selection's rows as CSV, from memory: the work of `sluice select`.
final class SelectSluice: Contender {
  let name = "sluice"
  private let selection: RowSelection
  private let checking: JSONChecking
  private let feeds: [[UInt8]]

  init(_ columns: [String], _ checking: JSONChecking, over documents: Documents) throws {
    self.checking = checking
    selection = RowSelection(columns: try columns.map { try ImportColumn(parsing: $0) })
    feeds = documents.all.map { Array($0) }
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      tally.numbers &+= try write { tally.bytes &+= UInt64($0.count) }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try write { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns the number of rows.
  private func write(to body: (UnsafeRawBufferPointer) throws -> Void) throws -> UInt64 {
    var rows: Int64 = 0
    for bytes in feeds {
      var feed = try JSONFeed(
        .bytes(bytes, name: "feed"), options: FeedOptions(checking: checking))
      rows += try selection.write(&feed, as: .csv, to: body).rows
      guard feed.counts.rejected == 0 else { throw Unavailable(description: "rejected records") }
    }
    return UInt64(rows)
  }
}

import Sluice
import SluiceFeed
import SluiceImport

/// A tally's count and sum, `.accessed`, from memory: the work of `sluice count --where --sum`.
final class CountSluice: WalkingContender {
  let name = "sluice"
  private let tally: SluiceImport.Tally
  private let feeds: [[UInt8]]

  init(where condition: String, sum path: String, over documents: Documents) throws {
    tally = SluiceImport.Tally(
      where: try Filter(condition),
      sums: [.init(.sum, of: try ColumnPath(parsing: path))])
    feeds = documents.all.map { Array($0) }
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in feeds {
      var feed = try JSONFeed(
        .bytes(bytes, name: "feed"), options: FeedOptions(checking: .accessed))
      let result = try tally.groups(of: &feed)
      guard feed.counts.rejected == 0, let group = result.groups.first,
        let sum = group.sums[0].value(.sum)
      else { throw Unavailable(description: "no sum") }
      sink.integer(group.count)
      switch sum {
      case .integer(let value): sink.integer(Int64(truncatingIfNeeded: value))
      // Durations have three decimals: in thousandths, sums do not depend on the order of the additions.
      case .real(let value): sink.integer(Int64((value * 1000).rounded()))
      @unknown default: throw Unavailable(description: "no number")
      }
    }
  }
}

import Sluice
import SluiceFeed
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The progress of a feed")
struct ProgressTests {
  @Test(
    "is the amount read, as of the last window, and ends at the feed's counts", arguments: [1, 2])
  func counts(threads: Int) throws {
    let bytes = Array(
      (0..<1000).map { $0 % 10 == 3 ? "{" : "\($0)\n" }.joined(separator: "\n").utf8)
    var feed = try JSONFeed(
      .bytes(bytes, name: "f"), options: FeedOptions(windowSize: 64, parallel: threads))
    let progress = feed.progress
    #expect(progress.snapshot.counts == FeedCounts())
    #expect(progress.snapshot.totalBytes == nil && progress.snapshot.fraction == nil)
    var last: Int64 = 0
    try feed.forEach(ClosureMapping { try $0.int }) { _ in
      let now = progress.snapshot.counts.bytes
      #expect(now >= last)
      last = now
    } rejected: { _ in
    }
    let end = progress.snapshot
    #expect(end.counts == feed.counts && end.counts.records == 900 && end.counts.rejected == 100)
    #expect(end.offset == Int64(bytes.count) && end.fraction == 1)
    #expect(end.totalBytes == Int64(bytes.count))
    #expect(end.elapsed > .zero && end.bytesPerSecond > 0 && end.recordsPerSecond > 0)
  }

  @Test("has no size for a pipe")
  func pipes() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    close(ends[1])
    let feed = try JSONFeed(.fileDescriptor(ends[0], name: "pipe"))
    #expect(feed.progress.snapshot.totalBytes == nil && feed.progress.snapshot.fraction == nil)
  }
}

import SluiceFeed
import SluiceImport
import SluiceSamples
import TestSupport
import Testing

@Suite("The rows of a selection as text")
struct SelectionTextTests {
  private struct Unread: Error {}

  private func selection(_ columns: String..., filter: String? = nil) throws -> RowSelection {
    RowSelection(
      columns: try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) },
      where: try filter.map { text throws(ImportError) in try Filter(text) })
  }

  private func options(_ threads: Int) -> FeedOptions {
    var options = FeedOptions(framing: .lines, parallel: threads, badRecords: .collect(limit: 100))
    options.windowSize = 1 << 16
    return options
  }

  @Test(
    "are those of a file sink, on any number of threads",
    arguments: FileFormat.allCases, [1, 2, 3])
  func sameAsSink(format: FileFormat, threads: Int) throws {
    var sample = SampleFeed(shape: .logs, seed: 5)
    var bytes: [UInt8] = []
    for _ in 0..<20 {
      sample.appendRecords(200, to: &bytes)
      bytes += "damaged\n{\"status\":\"no number\"}\n{\"status\":1,\"user\":\"\\u0000\"}\n".utf8
    }
    let selection = try selection(
      "status:int=status", "ms:real=duration_ms", "user:text=user", "tags:json=tags",
      filter: "status != 404")
    let folder = try TemporaryFolder()
    let job = try ImportJob(
      feed: .bytes(bytes, name: "test"), columns: selection.columns,
      sink: FileSink(path: folder["out"], format: format),
      options: ImportOptions(
        feed: options(threads), filter: selection.filter, rejectFile: folder["rejects"]))
    let summary = try job.run()

    var feed = try JSONFeed(.bytes(bytes, name: "test"), options: options(threads))
    var text: [UInt8] = []
    let counts = try unsafe selection.write(&feed, as: format) {
      unsafe text.append(contentsOf: $0)
    }
    #expect(text == (try folder.bytes("out")))
    #expect(counts.rows == summary.rows && counts.filtered == summary.filtered)
    #expect(feed.counts.rejected == summary.rejects)
    #expect(feed.counts.rejected == (format == .ndjson ? 40 : 60))
    // The same rejects, with the same reasons, in the same order.
    let reasons = folder.lines("rejects").map { $0.contains("\"code\":\"nul-in-text\"") }
    #expect(feed.badRecords.map { Reject($0).code == "nul-in-text" } == reasons)
  }

  @Test("end after the last row before the record that ends the reading", arguments: [1, 2])
  func stopping(threads: Int) throws {
    let good = (1...5000).map { "{\"n\":\($0)}\n" }
    let text = (good[..<4000] + ["{\"n\":\"x\"}\n"] + good[4000...]).joined()
    var options = options(threads)
    options.maximumBadRecords = 0
    var limited = try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: options)
    let wanted = "n\r\n" + (1...4000).map { "\($0)\r\n" }.joined()
    var out: [UInt8] = []
    #expect(throws: TooManyBadRecords.self) {
      try unsafe selection("n:int=n").write(&limited, as: .csv) {
        unsafe out.append(contentsOf: $0)
      }
    }
    #expect(String(decoding: out, as: UTF8.self) == wanted)

    var column = try ImportColumn(parsing: "n:int=n")
    column.contract.mismatch = .stop
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: self.options(threads))
    out = []
    #expect(throws: ImportError.self) {
      try unsafe RowSelection(columns: [column]).write(&feed, as: .csv) {
        unsafe out.append(contentsOf: $0)
      }
    }
    #expect(String(decoding: out, as: UTF8.self) == wanted)
  }

  @Test("end where they can't be delivered", arguments: [1, 2])
  func unread(threads: Int) throws {
    let text = (1...50_000).map { "{\"n\":\($0)}\n" }.joined()
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: options(threads))
    var pieces = 0
    #expect(throws: Unread.self) {
      try unsafe selection("n:int=n").write(&feed, as: .csv) { _ in
        pieces += 1
        if pieces == 3 { throw Unread() }
      }
    }
    #expect(pieces == 3)
  }

  @Test("name what was set to NULL, up to where they end")
  func nulled() throws {
    var column = try ImportColumn(parsing: "n:int=n")
    column.contract.mismatch = .null
    let text = "{\"n\":1}\n{\"n\":\"a\"}\n{\"n\":2}\n{\"n\":true}\n"
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: options(1))
    var out: [UInt8] = []
    let counts = try unsafe RowSelection(columns: [column]).write(&feed, as: .ndjson) {
      unsafe out.append(contentsOf: $0)
    }
    #expect(counts.nulled == ["n": 2])
    #expect(
      String(decoding: out, as: UTF8.self)
        == "{\"n\":1}\n{\"n\":null}\n{\"n\":2}\n{\"n\":null}\n")
  }
}

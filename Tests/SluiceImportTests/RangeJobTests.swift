import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job that reads a range of a file")
struct RangeJobTests {
  /// Fails at its n-th commit.
  private final class FailingSink: Sink {
    let inner: SQLiteSink
    var commitsLeft: Int
    var name: String { inner.name }

    init(_ inner: SQLiteSink, commits: Int) {
      self.inner = inner
      commitsLeft = commits
    }

    func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
      try inner.open(jobs, columns: columns)
    }

    func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
      try inner.append(row)
    }

    func commit(_ checkpoint: Checkpoint) throws(ImportError) {
      commitsLeft -= 1
      if commitsLeft < 0 { throw ImportError(.sink, "planted") }
      try inner.commit(checkpoint)
    }

    func rollBack() { inner.rollBack() }
  }

  private let folder: TemporaryFolder
  private let text =
    (1...60).map { $0 % 7 == 0 ? "bad \($0)" : "{\"id\":\($0)}" }
    .joined(separator: "\n") + "\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(text, to: "feed.ndjson")
  }

  private func options(_ range: FeedRange, _ framing: FeedFraming = .lines, threads: Int = 1)
    -> ImportOptions
  {
    var feed = FeedOptions(framing: framing, parallel: threads)
    feed.range = range
    feed.chunkSize = 64
    return ImportOptions(feed: feed, batchSize: 4, rejectFile: folder["rejects.ndjson"])
  }

  @discardableResult
  private func run(
    _ range: FeedRange, of file: String = "feed.ndjson", _ framing: FeedFraming = .lines,
    threads: Int = 1, failingAfter commits: Int? = nil
  ) throws -> ImportSummary {
    let sink = try SQLiteSink(path: folder["db.sqlite"], table: "t")
    let failing = commits.map { FailingSink(sink, commits: $0) }
    let job = try ImportJob(
      feed: .file(folder[file]),
      columns: [
        try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "place:offset"),
      ], sink: failing ?? sink, options: options(range, framing, threads: threads))
    return try job.run()
  }

  private func rows() throws -> [String] {
    try TestDatabase(folder["db.sqlite"]).rows("SELECT id, place FROM t ORDER BY place")
  }

  /// The rows and the rejects' offsets of the whole file.
  private var expected: (rows: [String], rejects: [Int]) {
    var (rows, rejects, offset) = ([String](), [Int](), 0)
    for (i, line) in text.split(separator: "\n").enumerated() {
      if (i + 1) % 7 == 0 { rejects.append(offset) } else { rows.append("\(i + 1)|\(offset)") }
      offset += line.utf8.count + 1
    }
    return (rows, rejects)
  }

  @Test(
    "a range that is imported anew had the rejects of the others removed", arguments: [false, true])
  func restarted(isTable: Bool) throws {
    let middle = Int64(text.utf8.count) / 2
    let database = try TestDatabase(folder["db.sqlite"])
    func run(_ bytes: Range<Int64>, _ choices: TableChoices = []) throws {
      var options = options(FeedRange(bytes: bytes), .lines, threads: 1)
      if isTable { options.rejectFile = nil }
      let sink = try SQLiteSink(
        path: folder["db.sqlite"], table: "t", choices: choices,
        rejectTable: isTable ? "bad" : nil)
      _ = try ImportJob(
        feed: .file(folder["feed.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
        sink: sink, options: options
      ).run()
    }
    func offsets() throws -> [Int] {
      if isTable {
        return try database.rows("SELECT \"offset\" FROM bad").compactMap { Int($0) }.sorted()
      }
      return try folder.lines("rejects.ndjson").map {
        try JSON(parsing: $0)["offset"]?.int ?? -1
      }.sorted()
    }
    try run(0..<middle)
    try run(middle..<Int64(text.utf8.count))
    #expect(try offsets() == expected.rejects)
    try run(0..<middle, .restart)
    #expect(try offsets() == expected.rejects)
  }

  @Test(
    "jobs of all ranges import each record once, also after they failed at any commit",
    arguments: 0...5, [1, 3])
  func divided(commits: Int, threads: Int) throws {
    let size = Int64(text.utf8.count)
    let cuts = [
      0, 1, size / 3 + Int64(commits), size / 3 + Int64(commits), size / 2, size, size + 9,
    ]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      let range = FeedRange(bytes: start..<end)
      do {
        try run(range, threads: threads, failingAfter: commits)
      } catch let error as ImportError {
        #expect(error.message == "planted")
      }
      try run(range, threads: threads)
      let again = try run(range, threads: threads)
      #expect(again.records == 0 && again.bytes == 0)
    }
    #expect(try rows() == expected.rows)
    let rejects = folder.lines("rejects.ndjson")
    #expect(rejects.count == expected.rejects.count)
    for (reject, offset) in zip(rejects, expected.rejects) {
      #expect(reject.contains("feed.ndjson\",\"range\":\""))
      #expect(reject.contains("\"offset\":\(offset),"))
    }
  }

  @Test("the bytes and the progress of a range count from its start")
  func progress() throws {
    var last: ImportProgress?
    let job = try ImportJob(
      feed: .file(folder["feed.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try SQLiteSink(path: folder["db.sqlite"], table: "t"),
      options: options(FeedRange(bytes: 100..<200)))
    let summary = try job.run { last = $0 }
    #expect((80...120).contains(summary.bytes), "\(summary.bytes)")
    #expect(last?.size == 100 && last?.totalSize == 100)
    #expect((100...110).contains(try #require(last?.offset)))
  }

  @Test("an open range imports what is appended, also if none of its lines was there")
  func grows() throws {
    try folder.write("{\"id\":1}\n{\"id\":2", to: "log")
    let range = try #require(FeedRange("12.."))
    #expect(try run(range, of: "log").rows == 0)
    try folder.append("}\n{\"id\":3}\n{\"id\":4", to: "log")
    #expect(try run(range, of: "log").rows == 1)
    try folder.append("}\n", to: "log")
    #expect(try run(range, of: "log").rows == 1)
    #expect(try run(FeedRange(bytes: 0..<12), of: "log").rows == 2)
    #expect(try rows() == ["1|0", "2|9", "3|18", "4|27"])
  }

  @Test("a changed file is refused")
  func changed() throws {
    try run(FeedRange(bytes: 100..<200))
    try folder.write(String(text.reversed()), to: "feed.ndjson")
    let error = importError { try run(FeedRange(bytes: 100..<200)) }
    #expect(error?.kind == .changedSource)
  }

  @Test("what can't be divided is refused before the target is made")
  func refused() throws {
    try folder.write("[\n1,\n2]\n", to: "array")
    let framing = importError { try run(FeedRange(bytes: 0..<4), of: "array", .auto) }
    #expect(framing?.message.contains("it is elements, whose records can't be told apart") == true)
    try folder.write([0x1F, 0x8B, 8, 0, 0, 0], to: "packed")
    let packed = importError { try run(FeedRange(bytes: 0..<4), of: "packed") }
    #expect(packed?.message.contains("it is compressed by gzip") == true)
    #expect((try? folder.bytes("db.sqlite")) == nil)
    let several = importError {
      _ = try ImportJob(
        feed: .files([folder["array"], folder["packed"]]),
        columns: [try ImportColumn(parsing: "id:int=id")],
        sink: try SQLiteSink(path: folder["db.sqlite"], table: "t"),
        options: options(FeedRange(bytes: 0..<4)))
    }
    #expect(several?.message.contains("it is several files") == true)
  }

  @Test("auto examines the start of the file, and plan counts what the range has")
  func auto() throws {
    #expect(try run(FeedRange(bytes: 100..<200), .auto).rows > 3)
    let job = try ImportJob(
      feed: .file(folder["feed.ndjson"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try SQLiteSink(path: folder["other.sqlite"], table: "t"),
      options: options(FeedRange(bytes: 100..<200), .auto))
    #expect(
      try job.plan().sample.records == run(FeedRange(bytes: 100..<200), of: "feed.ndjson").totalRows
        + 2)
  }
}

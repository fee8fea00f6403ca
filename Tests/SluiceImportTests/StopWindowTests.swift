import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Wherever a job was stopped, in whatever window, the next runs end as if nothing had happened. How the tool is stopped
/// from outside is what `StopTests` of the tool play.
@Suite("A job that was stopped in windows of any size")
struct StopWindowTests {
  enum Stop: CaseIterable {
    case asked, commitFails, tooManyErrors
  }

  private static let count = 90
  private static let windows = [1, 17, 23, 64, 1000, 256 << 10]

  @Test("has each row and each reject once, as the feed has them")
  func stopped() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("stops in windows: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var runs = 0
    for round in 0..<Rounds.count(70, long: 1000) {
      // Each framing with each packing and window, in time.
      let framing = RecordFraming.allCases[round % RecordFraming.allCases.count]
      let packings = [nil] + TestPacking.here
      let packing = packings[Int.random(in: 0..<packings.count, using: &random)]
      let window = Self.windows[Int.random(in: 0..<Self.windows.count, using: &random)]
      let stop = Stop.allCases[Int.random(in: 0..<Stop.allCases.count, using: &random)]
      var story = try Story(FeedFraming(framing.flag), window: window, &random)
      story.name =
        "seed \(seed), round \(round): \(framing), \(packing.map { "\($0)" } ?? "plain"), window \(window), \(stop)"
      let records = RecordFraming.records(Self.count, &random)
      let text = Array(framing.text(records.map(\.text)).utf8)
      try story.folder.write(packing?.pack(text) ?? text, to: "feed")
      for _ in 0..<6 { try story.run(stop, &random) }
      try story.finish()
      runs += 7
      let good = records.indices.filter { records[$0].isGood }
      let bad = records.indices.filter { !records[$0].isGood }
      #expect(try story.rows == good.map { "\($0)|\($0 + 1)" }, "\(story.name)")
      let rejects = try story.folder.lines("rejects").map { try JSON(parsing: $0) }
      #expect(rejects.map { $0["record"]?.int } == bad.map { $0 + 1 }, "\(story.name)")
      for (reject, index) in zip(rejects, bad) {
        // The bytes at its place are the record, and the lines before it are counted.
        let raw = Array(try #require(reject["raw"]?.string).utf8)
        let offset = try #require(reject["offset"]?.int)
        #expect(text[offset...].starts(with: raw), "\(story.name), \(index)")
        #expect(try JSON(parsing: String(decoding: raw, as: UTF8.self))["id"]?.string == "\(index)")
        let line = text[..<offset].count { $0 == 0x0A } + 1
        #expect(reject["line"]?.int == line, "\(story.name), \(index)")
      }
    }
    print("stops in windows: \(runs) runs")
  }

  /// A job that is run again and again.
  private struct Story {
    let folder: TemporaryFolder
    var name = ""
    private var options: ImportOptions
    /// How many rejects runs have allowed so far: one that stopped at its limit is continued by those that allow more.
    private var allowed = 0

    init(_ framing: FeedFraming, window: Int, _ random: inout SeededGenerator) throws {
      folder = try TemporaryFolder()
      let feed = FeedOptions(
        framing: framing, windowSize: window, parallel: Int.random(in: 1...2, using: &random))
      options = ImportOptions(
        feed: feed, batchSize: Int.random(in: 1...9, using: &random),
        rejectFile: folder["rejects"])
    }

    var rows: [String] {
      get throws { try TestDatabase(folder["db.sqlite"]).rows("SELECT * FROM t ORDER BY rowid") }
    }

    mutating func run(_ stop: Stop, _ random: inout SeededGenerator) throws {
      let table = try SQLiteSink(path: folder["db.sqlite"], table: "t")
      let number = Int.random(in: 0..<8, using: &random)
      switch stop {
      case .asked:
        let stop = FeedStop()
        var commits = 0
        _ = try job(table, options).run(stop: stop) { _ in
          commits += 1
          if commits > number { stop.stop() }
        }
      case .commitFails:
        _ = importError {
          _ = try job(BreakingSink(table, commits: number), options).run()
        }
      case .tooManyErrors:
        var options = options
        allowed += number % 3
        options.feed.maximumBadRecords = allowed
        _ = importError { _ = try job(table, options).run() }
      }
    }

    func finish() throws {
      var options = options
      options.feed.maximumBadShare = 1
      _ = try job(SQLiteSink(path: folder["db.sqlite"], table: "t"), options).run()
    }

    private func job(_ sink: any Sink, _ options: ImportOptions) throws -> ImportJob {
      try ImportJob(
        feed: .file(folder["feed"]),
        columns: [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "at:record")],
        sink: sink, options: options)
    }
  }
}

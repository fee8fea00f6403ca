import FeedTestSupport
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Small files share the transactions of a database, whose refusals may come late.
@Suite("Several sources in one transaction")
struct HeldRowsTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func job(
    _ sink: any Sink, _ names: [String], _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportJob {
    var options = ImportOptions(feed: FeedOptions(framing: .lines))
    options.longestWait = 3600
    change(&options)
    return try ImportJob(
      feed: .files(names.map { folder[$0] }),
      columns: ["id:int=id", "v:text=v"].map { text throws(ImportError) in
        try ImportColumn(parsing: text)
      },
      sink: sink, options: options)
  }

  private func sink(_ database: AnyTestDatabase) throws -> any Sink {
    try SinkTarget(parsing: database.target).sink(table: "t", mode: .append)
  }

  @Test("two commits do for many files", arguments: AnyTestDatabase.Kind.there)
  func commits(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    let names = try (0..<40).map {
      try folder.write("{\"id\":\($0),\"v\":\"x\"}\n", to: "f\(100 + $0)")
      return "f\(100 + $0)"
    }
    var commits: [Int64] = []
    let summary = try job(try sink(database), names).run { commits.append($0.rows) }
    #expect(commits == [0, 40])
    #expect(summary.rows == 40)
    #expect(try database.rows() == (0..<40).map { "\($0)|x" })
    let again = try job(try sink(database), names).run()
    #expect(again.records == 0 && again.totalRows == 40)
  }

  @Test(
    "resumes exactly after a failure at any commit, with rows that are refused late",
    arguments: AnyTestDatabase.Kind.there)
  func resumed(kind: AnyTestDatabase.Kind) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("sources in one transaction: seed \(seed), \(kind)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<Rounds.count(4, long: 60) {
      let story = "seed \(seed), round \(round), \(kind)"
      let place = "round\(round)"
      let database = try AnyTestDatabase(kind, in: folder.path)
      let hasKey = kind != .duckDB
      try database.execute("DROP TABLE IF EXISTS t")
      try database.execute("DROP TABLE IF EXISTS sluice_progress")
      if hasKey {
        let text = kind == .mariaDB ? "varchar(20)" : "text"
        try database.execute("CREATE TABLE t (id bigint PRIMARY KEY, v \(text))")
      }
      var (number, names, rows, bad): (Int, [String], [String], Int) = (100, [], [], 0)
      for file in 0..<Int.random(in: 2...25, using: &random) {
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          switch Int.random(in: 0..<8, using: &random) {
          case 0:
            bad += 1
            text += "bad\n"
          case 1 where hasKey && number > 100:
            bad += 1
            text += "{\"id\":\(Int.random(in: 101...number, using: &random)),\"v\":\"again\"}\n"
          default:
            number += 1
            text += "{\"id\":\(number),\"v\":\"x\"}\n"
            rows.append("\(number)|x")
          }
        }
        names.append("\(place)-\(file)")
        try folder.write(text, to: names[file])
      }
      let rejects = Bool.random(using: &random) ? folder["\(place).rejects"] : nil
      let batchSize = Int.random(in: 1...12, using: &random)
      for _ in 0..<3 {
        let breaking = BreakingSink(
          try sink(database), commits: Int.random(in: 0...5, using: &random))
        do {
          _ = try job(breaking, names) {
            ($0.rejectFile, $0.batchSize) = (rejects, batchSize)
          }.run()
        } catch let error as ImportError where error.message == "planted" {}
      }
      let last = try job(try sink(database), names) {
        ($0.rejectFile, $0.batchSize) = (rejects, batchSize)
      }.run()
      #expect(try database.rows() == rows, "\(story)")
      #expect(last.totalRejects == Int64(bad), "\(story)")
      if rejects != nil {
        #expect(folder.lines("\(place).rejects").count == bad, "\(story)")
      }
    }
  }
}

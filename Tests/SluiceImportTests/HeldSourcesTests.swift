import FeedTestSupport
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Small files share commits. What a kill, a stop or a failure leaves is what it was when each had its own.
@Suite("Several sources in one commit")
struct HeldSourcesTests {
  enum Target: CaseIterable {
    case csv, ndjson, replacedCSV, sqlite, replacedSQLite
  }

  let folder: TemporaryFolder
  var columns = ["id:int=id"]
  var options: ImportOptions

  init() throws {
    folder = try TemporaryFolder()
    options = ImportOptions(feed: FeedOptions(framing: .lines))
    options.longestWait = 3600
  }

  private func sink(_ target: Target) throws -> any Sink {
    switch target {
    case .csv: try FileSink(path: folder["out.csv"], format: .csv)
    case .ndjson: try FileSink(path: folder["out.ndjson"], format: .ndjson)
    case .replacedCSV: try FileSink(path: folder["out.csv"], format: .csv, mode: .replace)
    case .sqlite: try SQLiteSink(path: folder["db.sqlite"], table: "t")
    case .replacedSQLite: try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: .replace)
    }
  }

  private func ids(_ target: Target) throws -> [String] {
    switch target {
    case .csv, .replacedCSV: csv
    case .ndjson:
      folder.lines("out.ndjson").map { String($0.dropFirst(6).dropLast()) }
    case .sqlite, .replacedSQLite:
      try TestDatabase(folder["db.sqlite"]).rows("SELECT id FROM t ORDER BY rowid")
    }
  }

  /// The lines after the head.
  private var csv: [String] {
    let text = (try? folder.bytes("out.csv")).map { String(decoding: $0, as: UTF8.self) }
    return text?.split(whereSeparator: \.isNewline).dropFirst().map(String.init) ?? []
  }

  private func job(_ sink: any Sink, _ names: [String]) throws -> ImportJob {
    try ImportJob(
      feed: .files(names.map { folder[$0] }),
      columns: columns.map { text throws(ImportError) in try ImportColumn(parsing: text) },
      sink: sink, options: options)
  }

  /// Files of one line each, named by their numbers.
  private func write(_ numbers: Range<Int>) throws -> [String] {
    try numbers.map {
      let name = "f\(1000 + $0)"
      try folder.write("{\"id\":\($0)}\n", to: name)
      return name
    }
  }

  @Test(
    "two commits do for many files: at the first one's beginning, and at the end",
    arguments: Target.allCases)
  func commits(target: Target) throws {
    let names = try write(0..<50)
    var commits = 0
    let summary = try job(try sink(target), names).run { _ in commits += 1 }
    #expect(commits == 2)
    #expect(summary.rows == 50 && summary.sources.count == 50)
    #expect(summary.sources.map(\.bytes) == (0..<50).map { $0 < 10 ? 9 : 10 })
    #expect(try ids(target) == (0..<50).map { "\($0)" })
  }

  @Test("a batch is full after as many records or sources", arguments: Target.allCases)
  mutating func batches(target: Target) throws {
    options.batchSize = 10
    let names = try write(0..<35)
    var commits: [Int64] = []
    _ = try job(try sink(target), names).run { commits.append($0.rows) }
    // The last record of the tenth source fills the batch, so that its end belongs to the next one.
    #expect(commits == [0, 10, 19, 29, 35])
  }

  /// Passes all on, and says after every fifth source that it holds much.
  private final class FullSink: Sink {
    private let sink: any Sink
    private var held = 0
    var name: String { sink.name }
    var holdsMuch: Bool { held >= 5 }

    init(_ sink: any Sink) { self.sink = sink }

    func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
      try sink.open(jobs, columns: columns)
    }

    func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
      try sink.switchSource(to: job)
    }

    func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
      try sink.append(row)
    }

    func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
      held += 1
      return try sink.hold(checkpoint)
    }

    func commit(_ checkpoint: Checkpoint) throws(ImportError) {
      held = 0
      try sink.commit(checkpoint)
    }

    func commitHeld() throws(ImportError) {
      held = 0
      try sink.commitHeld()
    }

    func rollBack() { sink.rollBack() }
  }

  @Test(
    "a source begins with a commit when the target holds much", arguments: [Target.csv, .sqlite])
  func muchHeld(target: Target) throws {
    let names = try write(0..<12)
    var commits: [Int64] = []
    _ = try job(FullSink(try sink(target)), names).run { commits.append($0.rows) }
    #expect(commits == [0, 5, 10, 12])
    #expect(try ids(target) == (0..<12).map { "\($0)" })
  }

  @Test("sources that have waited long enough are committed", arguments: Target.allCases)
  mutating func late(target: Target) throws {
    options.longestWait = 0
    let names = try write(0..<5)
    var commits: [Int64] = []
    _ = try job(try sink(target), names).run { commits.append($0.rows) }
    #expect(commits == [0, 1, 2, 3, 4, 5])
  }

  @Test("a second run finds all of them done", arguments: [Target.csv, .ndjson, .sqlite])
  func known(target: Target) throws {
    let names = try write(0..<20)
    _ = try job(try sink(target), names).run()
    let again = try job(try sink(target), names).run()
    #expect(again.records == 0 && again.totalRows == 20)
    // What is appended to one of them is all that is new.
    try folder.append("{\"id\":77}\n", to: names[7])
    let third = try job(try sink(target), names).run()
    #expect(third.rows == 1 && third.totalRows == 21)
    #expect(try ids(target).last == "77")
  }

  @Test("a journal's torn line undoes all sources of its commit", arguments: [1, 100, 2000])
  func torn(bytes: Int) throws {
    let names = try write(0..<20)
    _ = try job(try sink(.csv), names).run()
    let journal = try folder.bytes("out.csv.sluice")
    try folder.write(Array(journal.dropLast(bytes)), to: "out.csv.sluice")
    let again = try job(try sink(.csv), names).run()
    #expect(again.rows == 20)
    #expect(try ids(.csv) == (0..<20).map { "\($0)" })
  }

  @Test(
    "those before a source that ends the job stay, and its rows up to there",
    arguments: Target.allCases)
  func failure(target: Target) throws {
    var names = try write(0..<5)
    try folder.write("{\"id\":5}\n{\"id\":6}\n{\"id\":\"x\"}\n{\"id\":8}\n", to: "g")
    names.append("g")
    names += try write(10..<12)
    var column = try ImportColumn(parsing: "id:int=id")
    column.contract = ColumnContract(mismatch: .stop)
    for _ in 0..<2 {
      let job = try ImportJob(
        feed: .files(names.map { folder[$0] }), columns: [column], sink: try sink(target),
        options: options)
      let error = importError { _ = try job.run() }
      #expect(error?.kind == .mismatch)
      #expect(error?.summary?.totalRows == 7)
      // A replacement shows nothing yet.
      if !(try sink(target).keepsRowsBack) {
        #expect(try ids(target) == (0..<7).map { "\($0)" })
      }
    }
  }

  @Test("a source that has changed is passed over between them", arguments: [Target.csv, .sqlite])
  func changed(target: Target) throws {
    let names = try write(0..<5)
    try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "g")
    _ = try job(try sink(target), ["g"]).run()
    try folder.write("{\"id\":9}\n", to: "g")
    var commits = 0
    let summary = try job(try sink(target), names[..<3] + ["g"] + names[3...]).run { _ in
      commits += 1
    }
    #expect(summary.refusedSources.map(\.name) == [folder["g"]])
    #expect(commits == 2)
    #expect(try ids(target) == ["1", "2"] + (0..<5).map { "\($0)" })
  }

  @Test("nothing is held when a reject goes to a file", arguments: [Target.csv, .sqlite])
  mutating func rejects(target: Target) throws {
    options.rejectFile = folder["rejects"]
    var names = try write(0..<3)
    try folder.write("{\"id\":3}\nbad\n{\"id\":4}\n", to: "g")
    names.append("g")
    names += try write(5..<8)
    var commits: [Int64] = []
    let summary = try job(try sink(target), names).run { commits.append($0.rows) }
    // The beginning of the first, the middle and the end of the bad one, the beginning of the next, and the end.
    #expect(commits == [0, 4, 5, 5, 8])
    #expect(summary.rejects == 1)
    #expect(folder.lines("rejects").count == 1)
    #expect(!folder.has("rejects.sluice"))
  }

  @Test("the limit of bad records counts over them", arguments: [Target.csv, .sqlite])
  mutating func limit(target: Target) throws {
    options.feed.maximumBadRecords = 1
    var names = try write(0..<3)
    for name in ["g", "h"] { try folder.write("{\"id\":4}\nbad\n", to: name) }
    names += ["g", "h"] + (try write(5..<8))
    let error = importError { _ = try job(try sink(target), names).run() }
    #expect(error?.kind == .tooManyRejects)
    #expect(try ids(target) == ["0", "1", "2", "4", "4"])
  }

  @Test("a sink that fails leaves the summary of the last commit")
  mutating func remains() throws {
    options.batchSize = 4
    let names = try write(0..<10)
    let sink = BreakingSink(try sink(.csv), commits: 2)
    let error = importError { _ = try job(sink, names).run() }
    #expect(error?.message == "planted")
    #expect(error?.summary?.rows == 4 && error?.summary?.bytes == 4 * 9)
  }

  @Test(
    "resumes exactly after a failure at any commit, or a stop at any record",
    arguments: Target.allCases)
  mutating func resumed(target: Target) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("sources in one commit: seed \(seed), \(target)")
    var random = SeededGenerator(seed: seed)
    columns = ["id:int=id", "t:int=a[].t"]
    options.explode = try ColumnPath(parsing: "a")
    for round in 0..<Rounds.count(12, long: 200) {
      let story = "seed \(seed), round \(round), \(target)"
      for name in folder.names { _ = unsafe unlink(folder[name]) }
      var (number, names, rows, bad): (Int, [String], [String], Int) = (0, [], [], 0)
      for file in 0..<Int.random(in: 2...30, using: &random) {
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          number += 1
          let isBad = Int.random(in: 0..<8, using: &random) == 0
          bad += isBad ? 1 : 0
          text += isBad ? "bad \(number)\n" : "{\"id\":\(number),\"a\":[{\"t\":1},{\"t\":2}]}\n"
          if !isBad { rows += ["\(number)|1", "\(number)|2"] }
        }
        names.append("f\(file)")
        try folder.write(text, to: names[file])
      }
      options.rejectFile = Bool.random(using: &random) ? folder["rejects"] : nil
      options.batchSize = Int.random(in: 1...12, using: &random)
      options.feed.parallel = Int.random(in: 1...2, using: &random)
      for _ in 0..<4 {
        let stop = FeedStop()
        let fails = Bool.random(using: &random)
        var left = Int.random(in: 1...6, using: &random)
        let breaking = BreakingSink(
          try sink(target), commits: fails ? Int.random(in: 0...5, using: &random) : .max)
        do {
          _ = try job(breaking, names).run(stop: stop) { _ in
            left -= 1
            if left == 0, !fails { stop.stop() }
          }
        } catch let error as ImportError where error.message == "planted" {}
      }
      let last = try job(try sink(target), names).run()
      #expect(last.totalRejects == Int64(bad), "\(story)")
      let found = try pairs(target)
      #expect(found == rows, "\(story)")
      if options.rejectFile != nil {
        let rejects = folder.has("rejects") ? folder.lines("rejects").count : 0
        #expect(rejects == bad, "\(story)")
        #expect(!folder.has("rejects.sluice"), "\(story)")
      }
    }
  }

  private func pairs(_ target: Target) throws -> [String] {
    switch target {
    case .csv, .replacedCSV:
      csv.map { $0.split(separator: ",").joined(separator: "|") }
    case .ndjson:
      try folder.lines("out.ndjson").map { try JSON(parsing: $0) }
        .map { "\($0["id"]?.int ?? -1)|\($0["t"]?.int ?? -1)" }
    case .sqlite, .replacedSQLite:
      try TestDatabase(folder["db.sqlite"]).rows("SELECT id, t FROM t ORDER BY rowid")
    }
  }
}

import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A replacement")
struct ReplacementTests {
  typealias Target = ReplacementBench.Target

  @Test(
    "that was interrupted is not mixed with one from another source", arguments: Target.allCases,
    [1, 3, 8])
  func otherSource(target: Target, commits: Int) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("v1", "old", 1...50)
    try bench.feed("v2", "new", 1...50)
    #expect(throws: ImportError.self) { try bench.run(["v1"], commits: commits) }
    #expect(try bench.run(["v2"]).rows == 50)
    #expect(try bench.rows() == bench.expected("new", 1...50))
    #expect(try bench.run(["v2"]).beginning == .fresh)
    #expect(try bench.rows() == bench.expected("new", 1...50))
  }

  @Test(
    "that --max-errors stopped leaves neither rows nor rejects to one from another source",
    arguments: Target.allCases)
  func stoppedByBadRecords(target: Target) throws {
    let bench = try ReplacementBench(target)
    try bench.folder.write("kept\n", to: "rejects.ndjson")
    try bench.feed("v1", "old", 1...50, bad: [10, 20, 30])
    try bench.feed("v2", "new", 1...50, bad: [40])
    let error = importError { try bench.run(["v1"], maximumBad: 1) }
    #expect(error?.kind == .tooManyRejects)
    #expect(bench.rejects.count == 3)
    try bench.run(["v2"])
    #expect(try bench.rows() == bench.expected("new", 1...50, bad: [40]))
    #expect(bench.rejects.count == 2 && bench.rejects.first == "kept")
    #expect(bench.rejects.last?.contains("bad 40") == true)
    #expect(!bench.folder.has("rejects.ndjson.sluice"))
  }

  @Test(
    "whose source was overwritten begins anew, with neither the old one's rows nor its rejects",
    arguments: Target.allCases)
  func overwritten(target: Target) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("feed", "old", 1...50, bad: [2])
    #expect(throws: ImportError.self) { try bench.run(["feed"], commits: 5) }
    try bench.feed("feed", "new", 1...50, bad: [3])
    let plan = try bench.plan(["feed"])
    guard case .begunAnew(let reason) = plan.replacement else {
      Issue.record("the plan says \(String(describing: plan.replacement))")
      return
    }
    #expect(reason.contains("was changed"))
    try bench.run(["feed"])
    #expect(try bench.rows() == bench.expected("new", 1...50, bad: [3]))
    #expect(bench.rejects.count == 1)
  }

  @Test("keeps the old rows readable until it is complete", arguments: Target.allCases, 1...8)
  func oldRows(target: Target, commits: Int) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("old", "old", 1...5)
    try bench.feed("a", "new", 1...10)
    try bench.feed("b", "new", 11...15)
    try bench.run(["old"], .append)
    let broke = importError { try bench.run(["a", "b"], commits: commits) }
    if broke != nil { #expect(try bench.rows() == bench.expected("old", 1...5)) }
    try bench.run(["a", "b"])
    #expect(try bench.rows() == bench.expected("new", 1...15))
  }

  @Test(
    "resumes with the same sources in any order, and each row is there once",
    arguments: Target.allCases, 1...8)
  func severalSources(target: Target, commits: Int) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("a", "a", 1...10, bad: [3])
    try bench.feed("b", "b", 11...20, bad: [12, 19])
    try bench.feed("c", "c", 21...25)
    let broke = importError { try bench.run(["a", "b", "c"], commits: commits) }
    #expect(broke != nil)
    let plan = try bench.plan(["c", "b", "a"])
    #expect(plan.replacement == .resumed)
    let summary = try bench.run(["c", "b", "a"])
    #expect(summary.totalRows == 22 && summary.totalRejects == 3)
    let rows =
      bench.expected("a", 1...10, bad: [3]) + bench.expected("b", 11...20, bad: [12, 19])
      + bench.expected("c", 21...25)
    #expect(try bench.rows().sorted() == rows.sorted())
    #expect(bench.rejects.count == 3)
    if commits > 1 { #expect(summary.rows < 22) }
  }

  @Test(
    "begins anew when a source was added, removed, or is read with other columns",
    arguments: Target.allCases)
  func otherSet(target: Target) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("a", "a", 1...10)
    try bench.feed("b", "b", 11...20)
    #expect(throws: ImportError.self) { try bench.run(["a"], commits: 2) }
    guard case .begunAnew = try bench.plan(["a", "b"]).replacement else {
      Issue.record("another set of sources resumes")
      return
    }
    #expect(throws: ImportError.self) { try bench.run(["a", "b"], commits: 5) }
    #expect(try bench.run(["b"]).rows == 10)
    #expect(try bench.rows() == bench.expected("b", 11...20))
    #expect(throws: ImportError.self) { try bench.run(["b"], commits: 2) }
    #expect(try bench.run(["b"], columns: ["id:int=id", "v:text=none"]).rows == 10)
    #expect(try bench.plan(["b"]).replacement == .begun)
  }

  @Test(
    "that was interrupted leaves the published rows and their progress to a job that appends",
    arguments: Target.allCases)
  func appendedMeanwhile(target: Target) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("old", "old", 1...5)
    try bench.feed("a", "new", 1...10)
    try bench.run(["old"])
    #expect(throws: ImportError.self) { try bench.run(["a"], commits: 2) }
    try bench.folder.append("{\"id\":6,\"v\":\"old\"}\n", to: "old")
    #expect(try bench.run(["old"], .append).rows == 1)
    #expect(try bench.rows() == bench.expected("old", 1...6))
    #expect(try bench.run(["a"]).rows < 10)
    #expect(try bench.rows() == bench.expected("new", 1...10))
    try bench.folder.append("{\"id\":11,\"v\":\"new\"}\n", to: "a")
    #expect(try bench.run(["a"], .append).rows == 1)
    #expect(try bench.rows() == bench.expected("new", 1...11))
  }

  @Test("is discarded by --restart", arguments: Target.allCases)
  func restarted(target: Target) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("a", "new", 1...10, bad: [2])
    #expect(throws: ImportError.self) { try bench.run(["a"], commits: 3) }
    let plan = try bench.plan(["a"], choices: .restart)
    #expect(plan.replacement == .begunAnew(reason: "--restart says so"))
    #expect(try bench.run(["a"], choices: .restart).rows == 9)
    #expect(try bench.rows() == bench.expected("new", 1...10, bad: [2]))
    #expect(bench.rejects.count == 1)
  }

  @Test(
    "keeps nothing for later from a source that can't be read again", arguments: Target.allCases)
  func pipe(target: Target) throws {
    let bench = try ReplacementBench(target)
    try bench.feed("old", "old", 1...5)
    try bench.run(["old"])
    func run(_ sink: any Sink) throws {
      try runJob(
        textFeed("{\"id\":1,\"v\":\"x\"}\n{\"id\":2,\"v\":\"x\"}\n"), into: sink,
        ["id:int=id", "v:text=v"],
        batchSize: 1)
    }
    #expect(throws: ImportError.self) { try run(BreakingSink(bench.sink(), commits: 2)) }
    #expect(try bench.rows() == bench.expected("old", 1...5))
    try run(bench.sink())
    #expect(try bench.rows() == bench.expected("x", 1...2))
    #expect(try bench.run(["old"], .append).rows == 5)
  }
}

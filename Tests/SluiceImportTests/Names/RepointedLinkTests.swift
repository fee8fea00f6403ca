import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("A source reached through a link that leads elsewhere by now")
struct RepointedLinkTests {
  @Test(
    "goes on where it was left when the other file continues it, and says so",
    arguments: NamesBench.targets)
  func continued(target: String) throws {
    let bench = try NamesBench(target)
    try bench.write(0..<100, to: "1.ndjson")
    try bench.write(0..<150, to: "2.ndjson")
    try bench.link("current", to: "1.ndjson")
    #expect(try bench.run("current").rows == 100)
    try bench.link("current", to: "2.ndjson")
    let summary = try bench.run("current")
    // 250 once.
    #expect(try (summary.rows, bench.rows()) == (50, 150))
    #expect(
      summary.notes.map(\.message) == [
        "\(bench.folder["current"]) is \(bench.folder["2.ndjson"]), which continues what was imported"
          + " from \(bench.folder["1.ndjson"])"
      ])
    #expect(summary.notes.map(\.kind) == [.sameSource])
    // Said once; and the file is the same source under its own name.
    for name in ["current", "2.ndjson"] {
      let again = try bench.run(name)
      #expect(again.rows == 0 && again.notes.isEmpty, "\(name)")
    }
    #expect(try bench.rows() == 150)
  }

  @Test("goes on when the link is that of a folder", arguments: NamesBench.targets)
  func folder(target: String) throws {
    let bench = try NamesBench(target)
    for release in ["1", "2"] { try bench.makeFolder(release) }
    try bench.write(0..<100, to: "1/feed.ndjson")
    try bench.write(0..<130, to: "2/feed.ndjson")
    try bench.link("current", to: "1")
    try bench.run("current/feed.ndjson")
    try bench.link("current", to: "2")
    try bench.run("current/feed.ndjson")
    // 230 once.
    #expect(try bench.rows() == 130)
  }

  @Test("goes on in a list and by a pattern", arguments: ["files", "glob"], ["csv", "sqlite"])
  func several(kind: String, target: String) throws {
    let bench = try NamesBench(target)
    for release in ["1", "2"] { try bench.makeFolder(release) }
    try bench.write(0..<10, to: "1/a.ndjson")
    try bench.write(20..<30, to: "1/b.ndjson")
    try bench.write(0..<12, to: "2/a.ndjson")
    try bench.write(20..<33, to: "2/b.ndjson")
    let source: FeedSource =
      kind == "glob"
      ? .glob(bench.folder["current/*.ndjson"])
      : .files(["a", "b"].map { bench.folder["current/\($0).ndjson"] })
    try bench.link("current", to: "1")
    #expect(try bench.run(source).rows == 20)
    try bench.link("current", to: "2")
    #expect(try bench.run(source).rows == 5)
    #expect(try bench.rows() == 25)
  }

  @Test("goes on when it is followed, and when it is imported after that")
  func followed() throws {
    let bench = try NamesBench("sqlite")
    for release in ["1", "2"] { try bench.makeFolder(release) }
    try bench.write(0..<10, to: "1/app.log")
    try bench.write(0..<15, to: "2/app.log")
    try bench.link("current", to: "1")
    try bench.follow("current/app.log", rows: 10)
    try bench.link("current", to: "2")
    try bench.follow("current/app.log", rows: 5)
    #expect(try bench.rows() == 15)
    #expect(try bench.run("current/app.log").rows == 0)
    #expect(try bench.run("2/app.log").rows == 0)
  }

  @Test("is another source when the other file has other records, and says so")
  func other() throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<10, to: "1.ndjson")
    try bench.write(50..<55, to: "2.ndjson")
    try bench.link("current", to: "1.ndjson")
    try bench.run("current")
    try bench.link("current", to: "2.ndjson")
    let summary = try bench.run("current")
    #expect(try (summary.rows, bench.rows()) == (5, 15))
    #expect(summary.notes.map(\.kind) == [.newSource])
    #expect(summary.notes.first?.message.contains("2.ndjson, which does not continue") == true)
    #expect(try bench.run("current").notes.isEmpty)
    // And back again.
    try bench.link("current", to: "1.ndjson")
    #expect(try bench.run("current").rows == 0)
  }

  @Test("is known though nothing was new when it was first given by that name")
  func givenLater() throws {
    let bench = try NamesBench("csv")
    try bench.write(0..<10, to: "1.ndjson")
    try bench.write(0..<12, to: "2.ndjson")
    try bench.run("1.ndjson")
    try bench.link("current", to: "1.ndjson")
    #expect(try bench.run("current").rows == 0)
    try bench.link("current", to: "2.ndjson")
    #expect(try bench.run("current").rows == 2)
    #expect(try bench.rows() == 12)
  }

  @Test("refuses the file that it led to before, and names the one that continues it")
  func formerFile() throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<10, to: "1.ndjson")
    try bench.write(0..<12, to: "2.ndjson")
    try bench.link("current", to: "1.ndjson")
    try bench.run("current")
    try bench.link("current", to: "2.ndjson")
    try bench.run("current")
    let alone = importError { try bench.run("1.ndjson") }
    #expect(alone?.kind == .changedSource)
    #expect(alone?.message.contains("some of them from \(bench.folder["2.ndjson"])") == true)
    let both = importError { try bench.run("1.ndjson", "2.ndjson") }
    #expect(both?.kind == .changedSource)
    #expect(both?.message.contains("Give only one of them") == true)
    #expect(try bench.rows() == 12)
  }

  @Test("is what a plan and a verification find")
  func inspected() throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<10, to: "1.ndjson")
    try bench.folder.write(
      NamesBench.lines(0..<10) + "bad\n" + NamesBench.lines(10..<12), to: "2.ndjson")
    try bench.link("current", to: "1.ndjson")
    try bench.run("current")
    try bench.link("current", to: "2.ndjson")
    let plan = try bench.job(.file(bench.folder["current"])).plan()
    #expect(plan.notes.map(\.kind) == [.sameSource])
    #expect(plan.rows == [["10"], ["11"]])
    try bench.run("current")
    let result = try bench.job(.file(bench.folder["current"])).verify()
    #expect(result.findings.map(\.state) == [.ok, .ok, .ok])
  }

  @Test("has as many names as it needs: a name may hold any sign")
  func signs() throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<3, to: "1.ndjson")
    try bench.write(0..<4, to: "2.ndjson")
    let names = [";chain=1", "a,b", "100%3B", "é", "e\u{301}"]
    for name in names {
      try bench.link(name, to: "1.ndjson")
      try bench.run(name)
    }
    for name in names {
      try bench.link(name, to: "2.ndjson")
      try bench.run(name)
    }
    #expect(try bench.rows() == 4)
  }
}

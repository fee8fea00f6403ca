import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

/// What a job that begins anew knows of files that were called otherwise before.
@Suite("A job that begins anew after its log was rotated")
struct RestartedNamesTests {
  private let pattern: (NamesBench) -> FeedSource = { .glob($0.folder["app.log*"]) }

  private func rotate(_ bench: NamesBench, packed: Bool = false) throws {
    if bench.folder.has("app.log.1") { try bench.move("app.log.1", to: "app.log.2") }
    try bench.move("app.log", to: "app.log.1")
    if packed { try bench.compress("app.log.1") }
  }

  @Test(
    "removes the rejects of before, whatever their file was called then",
    arguments: NamesBench.targets, [false, true])
  func rejects(target: String, packed: Bool) throws {
    let bench = try NamesBench(target)
    try bench.folder.write("{\"id\":1}\n{\"id\":\"x\"}\n", to: "app.log")
    try bench.run(pattern(bench))
    #expect(try bench.rejects() == ["app.log {\"id\":\"x\"}"])
    try rotate(bench, packed: packed)
    try bench.folder.write("{\"id\":\"y\"}\n", to: "app.log")
    let summary = try bench.run(pattern(bench), .restart)
    let ending = packed ? ".gz" : ""
    #expect(
      try bench.rejects() == ["app.log {\"id\":\"y\"}", "app.log.1\(ending) {\"id\":\"x\"}"])
    #expect((summary.rows, summary.rejects) == (1, 2) && summary.notes.isEmpty)
    // The next run goes on as after any other one.
    try bench.append(5..<7, to: "app.log")
    #expect(try bench.run(pattern(bench)).records == 2)
  }

  @Test("keeps the rejects of a file that it doesn't read", arguments: NamesBench.targets)
  func otherFile(target: String) throws {
    let bench = try NamesBench(target)
    for id in ["x", "y"] {
      try bench.folder.write("{\"id\":1}\n{\"id\":\"\(id)\"}\n", to: "app.log")
      try bench.run(pattern(bench))
      try rotate(bench)
    }
    // Both files had the name app.log, and one of them is gone.
    try bench.remove("app.log.2")
    try bench.run(pattern(bench), .restart)
    #expect(
      try bench.rejects()
        == [
          "app.log {\"id\":\"x\"}", "app.log {\"id\":\"y\"}", "app.log.1 {\"id\":\"y\"}",
        ])
  }

  @Test(
    "and is stopped, had its rest skipped by what was known of the file's former name",
    arguments: NamesBench.targets, [false, true])
  func stopped(target: String, packed: Bool) throws {
    let bench = try NamesBench(target)
    try bench.write(0..<50, to: "app.log")
    try bench.run(pattern(bench))
    try rotate(bench, packed: packed)
    let stop = FeedStop()
    let first = try bench.run(pattern(bench), .restart, batchSize: 10, stop: stop) {
      if $0.rows >= 20 { stop.stop() }
    }
    #expect(first.rows < 50)
    try bench.move(packed ? "app.log.1.gz" : "app.log.1", to: packed ? "app.log.2.gz" : "app.log.2")
    #expect(try bench.run(pattern(bench)).rows == 50 - first.rows)
    #expect(try bench.run(pattern(bench)).rows == 0)
    #expect(try bench.rows() == 100)
  }
}

import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("The exit status tells a script what became of the records")
struct ExitStatusTests {
  let folder: TemporaryFolder
  private let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]

  init() throws { folder = try TemporaryFolder() }

  /// Records of which each `bad`-th has no number.
  private func feed(_ count: Int, bad: Int = .max) -> String {
    (1...count).map { $0 % bad == 0 ? "{\"id\":\"x\"}\n" : "{\"id\":\($0)}\n" }.joined()
  }

  private func run(_ words: [String]) throws -> BuiltTool.Result {
    try BuiltTool.run(["import"] + words + target, in: folder)
  }

  private func rows() throws -> Int {
    try TestDatabase(folder["x.sqlite"]).rows("SELECT id FROM t").count
  }

  private func interrupt(
    _ words: [String], by signal: Int32 = SIGINT, _ body: () throws -> Void
  ) throws -> BuiltTool.Result {
    try BuiltTool.interrupt(["import"] + words + target, in: folder, by: signal, body)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test("0 when all went well, 1 for rejects within the limit, and 2 for wrong use")
  func usual() throws {
    try folder.write(feed(10), to: "good")
    try folder.write(feed(10, bad: 5), to: "bad")
    #expect(try run(["good"]).status == 0)
    #expect(try run(["bad", "--max-errors", "2"]).status == 1)
    #expect(try run(["bad", "--max-errors", "2"]).status == 0)
    #expect(try run(["bad", "--max-errors"]).status == 2)
    #expect(try run(["gone"]).status == 2)
  }

  @Test("3 when the limit is reached, and 6 for each run after it until more are allowed")
  func limitReached() throws {
    try folder.write(feed(10_000, bad: 10), to: "f")
    let limited = ["f", "--batch", "100", "--max-errors", "50"]
    let first = try run(limited)
    #expect(first.status == 3)
    #expect(
      first.errors.contains(
        "at most 50 bad records (maximumBadRecords, --max-errors), found 51 of 510;"),
      "\(first.errors)")
    let stored = try rows()
    #expect(stored == 459)
    for words in [limited, ["f"], ["f", "--max-errors", "9.9%"]] {
      let refused = try run(words)
      #expect(refused.status == 6, "\(words)")
      #expect(refused.errors.contains("--max-errors 51, or 10%"), "\(refused.errors)")
      #expect(try rows() == stored)
    }
    // What is allowed counts over all runs.
    let next = try run(["f", "--batch", "100", "--max-errors", "60"])
    #expect(next.status == 3)
    #expect(next.errors.contains("found 61 of 610, 51 of them in earlier runs;"), "\(next.errors)")
    let last = try run(["f", "--max-errors", "1000"])
    #expect(last.status == 1)
    #expect(last.errors.contains("61 rejects of earlier runs that did not come to their ends\n"))
    #expect(last.errors.hasSuffix("in all: 9000 rows, 1000 rejects\n"), "\(last.errors)")
    #expect(try rows() == 9000)
    // Each row of a later run is judged with all before it.
    #expect(try run(["f", "--max-errors", "999"]).status == 6)
    #expect(try run(["f", "--max-errors", "1000"]).status == 0)
  }

  @Test("3 when a share is exceeded by a feed that is too short for a judgement on the way")
  func shortFeed() throws {
    try folder.write(feed(900, bad: 2), to: "f")
    let first = try run(["f", "--max-errors", "10%"])
    #expect(first.status == 3)
    #expect(first.errors.contains("at most 0.1 (maximumBadShare, --max-errors), found 450 of 900"))
    #expect(try run(["f", "--max-errors", "10%"]).status == 6)
    #expect(try run(["f", "--max-errors", "50%"]).status == 1)
  }

  @Test("3 and 6 over all files of a job together, however many have none")
  func severalFiles() throws {
    for i in 1...4 { try folder.write(feed(100, bad: i == 2 ? 10 : .max), to: "f\(i)") }
    #expect(try run(["f*", "--max-errors", "2%"]).status == 3)
    #expect(try rows() == 390)
    #expect(try run(["f*", "--max-errors", "2%"]).status == 6)
    try folder.write(feed(100), to: "f5")
    // The share is now 2 percent, but that it was exceeded is known.
    #expect(try run(["f*", "--max-errors", "2%"]).status == 6)
    #expect(try run(["f*", "--max-errors", "2.5%"]).status == 1)
    #expect(try rows() == 490)
  }

  @Test("3 leaves the old rows of a replacement, and nothing of the new ones")
  func replacement() throws {
    try folder.write(feed(5), to: "old")
    try folder.write(feed(900, bad: 2), to: "new")
    #expect(try run(["old", "--mode", "replace"]).status == 0)
    let limited = ["new", "--mode", "replace", "--max-errors", "10%"]
    #expect(try run(limited).status == 3)
    #expect(try rows() == 5)
    #expect(try run(limited).status == 6)
    #expect(try run(["new", "--mode", "replace", "--max-errors", "50%"]).status == 1)
    #expect(try rows() == 450)
  }

  @Test("6 for sources that don't pass the gate, before anything is made")
  func gate() throws {
    try folder.write(feed(900, bad: 2), to: "f1")
    try folder.write(feed(900), to: "f2")
    let refused = try run(["f1", "f2", "--gate", "--max-errors", "20%"])
    #expect(refused.status == 6)
    #expect(refused.errors.contains("don't pass the gate: too many bad records: expected"))
    #expect(refused.errors.contains("type-mismatch in column id: 450, the first at f1:2: "))
    #expect(!folder.has("x.sqlite"))
    // The first file alone would be stopped after 1,000 records of a longer feed: the gate judges all.
    try folder.write(feed(2000, bad: 2) + feed(20_000), to: "long")
    let passed = try run(["long", "--gate", "--max-errors", "5%"])
    #expect(passed.status == 1 && passed.errors.hasPrefix("22000 records: 21000 rows"))
    // What is appended is judged with what is there.
    try folder.append(feed(600, bad: 2), to: "long")
    #expect(try run(["long", "--gate", "--max-errors", "5%"]).status == 6)
    #expect(try rows() == 21_000)
    for wrong in [["long", "--gate"], ["-", "--gate", "--max-errors", "1"]] {
      #expect(try run(wrong).status == 2)
    }
    #expect(try run(["long", "--follow", "--gate", "--max-errors", "1"]).status == 2)
  }

  @Test("5 when one of several files has changed, and all others are in")
  func sourceRefused() throws {
    for i in 1...50 { try folder.write(feed(3), to: "day\(i)") }
    #expect(try run(["day*"]).status == 0)
    try folder.write(feed(4, bad: 2), to: "day7")
    try folder.append("{\"id\":4}\n", to: "day9")
    try folder.write(feed(2), to: "day51")
    let summary = ["--summary", "s.json", "--metrics", "m.prom"]
    let result = try run(["day*"] + summary)
    #expect(result.status == 5)
    #expect(result.errors.contains("3 records: 3 rows into x.sqlite, 0 rejects"))
    #expect(
      result.errors.contains("\nrefused: \(folder["day7"]) has changed since"), "\(result.errors)")
    #expect(try rows() == 153)
    let json = try JSON(parsing: text("s.json"))
    #expect(json["refused_sources"]?.array?.count == 1)
    #expect(json["refused_sources"]?[0]?["name"] == "day7")
    #expect(try text("m.prom").contains("\nsluice_import_refused_sources 1\n"))
    let plan = try BuiltTool.run(["plan", "day*"] + target, in: folder)
    #expect(plan.status == 5 && plan.output.contains("refused: "))
    // Alone it is an error, as nothing else is in.
    #expect(try run(["day7"]).status == 2)
  }

  @Test("1 for rejects that a killed run had stored, and its successor tells them")
  func killed() throws {
    try folder.write(feed(300, bad: 10), to: "a")
    #expect(try BuiltTool.shell("mkfifo pipe", in: folder).status == 0)
    let killed = try interrupt(["a", "pipe"], by: SIGKILL) { try waitFor { (try? rows()) == 270 } }
    #expect(killed.status == -1)
    let next = try run(["a", "--summary", "s.json", "--metrics", "m.prom"])
    #expect(next.status == 1)
    #expect(next.errors.contains("\n30 rejects of earlier runs that did not come to their ends\n"))
    let json = try JSON(parsing: text("s.json"))
    #expect(json["rejects"] == 0 && json["unreported_rejects"] == 30)
    #expect(json["total_rejects"] == 30 && json["total_records"] == 300)
    #expect(try text("m.prom").contains("\nsluice_import_job_rejects 30\n"))
    // They have been told.
    #expect(try run(["a"]).status == 0)
  }

  @Test("130 when Ctrl-C came before the end, whatever else is true")
  func interrupted() throws {
    try folder.write(feed(30, bad: 10), to: "a")
    #expect(try BuiltTool.shell("mkfifo pipe", in: folder).status == 0)
    let ended = try interrupt(["a", "pipe"]) { try waitFor { (try? rows()) == 27 } }
    #expect(ended.status == 130, "\(ended.errors)")
    let next = try run(["a"])
    #expect(next.status == 1)
    #expect(next.errors.contains("3 rejects of earlier runs"), "\(next.errors)")
  }

  @Test("4 when records may be missing, even if there are rejects")
  func mayBeMissing() throws {
    try folder.write(feed(4), to: "log")
    let follow = ["log", "--follow", "--metrics", "m.prom"]
    let lost = try interrupt(follow) {
      try waitFor { (try? rows()) == 4 }
      // It is cut, and written to, before it was copied.
      try folder.write("{\"id\":10}\n{\"id\":\"x\"}\n", to: "log")
      try waitFor { try rows() == 5 }
    }
    #expect(lost.status == 4)
    #expect(lost.errors.contains("possible-loss: "), "\(lost.errors)")
    #expect(try text("m.prom").contains("\nsluice_import_notes_total{kind=\"possible-loss\"} 1\n"))
    #expect(try interrupt(follow) { try waitFor { folder.has("m.prom") } }.status == 0)
  }

  @Test("3 when more of the last 1,000 records of a followed log are bad than the limit says")
  func followed() throws {
    // Four in a thousand.
    try folder.write(feed(5000, bad: 250), to: "log")
    let follow = ["log", "--follow", "--max-errors", "5"]
    let calm = try interrupt(follow) { try waitFor { (try? rows()) == 4980 } }
    #expect(calm.status == 1, "\(calm.errors)")
    try folder.append(feed(12, bad: 2) + feed(100), to: "log")
    let stopped = try run(follow)
    #expect(stopped.status == 3)
    #expect(stopped.errors.contains("found 6 of 1000"), "\(stopped.errors)")
    #expect(try rows() == 4986)
    #expect(try run(follow).status == 6)
    let more = try interrupt(["log", "--follow", "--max-errors", "6"]) {
      try waitFor { try rows() == 5086 }
    }
    #expect(more.status == 1)
  }

  @Test(
    "select, count, dedupe and diff tell why records were rejected and where, and judge short feeds",
    arguments: [
      ["select", "f", "--column", "id:int=id"],
      ["count", "f", "--sum", "id"],
      ["dedupe", "f", "--key", "id"], ["diff", "f", "g", "--key", "id"],
    ])
  func questions(words: [String]) throws {
    try folder.write(feed(5) + "{\"id\":\n{\"id\":6}\n{\"id\"\n", to: "f")
    try folder.write(feed(6), to: "g")
    let result = try BuiltTool.run(words, in: folder)
    #expect(result.status == (words[0] == "diff" ? 2 : 1), "\(result.errors)")
    #expect(result.errors.contains(": 2, the first at f:6: "), "\(result.errors)")
    let limited = try BuiltTool.run(words + ["--max-errors", "1"], in: folder)
    #expect(limited.status == 3)
    #expect(limited.errors.contains("at most 1 bad records"), "\(limited.errors)")
    let share = try BuiltTool.run(words + ["--max-errors", "20%"], in: folder)
    #expect(share.status == 3, "\(share.errors)")
    #expect(try BuiltTool.run(words + ["--max-errors", "25%"], in: folder).status == result.status)
  }
}

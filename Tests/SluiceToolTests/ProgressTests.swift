import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Progress and summaries of imports")
struct ProgressTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]

  private func written() throws -> JSON {
    try JSON(parsing: folder.bytes("s.json"))
  }

  @Test("--summary reports the result, and its counts add up")
  func summary() throws {
    try folder.write("{\"id\":1}\n{\"id\":\"x\"}\nbad\n{\"id\":\"y\"}\n{\"id\":4}\n", to: "f")
    try folder.write("{\"id\":5}\n", to: "g")
    let result = try BuiltTool.run(
      ["import", "f", "g", "--where", "id != 4", "--summary", "s.json"] + target, in: folder)
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "\ntype-mismatch in column id: 2, the first at f:2: expected Int64 at $.id, found string"),
      "\(result.errors)")
    let json = try written()
    #expect(json["status"] == "finished" && json["error"] == nil)
    #expect(json["target"] == "x.sqlite" && json["table"] == "t")
    let counts = ["records", "rows", "rejects", "filtered"].map { json[$0]?.int }
    #expect(counts == [6, 2, 3, 1])
    let reasons = try #require(json["reject_reasons"]?.array)
    #expect(reasons.reduce(0) { $0 + ($1["count"]?.int ?? 0) } == 3)
    #expect(reasons[0]["code"] == "type-mismatch" && reasons[0]["column"] == "id")
    #expect(json["sources"]?.array?.map { $0["bytes"]?.int } == [44, 9])
    #expect(json["bytes"] == 53 && (json["seconds"]?.double ?? -1) >= 0)
    #expect(!folder.has("s.json.new"))
    let nulled = try BuiltTool.run(
      ["import", "f", "--into", "y.csv", "--column", "id:int=id", "--mismatch", "id=null"]
        + ["--summary", "s.json"], in: folder)
    #expect(nulled.status == 1)
    #expect(try written()["nulled"] == ["id": 2])
  }

  @Test("--summary is written even when there are too many rejects, and when the import fails")
  func failed() throws {
    try folder.write("{\"id\":1}\nbad\nbad\n{\"id\":4}\n", to: "f")
    let many = try BuiltTool.run(
      ["import", "f", "--max-errors", "1", "--summary", "s.json"] + target, in: folder)
    #expect(many.status == 3)
    var json = try written()
    #expect(json["status"] == "failed" && json["error"]?["kind"] == "too-many-rejects")
    #expect(json["rows"] == 1 && json["rejects"] == 2)
    let gone = try BuiltTool.run(["import", "nope", "--summary", "s.json"] + target, in: folder)
    #expect(gone.status == 2)
    json = try written()
    #expect(json["status"] == "failed" && json["error"]?["kind"] == "source")
    #expect(json["records"] == 0)
    // Only what was committed counts.
    try folder.write("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":\"x\"}\n", to: "g")
    let stopped = try BuiltTool.run(
      ["import", "g", "--batch", "2", "--mismatch", "id=stop", "--summary", "s.json"] + target,
      in: folder)
    #expect(stopped.status == 2)
    json = try written()
    #expect(json["error"]?["kind"] == "mismatch" && json["rows"] == 2)
    #expect(try TestDatabase(folder["x.sqlite"]).rows("SELECT count(*) FROM t") == ["3"])
  }

  @Test("an import that Ctrl-C ends writes its summary and its last line of progress")
  func interrupted() throws {
    try folder.write("{\"id\":1}\n", to: "log")
    let process = try BuiltTool.process(
      ["import", "log", "--follow", "--summary", "s.json", "--progress", "json"] + target,
      in: folder)
    try folder.write("", to: "errors")
    process.standardError = FileHandle(forWritingAtPath: folder["errors"])
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 60)
    while folder.lines("errors").count < 2, Date() < deadline { usleep(10_000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try written()["rows"] == 1)
    let lines = try folder.lines("errors").filter { $0.hasPrefix("{") }
      .map { try JSON(parsing: $0) }
    // While no records came, lines did.
    #expect(lines.count >= 3)
    #expect(lines.dropLast().allSatisfy { $0["done"] == false })
    #expect(lines.last?["done"] == true && lines.last?["rows"] == 1)
    for line in lines {
      for key in ["source", "offset", "rejects", "seconds", "megabytes_per_second"] {
        #expect(line[key] != nil, "\(key): \(line)")
      }
      #expect(line["source"] == "log" && line["size"] == 9 && line["percent"] == 100)
    }
  }

  @Test("an import that Ctrl-C ends before its end says so in its summary")
  func stopped() throws {
    let process = try BuiltTool.process(
      ["import", "-", "--batch", "1", "--summary", "s.json"] + target, in: folder)
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"id\":1}\n{\"id\":2}\n{".utf8))
    let deadline = Date(timeIntervalSinceNow: 60)
    while !folder.has("x.sqlite"), Date() < deadline { usleep(10_000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let json = try written()
    #expect(json["status"] == "stopped" && json["stopped"] == true && json["error"] == nil)
    let stored = try TestDatabase(folder["x.sqlite"]).rows("SELECT count(*) FROM t")
    #expect(stored == ["\(json["rows"]?.int ?? -1)"])
  }

  @Test("percent and seconds left count all sources, including those done before")
  func severalSources() throws {
    try folder.write(String(repeating: "{\"id\":1}\n", count: 1000), to: "a")
    try folder.write(String(repeating: "{\"id\":2}\n", count: 3000), to: "b")
    func last(_ sources: [String]) throws -> JSON {
      let result = try BuiltTool.run(
        ["import"] + sources + ["--progress", "json"] + target, in: folder)
      let line = try #require(result.errors.split(separator: "\n").last { $0.hasPrefix("{") })
      return try JSON(parsing: line)
    }
    #expect(try last(["a"])["percent"] == 100)
    let both = try last(["a", "b"])
    #expect(both["size"] == 27000 && both["offset"] == 27000 && both["percent"] == 100)
    #expect(both["seconds_left"] == 0)
    #expect(try BuiltTool.shell("gzip -k a", in: folder).status == 0)
    try folder.write(String(repeating: "{\"id\":3}\n", count: 1000), to: "c")
    // The total after a compressed source is known again once that one is read.
    let mixed = try last(["a.gz", "c"])
    #expect(mixed["percent"] == 100 && mixed["source_number"] == 2)
  }

  @Test("a compressed source has no size that its offset could exceed")
  func compressed() throws {
    try folder.write(String(repeating: "{\"id\":1}\n", count: 1000), to: "f")
    #expect(try BuiltTool.shell("gzip f", in: folder).status == 0)
    let result = try BuiltTool.run(
      ["import", "f.gz", "--progress", "json"] + target, in: folder)
    let line = try #require(result.errors.split(separator: "\n").first { $0.hasPrefix("{") })
    let json = try JSON(parsing: line)
    #expect(json["offset"] == 9000 && json["size"] == nil && json["percent"] == nil)
  }

  @Test("a terminal shows a bar by default; a file gets none", arguments: ["bar", "none"])
  func terminal(form: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else {
      print("skipped: there is no script(1) to make a terminal with")
      return
    }
    try folder.write(String(repeating: "{\"id\":1}\n", count: 1000), to: "f")
    // A following job continues until it is stopped: one that ends might end before a second bar is due.
    let command = (["import", "f", "--follow", "--progress", form] + target).joined(separator: " ")
    let line =
      "SHELL=/bin/sh script -qefc \"echo \\$\\$ > pid; exec '\(try BuiltTool.path)' \(command)\" shown"
    let terminal = Process()
    terminal.executableURL = URL(fileURLWithPath: "/bin/sh")
    terminal.arguments = ["-c", line]
    terminal.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    terminal.standardInput = FileHandle.nullDevice
    terminal.standardOutput = FileHandle.nullDevice
    try terminal.run()
    func shown() -> String { folder.lines("shown").joined(separator: "\n") }
    func isImported() -> Bool {
      let rows = try? TestDatabase(folder["x.sqlite"]).rows("SELECT count(*) FROM t")
      return rows == ["1000"]
    }
    func isDone() -> Bool { form == "bar" ? shown().contains(" left  ") : isImported() }
    let deadline = Date(timeIntervalSinceNow: 60)
    while !isDone(), Date() < deadline { usleep(10_000) }
    let tool = try #require(folder.lines("pid").first.flatMap { pid_t($0) })
    kill(tool, SIGINT)
    terminal.waitUntilExit()
    #expect(terminal.terminationStatus == 0)
    #expect(shown().contains("1000 rows into x.sqlite"), "\(shown())")
    #expect(shown().contains("[#") == (form == "bar"), "\(shown())")
    #expect(shown().contains("%  ") == (form == "bar"), "\(shown())")
  }

  @Test("errors are coloured on a terminal only, and never with NO_COLOR")
  func colours() throws {
    #expect(try !BuiltTool.run(["cuont"], in: folder).errors.contains("\u{1B}"))
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else {
      print("skipped: there is no script(1) to make a terminal with")
      return
    }
    for (variables, isColoured) in [
      ("TERM=xterm", true), ("TERM=xterm NO_COLOR=1", false), ("TERM=dumb", false),
      ("TERM=xterm NO_COLOR=", true),
    ] {
      let line =
        "env -u NO_COLOR \(variables) script -qefc \"'\(try BuiltTool.path)' cuont\" /dev/null"
      let shown = try BuiltTool.shell(line, in: folder)
      #expect(shown.output.contains("\u{1B}[") == isColoured, "\(variables): \(shown.output)")
    }
  }
}

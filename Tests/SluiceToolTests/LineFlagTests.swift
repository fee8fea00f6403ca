import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Lines that are not JSON, in the tool")
struct LineFlagTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let target = [
    "--into", "x.sqlite", "--table", "t", "--column", "at:text=prefix.time",
    "--column", "id:int=id", "--column", "o:offset", "--rejects", "bad",
  ]

  private func line(_ number: Int) -> String { "2026-01-31T12:00:0\(number)Z {\"id\":\(number)}\n" }

  @Test(
    "texts of a resumed import with --jobs 2 are those of their own lines, and bad lines stay as they are"
  )
  func resumed() throws {
    try folder.write(line(1) + "starting up\n" + line(2) + "2026", to: "log")
    let words = ["import", "log", "--prefix", "kubectl", "--jobs", "2"] + target
    let first = try BuiltTool.run(words, in: folder)
    #expect(first.status == 1)
    #expect(first.errors.contains("4 bytes of an unfinished last record left"), "\(first.errors)")
    try folder.append("-01-31T12:00:03Z {\"id\":3}\n", to: "log")
    #expect(try BuiltTool.run(words, in: folder).status == 0)
    #expect(
      try TestDatabase(folder["x.sqlite"]).rows("SELECT at, id, o FROM t") == [
        "'2026-01-31T12:00:01Z'|1|0", "'2026-01-31T12:00:02Z'|2|42",
        "'2026-01-31T12:00:03Z'|3|72",
      ])
    let replayed = try BuiltTool.run(["replay", "bad"], in: folder)
    #expect(replayed.output == "starting up\n")
  }

  @Test("texts of a compressed file imported with --jobs 2 are those of their own lines")
  func packed() throws {
    let count = 40_000
    let lines = (0..<count).map { "2026-01-31T12:00:00Z {\"id\":\($0),\"name\":\"name \($0)\"}\n" }
    try folder.write(lines.joined(), to: "log")
    #expect(try BuiltTool.shell("gzip log", in: folder).status == 0)
    let words = ["import", "log.gz", "--prefix", "kubectl", "--jobs", "2"] + target
    let result = try BuiltTool.run(words + ["--column", "name:text=name"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let database = try TestDatabase(folder["x.sqlite"])
    #expect(try database.rows("SELECT count(*) FROM t") == ["\(count)"])
    #expect(try database.rows("SELECT count(*) FROM t WHERE name != 'name ' || id") == ["0"])
  }

  @Test("the form is a part of an import: with another one the same feed is refused")
  func conflict() throws {
    try folder.write(line(1), to: "log")
    let words = ["import", "log", "--prefix", "kubectl"] + target
    #expect(try BuiltTool.run(words, in: folder).status == 0)
    let other = try BuiltTool.run(["import", "log", "--prefix", "{time} "] + target, in: folder)
    #expect(other.status == 2 && other.errors.contains("prefix kubectl"), "\(other.errors)")
  }

  @Test("a record inside a string is one line of NDJSON, whatever comes after it")
  func raw() throws {
    try folder.write(#"{"log":"{\"id\":7}\n","stream":"x"}"# + "\n", to: "log")
    let result = try BuiltTool.run(
      ["select", "log", "--inside", "log", "--column", "r:raw", "--format", "ndjson"], in: folder)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(try JSON(parsing: result.output)["r"]?["id"] == 7)
  }

  @Test("sluice infer finds the parts of a prefix, and its job reads the feed")
  func inferred() throws {
    try folder.write("level=info took=1\nlevel=warn took=2\n", to: "log")
    let line =
      "sluice infer log --lines logfmt > job.json && sluice import --job job.json --into x.csv"
    #expect(try BuiltTool.shell(line, in: folder).status == 0)
    let rows = String(decoding: try folder.bytes("x.csv"), as: UTF8.self)
    #expect(rows == "level,took\r\ninfo,1\r\nwarn,2\r\n")
  }

  @Test("a bad pattern, a bad path and another framing are usage errors")
  func wrong() throws {
    try folder.write(line(1), to: "log")
    for (flags, reason) in [
      (["--prefix", "{a"], "{{ is a brace"), (["--inside", "a..b"], "before and after each dot"),
      (["--lines", "csv"], "--lines takes json, logfmt or logfmt-strings"),
      (["--prefix", "kubectl", "--framing", "concatenated"], "expected the framing lines"),
    ] {
      let result = try BuiltTool.run(["count", "log"] + flags, in: folder)
      #expect(result.status == 2 && result.errors.contains(reason), "\(flags): \(result.errors)")
    }
  }
}

import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Feeds in tar and zip archives")
struct ArchiveSourceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Archives as programs write them. Python's own modules are on every machine that has python3.
  static let commands = [
    ("tar", "tar -cf x a b c"), ("gzip", "tar -czf x a b c"),
    ("pax", "tar --format=pax -cf x a b c"), ("v7", "tar --format=v7 -cf x a b c"),
    ("zip", "zip -q x.zip a b c; mv x.zip x"), ("stored zip", "zip -q0 x.zip a b c; mv x.zip x"),
    ("python's zip", "python3 -m zipfile -c x a b c"), ("zstd", "tar -cf - a b c | zstd -q > x"),
  ]

  private func make(_ command: String) throws -> Bool {
    try folder.write((1...3000).map { "{\"id\":\($0)}\n" }.joined(), to: "a")
    try folder.write("{\"id\":3001}\nbad\n", to: "b")
    try folder.write((3002...5000).map { "{\"id\":\($0)}\n" }.joined(), to: "c")
    let made = try BuiltTool.shell("rm -f x x.zip; \(command)", in: folder)
    if made.status != 0 { print("skipped: \(command): \(made.errors)") }
    return made.status == 0
  }

  private static let target = [
    "--into", "x.sqlite", "--table", "t", "--column", "id:int=id", "--column", "file:source",
    "--rejects", "bad.ndjson",
  ]

  private func rows() throws -> [String] {
    try TestDatabase(folder["x.sqlite"]).rows(
      "SELECT file, count(*), min(id), max(id) FROM t GROUP BY file ORDER BY min(id)")
  }

  private static let expected = ["'x!a'|3000|1|3000", "'x!b'|1|3001|3001", "'x!c'|1999|3002|5000"]

  @Test(
    "are imported file by file, once, with each file's name as a column", arguments: commands,
    ["1", "3"])
  func imported(archive: (name: String, command: String), jobs: String) throws {
    guard try make(archive.command) else { return }
    let first = try BuiltTool.run(["import", "x", "--jobs", jobs] + Self.target, in: folder)
    #expect(first.status == 1, "\(first.errors)")
    #expect(first.errors.contains("5000 rows into x.sqlite, 1 reject"), "\(first.errors)")
    #expect(try rows() == Self.expected)
    let bad = try String(decoding: folder.bytes("bad.ndjson"), as: UTF8.self)
    #expect(bad.contains("\"source\":\"x!b\"") && bad.contains("\"line\":2"), "\(bad)")
    let again = try BuiltTool.run(["import", "x", "--jobs", jobs] + Self.target, in: folder)
    #expect(again.status == 0 && again.errors.contains("nothing new"), "\(again.errors)")
    #expect(try rows() == Self.expected)
    // Standard input, where a zip's directory is at its end.
    let piped = try BuiltTool.run(["count", "-"], in: folder, input: try folder.bytes("x"))
    #expect(piped.output.hasPrefix("records      5000\nbad records  1\n"), "\(piped)")
  }

  @Test(
    "continue in the file in which an import was stopped", arguments: ["tar", "zip"], ["1", "3"])
  func resumed(format: String, jobs: String) throws {
    guard try make(format == "tar" ? "tar -czf x a b c" : "zip -q x.zip a b c; mv x.zip x") else {
      return
    }
    // The second bad record ends the run, after commits in the first file and behind it.
    for (limit, expected) in [("0", 3), ("100", 1)] {
      let words = ["import", "x", "--jobs", jobs, "--batch", "700", "--max-errors", limit]
      let run = try BuiltTool.run(words + Self.target, in: folder)
      #expect(run.status == Int32(expected), "\(run.errors)")
      if limit == "0" {
        let text = try TestDatabase(folder["x.sqlite"]).rows(
          "SELECT source_tail LIKE '%;member=%' FROM sluice_progress")
        #expect(text == ["1"])
        #expect(try TestDatabase(folder["x.sqlite"]).rows("SELECT count(*) > 0 FROM t") == ["1"])
      } else {
        #expect(run.errors.contains("resumed at byte"), "\(run.errors)")
      }
    }
    #expect(try rows() == Self.expected)
    let rejects = try String(decoding: folder.bytes("bad.ndjson"), as: UTF8.self)
    #expect(rejects.split(separator: "\n").count == 1)
  }

  @Test("that are damaged give no row, and those that have changed are refused")
  func refused() throws {
    #expect(try make("tar -cf x a b c"))
    let whole = try folder.bytes("x")
    try Data(whole[..<60_000]).write(to: URL(filePath: folder["x"]))
    let cut = try BuiltTool.run(["import", "x"] + Self.target, in: folder)
    #expect(cut.status == 2 && cut.errors.contains("cut short"), "\(cut.errors)")
    if FileManager.default.fileExists(atPath: folder["x.sqlite"]) {
      #expect(try TestDatabase(folder["x.sqlite"]).rows("SELECT * FROM t").isEmpty)
    }
    try Data(whole).write(to: URL(filePath: folder["x"]))
    #expect(try BuiltTool.run(["import", "x"] + Self.target, in: folder).status == 1)
    #expect(try BuiltTool.shell("echo '{\"id\":7}' > d; tar -rf x d", in: folder).status == 0)
    let grown = try BuiltTool.run(["import", "x"] + Self.target, in: folder)
    #expect(grown.status == 2 && grown.errors.contains("has changed"), "\(grown.errors)")
    #expect(try rows() == Self.expected)
  }

  @Test("have a pattern for their files, which belongs to the import")
  func members() throws {
    #expect(try make("tar -czf x a b c"))
    let chosen = try BuiltTool.run(["import", "x", "--members", "[ac]"] + Self.target, in: folder)
    #expect(chosen.status == 0, "\(chosen.errors)")
    #expect(try rows() == [Self.expected[0], Self.expected[2]])
    let other = try BuiltTool.run(["import", "x"] + Self.target, in: folder)
    #expect(other.status == 2 && other.errors.contains("with other columns"), "\(other.errors)")
    let none = try BuiltTool.run(["count", "x", "--members", "*.csv"], in: folder)
    #expect(none.status == 2 && none.errors.contains("\"*.csv\""), "\(none.errors)")
  }

  @Test("show no control characters of their files' names to a terminal")
  func names() throws {
    try folder.write("{\n", to: "a")
    let made = try BuiltTool.shell(
      "cp a \"$(printf 'e\\033[31m')\" && tar -cf x e* && rm e*", in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let result = try BuiltTool.run(["select", "x", "--column", "id:int=id"], in: folder)
    #expect(!result.errors.utf8.contains(0x1B))
    let checked = try BuiltTool.run(["count", "x", "--max-errors", "0"], in: folder)
    #expect(checked.status == 3 && !checked.errors.utf8.contains(0x1B), "\(checked.errors)")
    #expect(checked.errors.contains("x!e"), "\(checked.errors)")
  }
}

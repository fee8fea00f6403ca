import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("sluice verify")
struct VerifyCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  enum Target: String, CaseIterable { case sqlite, ndjson, csv }

  private static let columns = ["--column", "id:int=id", "--column", "text:text=text"]

  private func words(_ target: Target, _ more: [String] = []) -> [String] {
    let into = ["--into", "x.\(target.rawValue)"] + (target == .sqlite ? ["--table", "t"] : [])
    return ["f.ndjson"] + into + Self.columns + ["--rejects", "bad.ndjson"] + more
  }

  /// 300 records: rows, a bad line in each ten, and filtered ones.
  private func write(_ range: Range<Int> = 0..<300) throws {
    let lines = range.map {
      $0 % 10 == 7 ? "bad \($0)\n" : "{\"id\":\($0),\"text\":\"a \\\"b\\\" \\n \($0)\"}\n"
    }
    try folder.write(lines.joined(), to: "f.ndjson")
  }

  private func verify(_ words: [String]) throws -> (status: Int32, findings: [JSON]) {
    let result = try BuiltTool.run(["verify"] + words + ["--json"], in: folder)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let json = try JSON(parsing: result.output)
    #expect(json["sound"]?.bool == (result.status == 0))
    return (result.status, json["findings"]?.array.map { Array($0) } ?? [])
  }

  private func faults(_ words: [String]) throws -> [String] {
    try verify(words).findings.filter { $0["state"] == "fault" }
      .map { "\($0["subject"]?.string ?? ""): \($0["message"]?.string ?? "")" }
  }

  @Test(
    "finds nothing wrong with what was imported, at once or in parts, and changes nothing",
    arguments: Target.allCases, [["--jobs", "1"], ["--jobs", "3"], ["--where", "id >= 40"]])
  func sound(target: Target, more: [String]) throws {
    try write()
    let words = words(target, more)
    #expect(try BuiltTool.run(["import"] + words + ["--batch", "17"], in: folder).status == 1)
    let before = try folder.bytes("x.\(target.rawValue)")
    for part in 1...2 {
      let (status, findings) = try verify(words)
      #expect(status == 0, "\(findings)")
      #expect(findings.count == 3 && findings.allSatisfy { $0["state"] == "ok" }, "\(findings)")
      let rejects = part == 1 ? 30 : 40
      #expect(
        findings.contains { $0["message"]?.string == "\(rejects) of f.ndjson" }, "\(findings)")
      if part == 1 {
        #expect(try folder.bytes("x.\(target.rawValue)") == before)
        try folder.append(
          (300..<400).map { $0 % 10 == 7 ? "bad\n" : "{\"id\":\($0)}\n" }.joined(), to: "f.ndjson")
        // The part that was not imported is not compared.
        #expect(try verify(words).status == 0)
        #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
      }
    }
  }

  @Test(
    "an import that stopped in the middle is compared up to its last commit",
    arguments: Target.allCases)
  func interrupted(target: Target) throws {
    try write()
    let words = words(target)
    let run = ["import"] + words + ["--batch", "50", "--max-errors", "12"]
    #expect(try BuiltTool.run(run, in: folder).status == 3)
    let (status, findings) = try verify(words)
    #expect(
      status == 0 && findings.contains { $0["message"]?.string?.hasPrefix("1") == true },
      "\(findings)")
    let rest = ["import"] + words + ["--max-errors", "100%"]
    #expect(try BuiltTool.run(rest, in: folder).status == 1)
    #expect(try verify(words).status == 0)
  }

  @Test("a target that was removed is a fault, and is not made", arguments: Target.allCases)
  func targetGone(target: Target) throws {
    try write()
    let words = words(target)
    let name = "x.\(target.rawValue)"
    let gone = try faults(words)
    #expect(gone.count == 1 && gone[0].contains("\(name): it is not there"), "\(gone)")
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    #expect(try verify(words).status == 0)
    try FileManager.default.removeItem(atPath: folder[name])
    #expect(try !faults(words).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder[name]))
  }

  @Test("finds rows that were removed from the target or added to it")
  func target() throws {
    try write()
    let words = words(.sqlite)
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    let database = try TestDatabase(folder["x.sqlite"])
    try database.execute("DELETE FROM t WHERE id = 5")
    #expect(
      try faults(words) == ["table \"t\" in x.sqlite: it has 269 rows, and the commits count 270"])
    try database.execute("INSERT INTO t VALUES (5, 'x'), (1000, 'y')")
    let (status, findings) = try verify(words)
    #expect(status == 0)
    #expect(
      findings.last?["message"]?.string
        == "271 rows, of which the commits of these sources count 270")
    try database.execute("DELETE FROM t")
    #expect(try faults(words).count == 1)
    try database.execute("DROP TABLE t; CREATE TABLE t (id, text)")
    #expect(try faults(words).count == 1)
  }

  @Test(
    "finds lines that were removed from a file or changed at its ends",
    arguments: [Target.csv, .ndjson])
  func files(target: Target) throws {
    try write()
    let words = words(target)
    let name = "x.\(target.rawValue)"
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    let whole = try folder.bytes(name)
    var changed = whole
    changed[changed.count - 3] ^= 1
    for bytes in [Array(whole.dropLast(20)), changed, []] {
      try folder.write(bytes, to: name)
      #expect(try faults(words).count == 1, "\(bytes.count)")
    }
    try folder.write(whole, to: name)
    #expect(try verify(words).status == 0)
  }

  @Test(
    "finds progress that was changed",
    arguments: [
      "rows = rows + 1", "rejects = rejects - 1", "record = record - 1",
      "source_tail = replace(source_tail, ',', ',1')", "\"offset\" = \"offset\" - 1",
    ])
  func progress(change: String) throws {
    try write()
    let words = words(.sqlite)
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    try TestDatabase(folder["x.sqlite"]).execute("UPDATE sluice_progress SET \(change)")
    #expect(try !faults(words).isEmpty, "\(change)")
  }

  @Test("finds rejects that are missing, and a reject file that is gone")
  func rejects() throws {
    try write()
    let words = words(.sqlite)
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    let whole = try String(decoding: folder.bytes("bad.ndjson"), as: UTF8.self)
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write((lines[..<3] + lines[4...]).joined(separator: "\n"), to: "bad.ndjson")
    #expect(
      try faults(words).first?.contains("it has 29 of f.ndjson, and the commits count 30") == true)
    try FileManager.default.removeItem(atPath: folder["bad.ndjson"])
    #expect(try faults(words).first?.contains("the file is gone") == true)
  }

  @Test("finds a source that was changed where it was imported, even in the middle")
  func source() throws {
    try write()
    let words = words(.sqlite)
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    let whole = try String(decoding: folder.bytes("f.ndjson"), as: UTF8.self)
    // As long as before; 155 becomes a reject, and 157 a row.
    for change in [("{\"id\":155", "{\"id\":[55"), ("bad 157", "{     }"), ("bad 157", "       ")] {
      try folder.write(whole.replacing(change.0, with: change.1), to: "f.ndjson")
      #expect(try faults(words).count == 1, "\(change)")
    }
    try FileManager.default.removeItem(atPath: folder["f.ndjson"])
    let (status, findings) = try verify(words)
    #expect(status == 0)
    #expect(
      findings.contains {
        $0["state"] == "unknown" && $0["message"]?.string?.contains("it is gone") == true
      }, "\(findings)")
  }

  @Test("compares the files of an archive")
  func archive() throws {
    try write(0..<50)
    #expect(
      try BuiltTool.shell("cp f.ndjson g.ndjson; tar -czf x.tar.gz f.ndjson g.ndjson", in: folder)
        .status == 0)
    let words = ["x.tar.gz", "--into", "x.csv", "--rejects", "bad.ndjson"] + Self.columns
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    let (status, findings) = try verify(words)
    #expect(status == 0, "\(findings)")
    #expect(
      findings.contains {
        $0["message"]?.string == "100 records: 90 with rows, 10 rejects, 0 filtered or empty"
      }, "\(findings)")
  }

  @Test("as text marks what is wrong")
  func text() throws {
    try write()
    let words = words(.sqlite)
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 1)
    let sound = try BuiltTool.run(["verify"] + words, in: folder)
    #expect(
      sound.output.contains(
        "  f.ndjson: 300 records: 270 with rows, 30 rejects, 0 filtered or empty\n"), "\(sound)")
    try TestDatabase(folder["x.sqlite"]).execute("DELETE FROM t WHERE id < 10")
    let broken = try BuiltTool.run(["verify"] + words, in: folder)
    #expect(broken.status == 1)
    #expect(
      broken.output.contains("x table \"t\" in x.sqlite: it has 261 rows")
        && broken.output.hasSuffix("not as the commits say\n"), "\(broken)")
    let none = try BuiltTool.run(
      ["verify"] + words.map { $0 == "x.sqlite" ? "y.sqlite" : $0 }, in: folder)
    #expect(
      none.status == 1 && none.output.contains("? f.ndjson: no run of this job")
        && none.output.contains("x table \"t\" in y.sqlite: it is not there"), "\(none)")
  }
}

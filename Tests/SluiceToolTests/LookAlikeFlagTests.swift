import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// `é` as one scalar and as two, which Swift's strings take for equal.
@Suite("Flags with names that look alike, and differ in their bytes")
struct LookAlikeFlagTests {
  let folder: TemporaryFolder
  private let one = "\u{E9}"
  private let two = "e\u{301}"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"\(one)\":\"a\",\"\(two)\":\"b\"}\n", to: "f.ndjson")
  }

  private func run(_ column: String, _ more: [String]) throws -> BuiltTool.Result {
    try BuiltTool.run(
      [
        "import", "f.ndjson", "--into", "x.sqlite", "--table", "t", "--column",
        "\(column):text=\(column)",
      ]
        + more, in: folder)
  }

  @Test(
    "took the other's column",
    arguments: [
      ["--mode", "upsert", "--key", "NAME"], ["--create-index", "NAME"],
      ["--create-index", "unique:NAME"], ["--required", "NAME"], ["--default", "NAME=x"],
      ["--mismatch", "NAME=null"], ["--transform", "NAME=trim"],
    ])
  func flags(flag: [String]) throws {
    for (column, name) in [(one, two), (two, one)] {
      let refused = try run(column, flag.map { $0.replacing("NAME", with: name) })
      #expect(refused.status == 2, "\(refused.errors)")
      #expect(
        Array(refused.errors.utf8).contains(Array("\"\(name)\"".utf8)), "\(refused.errors)")
      #expect(!folder.has("x.sqlite"))
    }
    #expect(try run(one, flag.map { $0.replacing("NAME", with: one) }).status == 0)
  }

  @Test("--column and --constant with a name of each were two columns of one name")
  func columns() throws {
    let result = try run(one, ["--constant", "\(two):text=x"])
    #expect(result.status == 0, "\(result.errors)")
    let rows = try TestDatabase(folder["x.sqlite"]).rows("SELECT \"\(one)\", \"\(two)\" FROM t")
    #expect(rows == ["'a'|'x'"])
  }
}

/// To Swift's strings, a sign with a combining mark after it is another character.
@Suite("Signs with a combining mark after them")
struct CombiningMarkTests {
  private let folder: TemporaryFolder
  private let mark = "\u{301}"

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "left a path with a \"/\" before one without its folder, and a job file's paths without theirs")
  func paths() throws {
    try FileManager.default.createDirectory(
      atPath: folder["jobs"], withIntermediateDirectories: false)
    try folder.write("{\"id\":1}\n", to: "jobs/\(mark)feed.ndjson")
    try folder.write(
      """
      {"sources":["\(mark)feed.ndjson"],"columns":[{"name":"id","type":"int","path":"id"}],
      "into":"\(mark)out.csv"}
      """, to: "jobs/\(mark)job.json")
    let result = try BuiltTool.run(["import", "--job", "jobs/\(mark)job.json"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.bytes("jobs/\(mark)out.csv") == Array("id\r\n1\r\n".utf8))
    // An absolute link, to a name that begins with a mark.
    try folder.write("id\r\n", to: "\(mark)target.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link.csv"], withDestinationPath: folder["\(mark)target.csv"])
    let linked = try BuiltTool.shell(
      "sluice import 'jobs/\(mark)feed.ndjson' --into link.csv --column id:int=id --mode replace",
      in: folder)
    #expect(linked.status == 0, "\(linked.errors)")
    #expect(try folder.bytes("\(mark)target.csv") == Array("id\r\n1\r\n".utf8))
  }

  @Test("were a part of a flag's name, or of the column before in a list")
  func flags() throws {
    try folder.write("{\"a\":1,\"\(mark)b\":2}\n", to: "f.ndjson")
    let result = try BuiltTool.run(
      [
        "import", "f.ndjson", "--into=\(mark)x.sqlite", "--table=\(mark)t", "--column=a:int=a",
        "--column=\(mark)b:int=/\(mark)b", "--mode=upsert", "--key=a,\(mark)b",
        "--create-index=a+\(mark)b",
      ], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let rows = try TestDatabase(folder["\(mark)x.sqlite"]).rows("SELECT * FROM \"\(mark)t\"")
    #expect(rows == ["1|2"])
  }

  @Test("had the progress of a member of an archive forgotten")
  func members() throws {
    try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "\(mark);\(mark)%\(mark),m.ndjson")
    let tar = try BuiltTool.shell("tar cf a.tar '\(mark);\(mark)%\(mark),m.ndjson'", in: folder)
    #expect(tar.status == 0, "\(tar.errors)")
    for isNew in [true, false] {
      let result = try BuiltTool.shell(
        "sluice import a.tar --into x.sqlite --table t --column id:int=id --batch 1", in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("nothing new: all 18 bytes") != isNew, "\(result.errors)")
      let rows = try TestDatabase(folder["x.sqlite"]).rows("SELECT id FROM t ORDER BY id")
      #expect(rows == ["1", "2"])
    }
  }

  @Test("showed the password of an address", arguments: ["mariadb", "postgresql", "clickhouse"])
  func passwords(scheme: String) throws {
    try folder.write("{\"id\":1}\n", to: "f.ndjson")
    let result = try BuiltTool.run(
      [
        "import", "f.ndjson", "--table", "t", "--column", "id:int=id", "--into",
        "\(scheme)://user:\(mark)geheim@\(mark)127.0.0.1:1/db",
      ], in: folder)
    #expect(result.status != 0)
    #expect(!result.errors.contains("geheim"), "\(result.errors)")
  }
}

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

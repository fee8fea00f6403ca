import TestSupport
import Testing

@Suite("--duplicates")
struct DuplicatesFlagTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"k\":\"a\",\"k\":\"b\"}\n{\"k\":\"a\"}\n", to: "feed.ndjson")
  }

  @Test(
    "has one meaning for the rows, the filters and the groups of every command",
    arguments: [
      ([], "a\r\na\r\n", "a\t2\n", 0), (["--duplicates", "first"], "a\r\na\r\n", "a\t2\n", 0),
      (["--duplicates", "last"], "b\r\na\r\n", "a\t1\nb\t1\n", 0),
      (["--duplicates", "reject"], "a\r\n", "a\t1\n", 1),
    ] as [([String], String, String, Int32)])
  func commands(flags: [String], rows: String, groups: String, status: Int32) throws {
    let select = try BuiltTool.run(
      ["select", "feed.ndjson", "--column", "k:text=k"] + flags, in: folder)
    #expect(select.output == "k\r\n" + rows && select.status == status)
    let count = try BuiltTool.run(["count", "feed.ndjson", "--group-by", "k"] + flags, in: folder)
    #expect(count.output == "k\tcount\n" + groups && count.status == status)
    let infer = try BuiltTool.run(["infer", "feed.ndjson", "--as", "columns"] + flags, in: folder)
    #expect(infer.output.contains("\"b\"") == flags.contains("last"))
    #expect(infer.status == status)
  }

  @Test("anything else is wrong usage, and lists the choices")
  func usage() throws {
    let result = try BuiltTool.run(
      ["count", "feed.ndjson", "--duplicates", "merge"], in: folder)
    #expect(result.status == 2 && result.errors.contains("takes first, last or reject"))
  }
}

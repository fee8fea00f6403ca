import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Columns of the tool that take what is there")
struct LeniencyCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let feed = """
    {"id":"9007199254740993","zip":"02134","at":"2026-01-31T12:00:00.123456789Z"}
    {"id":7,"zip":90210,"at":"2026-07-31 12:00:00"}

    """
  private static let words = [
    "feed.ndjson", "--column", "id:int accepts text=id", "--column", "zip:text accepts scalars=zip",
    "--column", "at:timestamp=at", "--fraction", "at=cut", "--zone", "at=Europe/Berlin",
  ]
  private static let accepted =
    #"{"at":{"fraction":1,"zone":1},"id":{"text":1},"zip":{"scalars":1}}"#

  @Test("are stored and counted by an import, whose job file has the same words")
  func imported() throws {
    try folder.write(LeniencyCommandTests.feed, to: "feed.ndjson")
    let target = ["--into", "x.sqlite", "--table", "t"]
    let result = try BuiltTool.run(
      ["import"] + LeniencyCommandTests.words + target + ["--summary", "summary.json"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let output = result.output + result.errors
    #expect(output.contains("id: accepted 1 by text\n"))
    #expect(output.contains("at: accepted 1 by fraction, 1 by zone\n"))
    #expect(
      try TestDatabase(folder["x.sqlite"]).rows("SELECT * FROM t") == [
        "9007199254740993|'02134'|'2026-01-31T12:00:00.123456Z'",
        "7|'90210'|'2026-07-31T10:00:00.000000Z'",
      ])
    let summary = try JSON(
      parsing: try String(contentsOfFile: folder["summary.json"], encoding: .utf8))
    #expect(summary["accepted"]?.description == LeniencyCommandTests.accepted)
    let job = try BuiltTool.run(
      ["plan", "--job-file"] + LeniencyCommandTests.words + target, in: folder)
    try folder.write(job.output, to: "job.json")
    // The same job: nothing is new.
    let again = try BuiltTool.run(["import", "--job", "job.json"], in: folder)
    #expect(
      again.status == 0 && (again.output + again.errors).contains("0 records"), "\(again.errors)")
  }

  @Test("are written as CSV by select", arguments: ["1", "2"])
  func selected(threads: String) throws {
    try folder.write(LeniencyCommandTests.feed, to: "feed.ndjson")
    let result = try BuiltTool.run(
      ["select"] + LeniencyCommandTests.words + ["--jobs", threads], in: folder)
    #expect(
      result.output.replacing("\r\n", with: "\n") == """
        id,zip,at
        9007199254740993,02134,2026-01-31T12:00:00.123456Z
        7,90210,2026-07-31T10:00:00.000000Z

        """)
    #expect(result.errors.contains("zip: accepted 1 by scalars\n"))
  }

  @Test(
    "are refused before anything is written",
    arguments: [
      (["--fraction", "no=cut"], "there is no --column \"no\" with a path"),
      (["--zone", "no=UTC"], "there is no --column \"no\" with a path"),
      (["--fraction", "at=keep"], "expected cut or round after fraction"),
      (["--fraction", "id=cut"], "\"fraction\" is no word for it; int accepts text, spaces, plus"),
      (["--zone", "at=Mars/Olympus"], "there is no zone \"Mars/Olympus\""),
      (["--zone", "at=UTC", "--zone", "at=Asia/Tokyo"], "zone is there twice"),
      (["--zone", "at=UTC utc"], "--zone takes a word after COLUMN="),
      (["--zone", "at"], "COLUMN=VALUE"),
      (["--column", "z:int accepts words=z"], "\"words\" is no word for it; int accepts text"),
    ])
  func refused(words: [String], reason: String) throws {
    try folder.write(LeniencyCommandTests.feed, to: "feed.ndjson")
    let result = try BuiltTool.run(
      [
        "import", "feed.ndjson", "--column", "id:int=id", "--column", "at:timestamp=at", "--into",
        "x.sqlite", "--table", "t",
      ] + words, in: folder)
    #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
    #expect(!folder.has("x.sqlite"))
  }

  @Test("name the key of a job file that is wrong")
  func jobFile() throws {
    try folder.write(
      #"""
      {"sources":["feed.ndjson"],"into":"x.sqlite","table":"t",
       "columns":[{"name":"a","type":"int","path":"a","accepts":"scalars"}]}
      """#, to: "job.json")
    let result = try BuiltTool.run(["import", "--job", "job.json"], in: folder)
    #expect(
      result.status == 2
        && result.errors.contains("$.columns[0].accepts: \"scalars\" is no word for it"),
      "\(result.errors)")
  }

  @Test("have numbers in strings summed up and compared, if the path accepts them")
  func counted() throws {
    try folder.write(
      "{\"p\":\"3\",\"n\":\"1.5\"}\n{\"p\":\"7\",\"n\":2}\n{\"p\":1,\"n\":\"x\"}\n", to: "f.ndjson")
    let result = try BuiltTool.run(
      ["count", "f.ndjson", "--where", "p accepts text <= 4", "--sum", "n accepts text"], in: folder
    )
    #expect(result.output == "count\tsum(n accepts text)\n2\t1.5\n")
    #expect(result.errors.contains("1 number at n in strings: accepted\n"), "\(result.errors)")
  }
}

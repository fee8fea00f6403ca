import TestSupport
import Testing

@Suite("Flags about framings and bad records")
struct FramingFlagTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(
    "count says which framing it chose, or uses the given one",
    arguments: [
      ("{}\n{}\n", [], 2, "lines"), ("[1,2]\n", [], 2, "elements"),
      ("[1,2]\n[3]\n", [], 2, "lines"), ("{}{}", [], 2, "concatenated"),
      ("[\n1,\n2]\n", [], 2, "elements"), ("\u{1E}{}\n\u{1E}[]\n", [], 2, "sequence"),
      ("[1,2]\n", ["--framing", "elements"], 2, "elements"),
      ("{\"a\":[1,2,3]}", ["--framing=elements:/a"], 3, "elements:/a"),
      ("{\n}", ["--framing", "document"], 1, "document"),
    ] as [(String, [String], Int, String)])
  func framing(text: String, flags: [String], records: Int, chosen: String) throws {
    let result = try BuiltTool.run(["count", "-"] + flags, in: folder, input: text)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("records      \(records)\nbad records  0\n"))
    #expect(result.output.hasSuffix("\nframing      \(chosen)\n"))
  }

  @Test("a feed without the array that is asked for is an error")
  func noArray() throws {
    let result = try BuiltTool.run(
      ["count", "-", "--framing", "elements:/x"], in: folder, input: "{\"y\":[]}")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "sluice: can't follow the path \"/x\": the feed has no such value (byte 0)\n")
  }

  @Test("count stops at too many bad records, and says so")
  func maximumErrors() throws {
    let text = String(repeating: "{}\nx\n", count: 1000)
    let two = try BuiltTool.run(["count", "-", "--max-errors", "2"], in: folder, input: text)
    #expect(two.status == 3)
    #expect(two.output.hasPrefix("records      3\nbad records  3\n"))
    #expect(
      two.errors.hasPrefix(
        "sluice: stopped: expected at most 2 bad records (maximumBadRecords, --max-errors), found 3 of 6; the last"
          + " is standard input:6: expected a JSON value"))
    let share = try BuiltTool.run(["count", "-", "--max-errors=10%"], in: folder, input: text)
    #expect(share.output.hasPrefix("records      500\nbad records  500\n"))
    #expect(
      share.errors.contains("a share of bad records of at most 0.1 (maximumBadShare, --max-errors)")
    )
    let enough = try BuiltTool.run(["count", "-", "--max-errors=50%"], in: folder, input: text)
    #expect(enough.output.hasPrefix("records      1000\nbad records  1000\n"))
  }

  @Test("rejects can be repaired and read again")
  func replay() throws {
    let text = "{\"a\":1}\n{\"a\":2,}\n{\"a\":\n \n{\"a\":\"\u{1}\"}\n"
    let count = try BuiltTool.run(
      ["count", "-", "--rejects", "rejects.ndjson"], in: folder, input: text)
    #expect(count.status == 1)
    let replay = try BuiltTool.run(["replay", "rejects.ndjson"], in: folder)
    #expect(replay.status == 0)
    #expect(replay.output == "{\"a\":2,}\n{\"a\":\n{\"a\":\"\u{1}\"}\n")
    let repaired = try BuiltTool.shell(
      "sluice replay rejects.ndjson | sed 's/,}/}/' | sluice count -", in: folder)
    #expect(repaired.output.hasPrefix("records      1\nbad records  2\n"))
  }

  @Test(
    "a record that the reject file cuts is not printed, and a line that is not a reject is named")
  func cutReplay() throws {
    let long = "{\"a\":\"\(String(repeating: "x", count: 1 << 20))"
    try BuiltTool.run(
      ["count", "-", "--rejects", "rejects.ndjson"], in: folder, input: "\(long)\n}\n")
    let result = try BuiltTool.run(["replay", "rejects.ndjson"], in: folder)
    #expect(result.status == 1)
    #expect(result.output == "}\n")
    #expect(
      result.errors.contains(
        "only the first 1048576 of 1048582 bytes of record 1 of standard input are kept; take it from"
          + " the source, at byte 0"))
    try folder.write("{\"source\":1}\n", to: "other.ndjson")
    let other = try BuiltTool.run(["replay", "other.ndjson"], in: folder)
    #expect(other.status == 2)
    #expect(
      other.errors.hasPrefix(
        "sluice: other.ndjson:1: expected a string at $.source, found number 1"))
  }

  @Test("rejects are never written into the feed itself")
  func ownFeed() throws {
    try folder.write("x\n", to: "feed.ndjson")
    let result = try BuiltTool.run(
      ["count", "feed.ndjson", "--rejects", "./feed.ndjson"], in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("the same file as the source feed.ndjson"))
    #expect(folder.lines("feed.ndjson") == ["x"])
  }

  @Test("import takes every framing, continues in it, and stops at too many bad records")
  func importing() throws {
    let columns = ["--into", "x.sqlite", "--column", "id:int=id", "--table"]
    try folder.write("{\"n\":0,\"items\":[{\"id\":1},{\"id\":\"2\"},{\"id\":3}]}", to: "items.json")
    let arguments =
      ["import", "items.json", "--framing", "elements:/items", "--rejects", "r.ndjson"] + columns
      + ["items"]
    let first = try BuiltTool.run(arguments, in: folder)
    #expect(first.errors.hasPrefix("3 records: 2 rows into x.sqlite, 1 reject in r.ndjson"))
    let again = try BuiltTool.run(arguments, in: folder)
    #expect(again.errors.hasPrefix("nothing new:"), "\(again.errors)")

    try folder.write("{\"id\":1}\n{\n\"id\":2}", to: "values.json")
    let values = try BuiltTool.run(
      ["import", "values.json", "--framing=concatenated"] + columns + ["v"], in: folder)
    #expect(
      values.errors.hasPrefix("2 records: 2 rows into x.sqlite, 0 rejects"), "\(values.errors)")
    try folder.write("{\"id\":1}\n{\"id\":\"2\"}\nx\n{\"id\":4}\n", to: "bad.ndjson")
    let few = ["import", "bad.ndjson"] + columns + ["few", "--max-errors"]
    let stopped = try BuiltTool.run(few + ["1"], in: folder)
    #expect(stopped.status == 3)
    #expect(
      stopped.errors.contains(
        "expected at most 1 bad records (maximumBadRecords, --max-errors), found 2 of 3"))
    let resumed = try BuiltTool.run(few + ["2"], in: folder)
    #expect(resumed.status == 1)
    #expect(resumed.errors.contains("in all: 2 rows, 2 rejects"), "\(resumed.errors)")

    // The same inside an array: the second run begins between two elements.
    try folder.write("[{\"id\":1},{\"id\":\"2\"},\n{\"id\":3} , {\"id\":4}]\n", to: "array.json")
    let array =
      ["import", "array.json", "--framing", "elements"] + columns + ["arr", "--max-errors"]
    #expect(try BuiltTool.run(array + ["0"], in: folder).status == 3)
    let rest = try BuiltTool.run(array + ["1"], in: folder)
    #expect(rest.status == 1)
    #expect(rest.errors.hasPrefix("resumed at byte 20, where"), "\(rest.errors)")
    #expect(rest.errors.hasSuffix("in all: 3 rows, 1 reject\n"), "\(rest.errors)")
  }
}

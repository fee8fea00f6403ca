import SluiceImportTestSupport
import TestSupport
import Testing

/// What a feed says whose framing was guessed, and does not fit.
@Suite("A framing that does not fit")
struct FramingAdviceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func count(_ text: String, _ more: [String] = []) throws -> BuiltTool.Result {
    try folder.write(text, to: "a.json")
    return try BuiltTool.run(["count", "a.json"] + more, in: folder)
  }

  @Test(
    "of one value that is too large proposes the array in it, having looked, and not only a limit")
  func array() throws {
    let rows = (0..<40_000).map {
      "{\"id\":\($0),\"x\":\"[\\\"{\(String(repeating: "y", count: 40))\"}"
    }
    .joined(separator: ",\n")
    for (head, flag) in [
      ("{\"rows\":[\n", "--framing elements:/rows"),
      (
        "{\"meta\":{\"n\":[1,2]},\n\"the\\u0020data\":{\"a/b\":[",
        "--framing 'elements:/the data/a~1b'"
      ),
    ] {
      let text = head + rows + "]}" + (head.contains("meta") ? "}" : "")
      let result = try count(text, ["--max-record", "1100000", "--rejects", "r.ndjson"])
      #expect(
        result.errors.contains(
          "raise the limit if this is intended, or read the elements of the array in it: \(flag)\n"),
        "\(result.errors)")
      #expect(folder.lines("r.ndjson")[0].contains("elements:/"))
      // It does.
      let read = try BuiltTool.shell("sluice count a.json \(flag)", in: folder)
      #expect(read.output.hasPrefix("records      40000\nbad records  0\n"), "\(read)")
    }
    // A value without an array has none.
    let plain = "{\"a\":\n\"" + String(repeating: "x", count: 1_200_000) + "\"}"
    let result = try count(plain, ["--max-record", "1100000"])
    #expect(result.errors.hasSuffix("raise the limit if this is intended\n"), "\(result.errors)")
  }

  @Test("in which most records are refused proposes the one that does")
  func concatenated() throws {
    let joined = "{\"id\":0}\n" + String(repeating: "{\"id\":1}{\"id\":2}{\"id\":3}\n", count: 200)
    let result = try count(joined)
    #expect(
      result.errors.hasSuffix(
        "framing: a.json: 200 of 201 records were refused as lines, as which the first line was taken. They"
          + " are not lines: the first 5000 bytes of them hold 600 whole values, which --framing"
          + " concatenated reads\n"), "\(result.errors)")
    let read = try BuiltTool.run(["count", "a.json", "--framing", "concatenated"], in: folder)
    #expect(read.output.hasPrefix("records      601\nbad records  0\n"))
    // The others, too.
    for words in [
      ["import", "a.json", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id"],
      ["select", "a.json", "--column", "id:int=id"],
    ] {
      let told = try BuiltTool.run(words, in: folder)
      #expect(told.errors.contains("--framing concatenated reads"), "\(words): \(told.errors)")
    }
    // Few lines with most of the records.
    let long = String(repeating: "{\"id\":0}\n", count: 3)
    let tail = String(repeating: "{\"id\":1}", count: 500)
    #expect(try count(long + tail).errors.contains("hold 500 whole values"))
    // Values on several lines.
    let pretty = "{\"id\":0}\n" + String(repeating: "{\n  \"id\": 1,\n  \"b\": {}\n}\n", count: 20)
    #expect(try count(pretty).errors.contains("--framing concatenated reads"))
  }

  @Test("is not proposed for damage, for values of a wrong type, or if the framing was asked for")
  func others() throws {
    let damaged = "{\"id\":0}\n" + String(repeating: "{\"id\":1}}\n{\"id\":,}\n", count: 20)
    #expect(try !count(damaged).errors.contains("framing:"))
    let joined = "{\"id\":0}\n" + String(repeating: "{\"id\":1}{\"id\":2}\n", count: 20)
    #expect(try !count(joined, ["--framing", "lines"]).errors.contains("framing:"))
    let few = String(repeating: "{\"id\":0}\n", count: 30) + "{\"id\":1}{\"id\":2}\n"
    #expect(try !count(few).errors.contains("framing:"))
    try folder.write(String(repeating: "{\"id\":\"x\"}\n", count: 20), to: "b.json")
    let types = try BuiltTool.run(
      ["import", "b.json", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id"],
      in: folder)
    #expect(types.status == 1 && !types.errors.contains("framing:"), "\(types.errors)")
  }

  @Test(
    "for a file without text: it has none, and is not the rest of an array",
    arguments: [("", "no text, where"), (" \n\n", "no text but 3 bytes of white space, where")])
  func noText(text: String, words: String) throws {
    try folder.write(text, to: "a.json")
    #expect(try BuiltTool.shell("gzip -k a.json", in: folder).status == 0)
    for file in ["a.json", "a.json.gz"] {
      let result = try BuiltTool.run(
        [
          "import", file, "--framing", "elements", "--into", "a.sqlite", "--table", "t", "--column",
          "id:int=id", "--summary", "s.json",
        ], in: folder)
      #expect(
        result.status == 0 && result.errors.contains("\(file): \(words) an array is expected"),
        "\(result)")
      #expect(!result.errors.contains("has not ended"))
      let summary = String(decoding: try folder.bytes("s.json"), as: UTF8.self)
      #expect(summary.contains("\"no-text\""), "\(summary)")
    }
    // The next run sees what has come.
    try folder.write("[{\"id\":1}]", to: "a.json")
    let next = try BuiltTool.run(
      [
        "import", "a.json", "--framing", "elements", "--into", "a.sqlite", "--table", "t",
        "--column", "id:int=id",
      ], in: folder)
    #expect(next.status == 0 && next.errors.contains("1 row "), "\(next)")
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Commands on documents")
struct DocumentCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("check prints a line for each file, and marks the place of an error")
  func check() throws {
    try folder.write("{\"a\": [1, 2.5e3, \"x\\u0041\", null]}\n", to: "good.json")
    try folder.write("{\"a\": 1,\n  \"b\": [true, \"x\\q\"]}", to: "bad.json")
    let result = try BuiltTool.run(["check", "good.json", "bad.json"], in: folder)
    #expect(result.status == 1)
    #expect(
      result.output == """
        good.json: ok
        bad.json: expected a valid escape in the string at $.b[1], found '\\q' (line 2, column 17)
              "b": [true, "x\\q"]}
                            ^

        """)
    #expect(result.errors.isEmpty)
  }

  @Test(
    "check refused UTF-16 and UTF-32 that format, get and count take: one answer now",
    arguments: [("UTF-16LE", String.Encoding.utf16LittleEndian), ("UTF-32BE", .utf32BigEndian)])
  func otherEncodings(name: String, encoding: String.Encoding) throws {
    func put(_ text: String) throws {
      try folder.write([UInt8](try #require(text.data(using: encoding))), to: "a.json")
    }
    try put("{\"a\": \"\u{E9}\"}")
    #expect(
      try BuiltTool.run(["check", "a.json"], in: folder).output
        == "a.json: ok (in \(name); RFC 8259 asks for UTF-8)\n")
    for words in [["format", "a.json"], ["get", "/a", "a.json"], ["count", "a.json"]] {
      #expect(try BuiltTool.run(words, in: folder).status == 0, "\(words)")
    }
    // A patch, too.
    try put("{\"b\": 2}")
    try folder.write("{\"c\":1}", to: "c.json")
    let edited = try BuiltTool.run(["edit", "c.json", "--merge-patch", "a.json"], in: folder)
    #expect(edited.status == 0, "\(edited)")
    // A fault is in the same place for all.
    try put("{\"a\": 1,}")
    let faults = try [["check", "a.json"], ["format", "a.json"], ["get", "/a", "a.json"]].map {
      let result = try BuiltTool.run($0, in: folder)
      #expect(result.status == 1)
      return (result.output + result.errors).contains("found '}' (line 1, column 9)")
    }
    #expect(faults == [true, true, true])
  }

  @Test("check continues after a file that can't be read, and then exits with 2")
  func checkGoesOn() throws {
    try folder.write("1", to: "good.json")
    let result = try BuiltTool.run(["check", "nope.json", "good.json"], in: folder)
    #expect(result.status == 2)
    #expect(result.output == "good.json: ok\n")
    #expect(result.errors.contains("nope.json"))
  }

  @Test(
    "check refuses what RFC 8259 refuses",
    arguments: ["", " ", "[1,]", "{\"a\":1}}", "01", "\"\u{1}\"", "[1 2]", "nul", "[\"\\ud800\"]"])
  func refuses(document: String) throws {
    let result = try BuiltTool.run(["check", "-"], in: folder, input: document)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("-: expected "), "\(result.output)")
  }

  @Test("check reads standard input, of any size")
  func standardInput() throws {
    let element = "{\"key\": [1, 2, 3.25, \"text\"]}"
    let document = "[" + Array(repeating: element, count: 100_000).joined(separator: ",\n") + "]"
    try folder.write(document, to: "big.json")
    let piped = try BuiltTool.shell("cat big.json | sluice check -", in: folder)
    #expect(piped.output == "-: ok\n")
    #expect(piped.status == 0)
  }

  @Test("format changes white space and no other byte")
  func format() throws {
    let document =
      "{\"n\":[1.0,1E+2,-0,12345678901234567890.10],\"s\":\"\\u0041\\/é\",\"o\":{},\"l\":[ ]}"
    let pretty = try BuiltTool.run(["format", "-"], in: folder, input: document)
    #expect(pretty.status == 0)
    #expect(
      pretty.output == """
        {
          "n": [
            1.0,
            1E+2,
            -0,
            12345678901234567890.10
          ],
          "s": "\\u0041\\/é",
          "o": {},
          "l": []
        }

        """)
    let compact = try BuiltTool.run(["format", "--compact", "-"], in: folder, input: pretty.output)
    #expect(
      compact.output
        == "{\"n\":[1.0,1E+2,-0,12345678901234567890.10],\"s\":\"\\u0041\\/é\","
        + "\"o\":{},\"l\":[]}\n"
    )
  }

  @Test("format writes nothing of a document that is not valid")
  func formatInvalid() throws {
    let result = try BuiltTool.run(["format", "-"], in: folder, input: "[1, 2, [}]")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("found '}' (line 1, column 9)"), "\(result.errors)")
  }

  @Test("format sorts keys, and writes the canonical form without a newline")
  func formatSorted() throws {
    let document = #"{"b":1.50,"a":{"d":"\u0041","c":1E2}}"#
    func output(_ flags: [String]) throws -> String {
      try BuiltTool.run(["format"] + flags + ["-"], in: folder, input: document).output
    }
    #expect(
      try output(["--compact", "--sort-keys"])
        == #"{"a":{"c":1E2,"d":"\u0041"},"b":1.50}"# + "\n")
    #expect(try output(["--canonical"]) == #"{"a":{"c":100,"d":"A"},"b":1.5}"#)
    let twice = try BuiltTool.run(
      ["format", "--canonical", "-"], in: folder, input: #"[1,{"a":1,"a":2}]"#)
    #expect(twice.status == 1)
    #expect(twice.output.isEmpty)
    #expect(twice.errors.contains("one field \"a\""), "\(twice.errors)")
  }

  @Test("format takes nesting down to the limit, and refuses deeper without a crash")
  func deep() throws {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(
      try BuiltTool.run(["format", "--compact", "-"], in: folder, input: deep).output == deep + "\n"
    )
    let deeper = String(repeating: "[", count: 100_000)
    let result = try BuiltTool.run(["format", "-"], in: folder, input: deeper)
    #expect(result.status == 1)
    #expect(result.errors.contains("nesting"))
  }

  @Test(
    "get prints the value at a pointer, as it is written",
    arguments: [
      ("/a/1/b", "1.50\n"), ("/a/0", "\"\\u0041\"\n"), ("/a/1", "{\"b\":1.50,\"\":null}\n"),
      ("/a/1/", "null\n"), ("/x~1y/m~0n", "true\n"),
    ])
  func get(pointer: String, value: String) throws {
    let document = "{\"a\": [\"\\u0041\", {\"b\": 1.50, \"\": null}], \"x/y\": {\"m~n\": true}}"
    let result = try BuiltTool.run(["get", pointer, "-"], in: folder, input: document)
    #expect(result.output == value)
    #expect(result.status == 0)
  }

  @Test(
    "get prints all values that a JSONPath selects, one on a line",
    arguments: [
      ("$", "{\"a\":[{\"b\":1.50},{\"b\":\"\\u0041\"}],\"b\":[1,2]}\n"),
      ("$..b", "[1,2]\n1.50\n\"\\u0041\"\n"), ("$.a[*].b", "1.50\n\"\\u0041\"\n"),
      ("$.a[?@.b > 1]", "{\"b\":1.50}\n"), ("$['b'][-1]", "2\n"),
    ])
  func query(query: String, values: String) throws {
    let document = "{\"a\": [{\"b\": 1.50}, {\"b\": \"\\u0041\"}], \"b\": [1, 2]}"
    let result = try BuiltTool.run(["get", query, "-"], in: folder, input: document)
    #expect(result.output == values)
    #expect(result.status == 0)
  }

  @Test("get reports a file in which a JSONPath selects nothing, and continues")
  func queryMissing() throws {
    try folder.write("{\"a\":{}}", to: "one.json")
    try folder.write("{\"a\":{\"b\":7}}", to: "two.json")
    let result = try BuiltTool.run(["get", "$..b", "one.json", "two.json"], in: folder)
    #expect(result.status == 1)
    #expect(result.output == "7\n")
    #expect(result.errors.contains("sluice: one.json: can't follow the path \"$..b\""))
    #expect(result.errors.contains("it selects nothing here"), "\(result.errors)")
  }

  @Test("get reports a file without such a value, and continues")
  func getMissing() throws {
    try folder.write("{\"a\":{}}", to: "one.json")
    try folder.write("{\"a\":{\"b\":7}}", to: "two.json")
    let result = try BuiltTool.run(["get", "/a/b", "one.json", "two.json"], in: folder)
    #expect(result.status == 1)
    #expect(result.output == "7\n")
    #expect(result.errors.hasPrefix("sluice: one.json: "))
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Edits by the tool")
struct EditCommandTests {
  let folder: TemporaryFolder
  private static let text = """
    {
      "name" : "\\u0061nn",
      "port": 80.0,
      "tags": ["a", "b"],
      "debug": true
    }

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(EditCommandTests.text, to: "a.json")
  }

  private func content(_ name: String = "a.json") throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test("changes a file in place, in the order of the flags, and keeps its other bytes")
  func inPlace() throws {
    let result = try BuiltTool.run(
      [
        "edit", "a.json", "--set", "/port=8.08e3", "--delete", "/debug", "--set=/tags/-=\"c\"",
        "--set", "/tags/0={\"x\":1}", "--delete", "/tags/1", "--set", "/new=[]",
      ], in: folder)
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
    #expect(
      try content() == """
        {
          "name" : "\\u0061nn",
          "port": 8.08e3,
          "tags": [{"x": 1}, "c"],
          "new": []
        }

        """)
    #expect(folder.names.filter { $0.hasPrefix("a.json") } == ["a.json"])
  }

  @Test("applies patches from files")
  func patches() throws {
    try folder.write(#"[{"op":"move","from":"/name","path":"/title"}]"#, to: "p.json")
    try folder.write(#"{"debug":null,"port":null}"#, to: "m.json")
    let result = try BuiltTool.run(
      ["edit", "a.json", "--patch", "p.json", "--merge-patch", "m.json"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let wanted = """
      {
        "title" : "\\u0061nn",
        "tags": ["a", "b"]
      }

      """
    #expect(try content() == wanted)
    let piped = try BuiltTool.run(
      ["edit", "a.json", "--patch", "-", "--output", "-"], in: folder,
      input: #"[{"op":"remove","path":"/title"}]"#)
    #expect(piped.output == wanted.replacing("  \"title\" : \"\\u0061nn\",\n", with: ""))
    #expect(try content() == wanted)
  }

  @Test("edits standard input to standard output, and to another file")
  func streams() throws {
    let piped = try BuiltTool.run(
      ["edit", "-", "--set", "/a=1"], in: folder, input: "\u{FEFF}{ }\r\n")
    #expect(piped.output == "\u{FEFF}{\"a\":1}\r\n")
    let other = try BuiltTool.run(
      ["edit", "a.json", "--set", "/port=1", "--output", "b.json"], in: folder)
    #expect(other.status == 0)
    #expect(try content() == EditCommandTests.text)
    #expect(try content("b.json") == EditCommandTests.text.replacing("80.0", with: "1"))
  }

  @Test("keeps the mode, follows a link, and leaves a file as it is that needs no change")
  func file() throws {
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder["a.json"])
    try files.createSymbolicLink(atPath: folder["link"], withDestinationPath: "a.json")
    #expect(try BuiltTool.run(["edit", "link", "--set", "/port=1"], in: folder).status == 0)
    #expect(try content() == EditCommandTests.text.replacing("80.0", with: "1"))
    #expect(try files.destinationOfSymbolicLink(atPath: folder["link"]) == "a.json")
    let attributes = try files.attributesOfItem(atPath: folder["a.json"])
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try BuiltTool.run(["edit", "a.json", "--set", "/port=1"], in: folder).status == 0)
    let again = try files.attributesOfItem(atPath: folder["a.json"])
    #expect(
      again[.systemFileNumber] as? UInt64 == attributes[.systemFileNumber] as? UInt64,
      "was replaced")
  }

  @Test(
    "what can't be done leaves the file as it was",
    arguments: [
      (
        ["--delete", "/nope"], 1, "a.json: can't follow the path \"/nope\" at $: the object has no"
      ),
      (["--set", "/port=1", "--set", "/x/y=1"], 1, "the object has no field \"x\""),
      (["--set", "/tags/5=1"], 1, "a new one can have the indexes 0 to 2 (line 4, column 11)"),
      (
        ["--patch", "p.json"], 1,
        "a.json: operation 1 (test \"/port\"): the test of \"/port\" failed: expected 81, found 80"
      ),
      (["--patch", "m.json"], 1, "m.json: expected a JSON Patch (RFC 6902)"),
      (["--patch", "bad.json"], 1, "bad.json: expected"),
      (["--merge-patch", "twice.json"], 1, "twice.json: expected one field \"a\""),
      (["--patch", "nope.json"], 2, "nope.json"),
      (["--patch", "a.json"], 2, "is the same file as the patch a.json"),
      (["--set", "/port=1", "--output", "a.json"], 2, "is the same file as the document a.json"),
      (["--set", "/port=1", "--output", "no/b.json"], 2, "No such file or directory"),
    ])
  func failures(flags: [String], status: Int32, message: String) throws {
    try folder.write(
      #"[{"op":"remove","path":"/name"},{"op":"test","path":"/port","value":81}]"#, to: "p.json")
    try folder.write("{}", to: "m.json")
    try folder.write("[1,]", to: "bad.json")
    try folder.write(#"{"a":1,"a":2}"#, to: "twice.json")
    let names = folder.names
    let result = try BuiltTool.run(["edit", "a.json"] + flags, in: folder)
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try content() == EditCommandTests.text)
    #expect(folder.names.filter { !$0.contains("-") } == names)
  }

  @Test(
    "the file that a killed edit left beside the document is removed by the next one, and no other")
  func leftover() throws {
    let left = ".a.json.0123456789abcdef.new"
    let others = [
      ".a.json.0123456789abcde.new", ".a.json.0123456789abcdef.old",
      ".b.json.0123456789abcdef.new", "a.json.0123456789abcdef.new",
    ]
    for name in [left] + others {
      try folder.write(String(EditCommandTests.text.prefix(20)), to: name)
    }
    // Of another program, by its content.
    try folder.write("something else", to: ".a.json.fedcba9876543210.new")
    #expect(try BuiltTool.run(["edit", "a.json", "--set", "/port=81"], in: folder).status == 0)
    #expect(!folder.names.contains(left))
    for name in others + [".a.json.fedcba9876543210.new"] {
      #expect(folder.names.contains(name), "\(name)")
    }
    // Nor do summaries and metrics keep them.
    try folder.write("{\"id\":1}\n", to: "f.ndjson")
    try folder.write("{\n  ", to: ".s.json.0123456789abcdef.new")
    try folder.write("# HELP s", to: ".m.prom.0123456789abcdef.new")
    let imported = try BuiltTool.run(
      [
        "import", "f.ndjson", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id",
        "--summary", "s.json", "--metrics", "m.prom",
      ], in: folder)
    #expect(imported.status == 0, "\(imported)")
    for name in folder.names where name.hasPrefix(".s.") || name.hasPrefix(".m.") {
      Issue.record("\(name) is left")
    }
    // Also one with nothing in it.
    try folder.write("", to: left)
    #expect(try BuiltTool.run(["edit", "a.json", "--set", "/port=82"], in: folder).status == 0)
    #expect(!folder.names.contains(left))
  }

  @Test("a document that is not valid, or in another encoding, is not written")
  func documents() throws {
    try folder.write("{\"a\": 1, \"b\": [01]}", to: "bad.json")
    let bad = try BuiltTool.run(["edit", "bad.json", "--set", "/a=2"], in: folder)
    #expect(bad.status == 1)
    #expect(try content("bad.json") == "{\"a\": 1, \"b\": [01]}")
    let wide = Array("{\"a\": 1}".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    try folder.write(wide, to: "wide.json")
    let result = try BuiltTool.run(["edit", "wide.json", "--set", "/a=2"], in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("convert it first"), "\(result.errors)")
    #expect(try folder.bytes("wide.json") == wide)
    let pipe = try BuiltTool.shell(
      "mkfifo pipe; sluice edit pipe --set /a=2 < /dev/null", in: folder)
    #expect(pipe.status == 2)
    #expect(pipe.errors.contains("pipe is no regular file"), "\(pipe.errors)")
  }
}

import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Exploding, unknown keys and typed columns by flags")
struct ExplodeFlagTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let text = """
    {"id":1,"p":{"c":[{"s":"a","at":"2024-05-01T12:30:00+02:00"},{"s":"b","x":1}]},"price":1.50}
    {"id":2,"p":{"c":[]},"y\\u001b":1}
    {"id":3,"p":{"c":[{"s":"c"},{"s":3}]}}

    """
  private let columns = [
    "--column", "id:int=id", "--column", "s:text=p.c[].s", "--column", "i:element", "--column",
    "at:timestamp=p.c[].at", "--column", "price:decimal=price",
  ]
  private let flags = ["--explode", "p.c", "--unknown-keys", "report"]

  @Test("import stores a row for each element, and reports what it found", arguments: [1, 2])
  func imports(jobs: Int) throws {
    try folder.write(text, to: "feed.ndjson")
    let result = try BuiltTool.run(
      ["import", "feed.ndjson", "--into", "db.sqlite", "--table", "t", "--jobs", "\(jobs)"]
        + columns + flags, in: folder)
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      try TestDatabase(folder["db.sqlite"]).rows("SELECT * FROM t") == [
        "1|'a'|0|'2024-05-01T10:30:00.000000Z'|'1.50'", "1|'b'|1|NULL|'1.50'",
      ])
    #expect(
      result.errors.contains(
        "3 records: 2 rows into db.sqlite, 1 without elements, 1 reject"), "\(result.errors)")
    #expect(
      result.errors.contains("unknown key p.c[].x: 1 time\nunknown key y\\u{1B}: 1 time\n"),
      "\(result.errors)")
  }

  @Test("select prints a row for each element")
  func selects() throws {
    let result = try BuiltTool.run(
      ["select", "-", "--format", "ndjson"] + columns + flags, in: folder, input: text)
    #expect(result.status == 1)
    #expect(
      result.output == """
        {"id":1,"s":"a","i":0,"at":"2024-05-01T10:30:00.000000Z","price":1.50}
        {"id":1,"s":"b","i":1,"at":null,"price":1.50}

        """)
    #expect(result.errors.contains("unknown key p.c[].x: 1 time\n"))
  }

  @Test("an array around the record inside a string gave no rows, no message and the status 0")
  func around() throws {
    let line = #"{"logEvents":[{"message":"{\"id\":1}"},{"message":"{\"id\":2}"}]}"# + "\n"
    try folder.write(line, to: "feed.ndjson")
    let job = #"""
      {"sources": ["feed.ndjson"], "into": "ndjson:-", "inside": "logEvents.0.message",
       "explode": "logEvents", "columns": [{"name": "id", "type": "int", "path": "id"}]}
      """#
    try folder.write(job, to: "job.json")
    let own = [
      "--inside", "logEvents.0.message", "--explode", "logEvents", "--column", "id:int=id",
    ]
    for arguments in [
      ["import", "feed.ndjson", "--into", "ndjson:-"] + own, ["select", "feed.ndjson"] + own,
      ["select", "feed.ndjson", "--format", "arrow"] + own, ["import", "--job", "job.json"],
      ["plan", "--job", "job.json"],
    ] {
      let result = try BuiltTool.run(arguments, in: folder)
      #expect(result.status == 2 && result.output == "", "\(arguments): \(result.output)")
      #expect(
        result.errors.contains("the array around it is the record's outer.logEvents"),
        "\(arguments): \(result.errors)")
    }
  }

  @Test("select said nothing where no record had an element")
  func nothing() throws {
    try folder.write("{\"a\":[]}\n{\"b\":1}\n", to: "feed.ndjson")
    for format in ["csv", "ndjson", "arrow"] {
      let result = try BuiltTool.run(
        ["select", "feed.ndjson", "--explode", "nope", "--column", "b:int=b", "--format", format],
        in: folder)
      #expect(result.status == 0)
      #expect(
        result.errors == "no rows: none of 2 records has an element at nope\n", "\(result.errors)")
    }
    let some = try BuiltTool.run(
      ["select", "-", "--explode", "a", "--column", "b:int=a[]"], in: folder,
      input: "{\"a\":[]}\n{\"a\":[1]}\n")
    #expect(some.errors == "" && some.output == "b\r\n1\r\n")
  }

  @Test("a key that is to stop the import ends it with its path and its line")
  func stops() throws {
    try folder.write(text, to: "feed.ndjson")
    let result = try BuiltTool.run(
      ["import", "feed.ndjson", "--into", "out.csv", "--explode", "p.c", "--unknown-keys", "stop"]
        + columns, in: folder)
    #expect(result.status == 2, "\(result.errors)")
    #expect(
      result.errors.contains(
        "feed.ndjson:1: no column, filter or exploded array names the key p.c[].x"))
    let wrong = try BuiltTool.run(
      ["select", "-", "--unknown-keys", "maybe"] + columns, in: folder, input: text)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--unknown-keys takes ignore, report or stop"))
  }
}

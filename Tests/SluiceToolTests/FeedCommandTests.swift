import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Commands on feeds")
struct FeedCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let columns = ["--column", "id:int=id", "--column", "who:text=actor.login"]

  private func target(_ table: String = "events") -> [String] {
    ["--into", "events.sqlite", "--table", table]
  }

  @Test("sample writes the given number of records, the same for the same seed")
  func sample() throws {
    let arguments = ["sample", "--records", "300", "--shape", "logs", "--seed"]
    let one = try BuiltTool.run(arguments + ["1"], in: folder)
    #expect(one.status == 0)
    #expect(one.output.filter { $0 == "\n" }.count == 300)
    #expect(try BuiltTool.run(arguments + ["1"], in: folder).output == one.output)
    #expect(try BuiltTool.run(arguments + ["2"], in: folder).output != one.output)
  }

  @Test("count prints records, bad records and bytes; full checking finds more of the bad ones")
  func count() throws {
    let text = "{\"a\":1}\n{\"a\":tru}\n\n[1\n{\"a\":\"x\n7"
    let full = try BuiltTool.run(["count", "-"], in: folder, input: text)
    #expect(full.status == 1)
    #expect(full.output.hasPrefix("records      2\nbad records  3\nbytes        31\nspeed  "))
    let accessed = try BuiltTool.run(
      ["count", "--check", "accessed", "-"], in: folder, input: text)
    #expect(accessed.output.hasPrefix("records      3\nbad records  2\n"))
    #expect(try BuiltTool.run(["count", "-"], in: folder, input: "{}\n").status == 0)
    #expect(
      try BuiltTool.run(["count", "-"], in: folder).output.hasPrefix("records      0\n"))
  }

  @Test("--max-record makes longer records bad ones")
  func maximumRecord() throws {
    let text = "{\"a\":\"\(String(repeating: "x", count: 2000))\"}\n{}\n"
    let result = try BuiltTool.run(["count", "--max-record=1K", "-"], in: folder, input: text)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("records      1\nbad records  1\n"))
  }

  @Test("--max-depth says how deeply records may be nested, and their refusal names it")
  func maximumDepth() throws {
    let deep = String(repeating: "[", count: 1025) + String(repeating: "]", count: 1025)
    let usual = try BuiltTool.run(
      ["count", "--rejects", "deep.ndjson", "-"], in: folder, input: deep)
    #expect(usual.output.hasPrefix("records      0\nbad records  1\n"))
    let rejects = try String(decoding: folder.bytes("deep.ndjson"), as: UTF8.self)
    #expect(rejects.contains("--max-depth"))
    let more = try BuiltTool.run(["count", "--max-depth=1025", "-"], in: folder, input: deep)
    #expect(more.status == 0)
    let less = try BuiltTool.run(
      ["count", "--max-depth=2", "-"], in: folder, input: "[[]]\n[[[]]]")
    #expect(less.output.hasPrefix("records      1\nbad records  1\n"))
  }

  @Test("import stores rows, rejects the rest, and reports on standard error")
  func importing() throws {
    try folder.write(
      "{\"id\":1,\"actor\":{\"login\":\"ann\"}}\nbad\n{\"id\":\"2\"}\n{\"id\":3,\"actor\":null}\n",
      to: "feed.ndjson")
    let arguments =
      ["import", "feed.ndjson"] + target() + columns + ["--rejects", "rejects.ndjson"]
    let first = try BuiltTool.run(arguments, in: folder)
    #expect(first.status == 1)
    #expect(first.output.isEmpty)
    #expect(
      first.errors.hasPrefix(
        "4 records: 2 rows into events.sqlite, 2 rejects in rejects.ndjson ("))
    let database = try TestDatabase(folder["events.sqlite"])
    #expect(try database.rows("SELECT id, who FROM events") == ["1|'ann'", "3|NULL"])
    #expect(folder.lines("rejects.ndjson").count == 2)

    let second = try BuiltTool.run(arguments, in: folder)
    #expect(second.status == 0)
    #expect(
      second.errors.hasPrefix("nothing new: all 70 bytes were imported before\n"),
      "\(second.errors)")

    try folder.append("{\"id\":4}\n", to: "feed.ndjson")
    let third = try BuiltTool.run(arguments, in: folder)
    #expect(third.status == 0)
    #expect(third.errors.hasPrefix("imported what was appended after byte 70\n1 record: 1 row"))
    #expect(third.errors.hasSuffix("in all: 3 rows, 2 rejects\n"))

    try folder.write("{\"id\":9}\n", to: "feed.ndjson")
    let changed = try BuiltTool.run(arguments, in: folder)
    #expect(changed.status == 2)
    #expect(changed.errors.contains("has changed since its last import"))
  }

  @Test("import checks records in full by default")
  func checking() throws {
    let text = "{\"id\":1,\"x\":tru}\n{\"id\":2}\n"
    let full = try BuiltTool.run(
      ["import", "-"] + target("full") + columns, in: folder, input: text)
    #expect(full.status == 1)
    #expect(full.errors.hasPrefix("2 records: 1 row "))
    let accessed = try BuiltTool.run(
      ["import", "-", "--check", "accessed"] + target("accessed") + columns, in: folder,
      input: text)
    #expect(accessed.status == 0)
    #expect(accessed.errors.hasPrefix("2 records: 2 rows "))
  }

  @Test("import reads a pipe")
  func pipe() throws {
    let line =
      "sluice sample --records 5000 | sluice import - --into events.sqlite"
      + " --table e --column id:int=id --batch 100"
    let result = try BuiltTool.shell(line, in: folder)
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("5000 records: 5000 rows into events.sqlite, 0 rejects"))
    let database = try TestDatabase(folder["events.sqlite"])
    #expect(try database.rows("SELECT count(DISTINCT id) FROM e") == ["5000"])
  }

  @Test("import reads a named pipe, each time anew")
  func namedPipe() throws {
    for total in [300, 600] {
      let line =
        "rm -f pipe; mkfifo pipe; sluice sample --records 300 > pipe & sluice import pipe"
        + " --into events.sqlite --table e --column id:int=id; wait"
      let result = try BuiltTool.shell(line, in: folder)
      #expect(result.errors.hasPrefix("300 records: 300 rows"), "\(result.errors)")
      let database = try TestDatabase(folder["events.sqlite"])
      #expect(try database.rows("SELECT count(*) FROM e") == ["\(total)"])
    }
  }

  @Test("import into a table with other columns fails before the first row")
  func conflict() throws {
    let database = try TestDatabase(folder["events.sqlite"])
    try database.execute("CREATE TABLE events (id TEXT)")
    let result = try BuiltTool.run(
      ["import", "-"] + target() + columns, in: folder, input: "{\"id\":1}\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("declares the column \"id\" as TEXT"))
    #expect(try database.rows("SELECT * FROM events").isEmpty)
  }
}

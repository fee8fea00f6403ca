import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("sluice infer")
struct InferCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let feed = """
    {"id":1,"actor":{"login":"ann"},"at":"2024-05-01T12:30:00Z","tags":["a"]}
    {"id":2,"actor":{"login":"it's"},"at":"2024-05-01T12:30:01Z"}

    """

  @Test("proposes nested types for column batches")
  func nested() throws {
    try folder.write(
      "{\"tags\":[\"a\"],\"files\":[{\"name\":\"x\",\"sizes\":[1,null]}]}\n", to: "feed.ndjson")
    let result = try BuiltTool.run(
      ["infer", "feed.ndjson", "--nested", "--as", "columns"], in: folder)
    #expect(result.status == 0)
    #expect(result.output.contains("--column 'tags:list<text>=tags'"))
    #expect(
      result.output.contains(
        "--column 'files:list<struct<name: text, sizes: list<int>>>=files'"))
    let job = try BuiltTool.run(["infer", "feed.ndjson", "--nested"], in: folder)
    #expect(job.output.contains("\"list<text>\""))
    let sql = try BuiltTool.run(["infer", "feed.ndjson", "--nested", "--as", "sql"], in: folder)
    #expect(sql.status == 2)
  }

  @Test("shows the paths, and the columns as an import takes them")
  func columns() throws {
    try folder.write(feed, to: "feed.ndjson")
    let result = try BuiltTool.run(["infer", "feed.ndjson", "--as", "columns"], in: folder)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.output == """
        feed.ndjson: all 2 records, 0 bad, lines

        path         type    null  missing  distinct  format     values
        $            object     0        0
        id           int        0        0         2             1, 2
        actor        object     0        0
        actor.login  text       0        0         2             "ann", "it's"
        at           text       0        0         2  timestamp  "2024-05-01T12:30:00Z", "2024-05-01T12:30:01Z"
        tags         array      0        1                       up to 1 element
        tags[]       text       0        0         1             "a"

        columns for sluice import:
          --column 'id:int=id' \\
          --column 'actor_login:text=actor.login' \\
          --column 'at:timestamp=at' \\
          --column 'tags:json=tags'

        """)
  }

  @Test("its proposal can be pasted after sluice import, whatever the keys")
  func paste() throws {
    let text = #"""
      {"a b":1,"it's":{"x.y":2},"tab\there":3,"new\nline":4,"$(touch evil)":5,"`x`":6,"é=":7,"\"":8}

      """#
    try folder.write(text, to: "feed.ndjson")
    let output = try BuiltTool.run(["infer", "feed.ndjson", "--as", "columns"], in: folder).output
    let columns = try #require(output.split(separator: "columns for sluice import:\n").last)
    let result = try BuiltTool.shell(
      "sluice import feed.ndjson --into db.sqlite --table t \\\n\(columns)", in: folder)
    #expect(result.status == 0, "\(result.errors)\(columns)")
    let database = try TestDatabase(folder["db.sqlite"])
    #expect(try database.rows("SELECT * FROM t") == ["1|2|3|4|5|6|7|8"])
    #expect(!folder.has("evil"))
  }

  @Test("writes nothing that moves a terminal's cursor", arguments: ["columns", "sql", "swift"])
  func terminal(form: String) throws {
    let text = #"{"\u001b[2J\u0000\u009b\u202e":"\u001b[2J\u009b"}"# + "\n"
    let result = try BuiltTool.run(["infer", "-", "--as", form], in: folder, input: text)
    #expect(result.status == 0)
    let scalars = result.output.unicodeScalars.filter { $0 != "\n" }
    if form != "sql" {
      #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!scalars.contains("\u{202E}"))
    }
    if form == "columns" {
      #expect(result.output.contains("# no command line can hold the U+0000 in "))
    }
  }

  @Test("writes a table in both dialects that takes its own columns")
  func sql() throws {
    try folder.write(feed, to: "feed.ndjson")
    let arguments = ["infer", "feed.ndjson", "--as", "sql", "--name", "my \"events\""]
    let result = try BuiltTool.run(arguments, in: folder)
    #expect(
      result.output.contains("CREATE TABLE \"my \"\"events\"\"\" (\n  \"id\" INTEGER NOT NULL,"))
    try TestDatabase(folder["db.sqlite"]).execute(result.output)
    let other = try BuiltTool.run(arguments + ["--dialect", "postgresql"], in: folder)
    #expect(other.output.contains("\"id\" bigint NOT NULL,  -- id\n"))
    #expect(other.output.contains("\"tags\" json  -- tags: array\n"))
  }

  @Test("writes the report, a JSON Schema and a Swift type")
  func forms() throws {
    let report = try BuiltTool.run(["infer", "-", "--as", "json"], in: folder, input: feed)
    try folder.write(report.output, to: "report.json")
    #expect(try BuiltTool.run(["check", "report.json"], in: folder).status == 0)
    let records = try BuiltTool.run(["get", "/records", "report.json"], in: folder)
    #expect(records.output == "2\n")
    let schema = try BuiltTool.run(["infer", "-", "--as", "json-schema"], in: folder, input: feed)
    #expect(schema.output.contains("https://json-schema.org/draft/2020-12/schema"))
    let swift = try BuiltTool.run(
      ["infer", "-", "--as", "swift", "--name", "Event"], in: folder, input: feed)
    #expect(swift.output.contains("struct Event: Sendable {\n  var id: Int64 = 0\n"))
    let codable = try BuiltTool.run(
      ["infer", "-", "--as", "codable", "--name", "Event"], in: folder, input: feed)
    #expect(codable.output.contains("struct Event: Codable, Sendable {\n  var id: Int64\n"))
  }

  @Test("counts bad records, names the first ten, and exits with 1")
  func badRecords() throws {
    let bad = String(repeating: "[\n", count: 12)
    let result = try BuiltTool.run(
      ["infer", "-", "--as", "columns"], in: folder, input: "{\"a\":1}\n" + bad)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("standard input: all 1 record, 12 bad, lines\n"))
    #expect(result.errors.hasPrefix("standard input:2: expected "))
    #expect(result.errors.hasSuffix("and 2 more bad records\n"))
    let many = try BuiltTool.run(
      ["infer", "-", "--max-errors", "3"], in: folder, input: "{\"a\":1}\n" + bad)
    #expect(many.status == 3 && many.errors.contains("at most 3 bad records"))
  }

  @Test(
    "reports a feed without records, and writes only a report",
    arguments: ["columns", "json", "json-schema", "sql", "swift", "codable"])
  func empty(form: String) throws {
    let result = try BuiltTool.run(["infer", "-", "--as", form], in: folder)
    #expect(result.status == 1)
    #expect(
      result.errors == "sluice: standard input has no records: there is nothing to infer\n")
    #expect(result.output.isEmpty == (form != "json"))
    let bad = try BuiltTool.run(["infer", "-", "--as", form], in: folder, input: "x\n")
    #expect(bad.errors.hasSuffix("has no good records: there is nothing to infer\n"))
  }

  @Test("says how many records it has examined, and which")
  func records() throws {
    let line =
      "sluice sample --records 12000 --shape logs > feed; sluice infer feed --as columns | head -1"
    let summary = "feed: 10000 records of 10 places, 0 bad, lines\n"
    #expect(try BuiltTool.shell(line, in: folder).output == summary)
    let job = try BuiltTool.run(["infer", "feed"], in: folder)
    #expect(job.status == 0 && job.errors == "examined " + summary)
    #expect(try BuiltTool.run(["infer", "feed", "--records", "all"], in: folder).errors == "")
    for (flags, first) in [
      ("--records all", "feed: all 12000 records, 0 bad, lines\n"),
      ("--records 50", "feed: 50 records of 10 places, 0 bad, lines\n"),
      ("--records 50 --start", "feed: the first 50 records, 0 bad, lines\n"),
    ] {
      let result = try BuiltTool.shell(
        "sluice infer feed --as columns \(flags) | head -1", in: folder)
      #expect(result.output == first)
    }
    let piped = try BuiltTool.shell(
      "sluice infer - --as columns --records 5 < feed | head -1", in: folder)
    #expect(piped.output == "standard input: the first 5 records, 0 bad, lines\n")
  }

  @Test(
    "reports wrong usage, and exits with 2",
    arguments: [
      (["infer"], "sluice infer needs FEED"),
      (
        ["infer", "-", "--as", "xml"],
        "--as takes job, columns, json, json-schema, sql, swift or codable"
      ),
      (["infer", "-", "--records", "0"], "--records takes a number from 1"),
      (["infer", "-", "--records", "many"], "--records takes a number from 1"),
      (["infer", "-", "--dialect", "sqlite"], "--dialect is for --as sql"),
      (["infer", "-", "--name", "x"], "--name is for --as sql, --as swift and --as codable"),
      (["infer", "nope"], "No such file or directory"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let result = try BuiltTool.run(arguments, in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("had a column for an exploded array, and saw no value of its elements' columns")
  func exploded() throws {
    try folder.write(
      "{\"id\":1,\"items\":[{\"sku\":\"a\",\"n\":1},{\"sku\":\"b\"}]}\n{\"id\":2.5,\"items\":[{\"sku\":3}]}\n",
      to: "f.ndjson")
    let columns = [("id", "int", "id"), ("sku", "text", "items[].sku")].map {
      "{\"name\":\"\($0.0)\",\"type\":\"\($0.1)\",\"path\":\"\($0.2)\"}"
    }
    try folder.write(
      "{\"sources\":[\"f.ndjson\"],\"into\":\"ndjson:-\",\"explode\":\"items\",\"columns\":["
        + columns.joined(separator: ",") + "]}", to: "job.json")
    let result = try BuiltTool.run(["infer", "f.ndjson", "--job", "job.json"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors == """
        column "id": int becomes decimal, which takes all that was seen
        column "sku": text becomes json, which takes all that was seen
        column "items_n": new, of type int

        """)
    #expect(
      result.output.contains("\"items[].n\"") && !result.output.contains("\"path\": \"items\""))
  }

  @Test("has help with an example")
  func help() throws {
    let result = try BuiltTool.run(["infer", "--help"], in: folder)
    #expect(result.status == 0 && result.output.contains("\nexample:\n"))
    #expect(result.output.hasPrefix("usage: sluice infer FEED…"))
  }
}

// Linux can tell how much memory another process has had.
#if os(Linux)
  @Suite("Memory of sluice infer")
  struct InferMemoryTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    /// The worst feeds: as many paths as possible, each with many values; and keys that never repeat.
    @Test(
      "stays below 64 MiB whatever the feed", .ownMemory, arguments: ["wide", "unique", "deep"])
    func bounded(kind: String) throws {
      let record =
        switch kind {
        case "wide":
          """
          for (o = 0; o < 100; o++) { s = s (o ? "," : "") "\\"o" o "\\":{";
            for (f = 0; f < 98; f++) s = s (f ? "," : "") "\\"f" f "\\":\\"" n "-" f "\\"";
            s = s "}" }
          """
        case "unique":
          """
          for (o = 0; o < 400; o++) { s = s (o ? "," : "") "\\"k" n "-" o "\\":{\\"a" n "\\":" o "}" }
          """
        default:
          """
          for (o = 0; o < 60; o++) s = s "\\"d" (n * 7 % 150) "\\":{"; s = s "\\"x" n "\\":1";
          for (o = 0; o < 60; o++) s = s "}"
          """
        }
      let count = kind == "wide" ? Rounds.count(40, long: 110) : Rounds.count(70, long: 200)
      let line = """
        awk 'BEGIN { for (n = 0; n < \(count); n++) { s = ""; \(record); print "{" s "}" } }' > records
        mkfifo feed
        sluice infer feed --records all --as json > report & reader=$!
        exec 3> feed
        cat records >&3
        sleep 0.3
        grep VmHWM /proc/$reader/status
        for child in $(cat /proc/$reader/task/*/children); do grep VmHWM /proc/$child/status; done
        exec 3>&-
        wait $reader
        echo "status $?"
        sluice get /records report
        """
      let result = try BuiltTool.shell(line, in: folder)
      #expect(result.output.contains("status 0\n\(count)\n"), "\(result.output)\(result.errors)")
      let peaks = result.output.matches(of: /VmHWM:\s+(\d+) kB/).compactMap { Int($0.output.1) }
      let peak = try #require(peaks.max())
      print("sluice infer, \(kind): \(peak) KiB")
      #expect(peak > 1000 && peak < 64 << 10, "\(peak) KiB")
    }
  }
#endif

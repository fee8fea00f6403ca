import TestSupport
import Testing

@Suite("Filtering, projecting and summing up")
struct SelectionTests {
  private let bad =
    "invalid-literal: 1, the first at standard input:5: expected a JSON value at $, found 'bad'\n"
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let text = """
    {"id":1,"type":"push","n":2,"s":"a,b","j":{"x":[1]}}
    {"id":2,"type":"fork","n":3.5,"s":"say \\"hi\\"\\nthere"}
    {"id":3,"type":"push","s":"","n":"x"}
    {"id":"4","type":"push"}
    bad
    {"id":5,"type":"p\\tq","s":"\\u00e9"}

    """

  private let columns = [
    "--column", "id:int=id", "--column", "text, or none:text=s", "--column", "j:json=j",
  ]

  @Test("select writes CSV as RFC 4180 defines it, and reports rejects")
  func csv() throws {
    let result = try BuiltTool.run(["select", "-"] + columns, in: folder, input: text)
    #expect(result.status == 1)
    #expect(
      result.output
        == "id,\"text, or none\",j\r\n1,\"a,b\",\"{\"\"x\"\":[1]}\"\r\n"
        + "2,\"say \"\"hi\"\"\nthere\",\r\n3,\"\",\r\n5,é,\r\n")
    #expect(
      result.errors == "2 records rejected\n"
        + "type-mismatch in column id: 1, the first at standard input:4: expected Int64 at $.id, found string"
        + " \"4\"\n" + bad)
  }

  @Test("select writes TSV and NDJSON", arguments: [1, 2])
  func others(jobs: Int) throws {
    let arguments = ["select", "-", "--jobs", "\(jobs)", "--where", "id in (1, 2)"] + columns
    let tsv = try BuiltTool.run(arguments + ["--format", "tsv"], in: folder, input: text)
    #expect(tsv.status == 1)
    #expect(
      tsv.output
        == "id\ttext, or none\tj\n1\ta,b\t\"{\"\"x\"\":[1]}\"\n2\t\"say \"\"hi\"\"\nthere\"\t\n")
    let ndjson = try BuiltTool.run(arguments + ["--format=ndjson"], in: folder, input: text)
    #expect(
      ndjson.output == """
        {"id":1,"text, or none":"a,b","j":{"x":[1]}}
        {"id":2,"text, or none":"say \\"hi\\"\\nthere","j":null}

        """)
  }

  @Test("select writes Arrow's stream into a file, as long as it has an end")
  func arrow() throws {
    try folder.write(text, to: "feed.ndjson")
    let arguments = ["select", "feed.ndjson", "--format", "arrow", "--rejects", "r"] + columns
    let result = try BuiltTool.run(arguments, in: folder)
    #expect(result.status == 1 && result.errors.hasPrefix("2 records rejected\n"))
    #expect(result.errors.hasSuffix(bad.replacing("standard input", with: "feed.ndjson")))
    #expect(result.output.utf8.count > 500 && folder.lines("r").count == 2)
    let following = try BuiltTool.run(arguments + ["--follow"], in: folder)
    #expect(following.status == 2 && following.errors.contains("--format arrow has an end"))
  }

  @Test(
    "select and count refuse U+0000 where the format can't hold it, as file sinks do",
    arguments: ["csv", "tsv"])
  func nul(format: String) throws {
    let text = "{\"t\":\"a\"}\n{\"t\":\"a\\u0000\"}\n{\"t\":\"b\"}\n"
    let select = ["select", "-", "--column", "t:text=t", "--rejects", "r", "--format"]
    let result = try BuiltTool.run(select + [format], in: folder, input: text)
    #expect(result.status == 1 && result.errors.hasPrefix("1 record rejected\n"))
    #expect(result.errors.contains("nul-in-text: 1, the first at standard input:2: "))
    #expect(result.output == (format == "csv" ? "t\r\na\r\nb\r\n" : "t\na\nb\n"))
    #expect(folder.lines("r").count == 1)
    #expect(
      folder.lines("r").first?.contains("\"code\":\"nul-in-text\",\"message\":\"column \\\"t\\\": ")
        == true, "\(folder.lines("r"))")
    let whole = try BuiltTool.run(
      select.dropLast() + ["--format", "ndjson"], in: folder, input: text)
    #expect(whole.status == 0)
    #expect(whole.output == "{\"t\":\"a\"}\n{\"t\":\"a\\u0000\"}\n{\"t\":\"b\"}\n")
    let count = ["count", "-", "--group-by", "t", "--format"]
    let refused = try BuiltTool.run(count + [format], in: folder, input: text)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("column \"t\": a CSV file can't hold U+0000"), "\(refused.errors)")
    let counted = try BuiltTool.run(count + ["ndjson"], in: folder, input: text)
    #expect(counted.output.contains("{\"t\":\"a\\u0000\",\"count\":1}\n"), "\(counted.output)")
  }

  @Test("select keeps rejects with their column, and a closed pipe ends it quietly")
  func rejects() throws {
    try BuiltTool.run(["select", "-", "--rejects", "r"] + columns, in: folder, input: text)
    #expect(folder.lines("r").count == 2)
    #expect(folder.lines("r").first?.contains("\"column\":\"id\"") == true)
    let piped = try BuiltTool.shell(
      "sluice sample --records 20000 | sluice select - --column id:int=id | head -1", in: folder)
    #expect(piped.output == "id\r\n" && piped.errors.isEmpty)
  }

  @Test("count counts the records that a filter takes, and reports the rest")
  func filtered() throws {
    let result = try BuiltTool.run(
      ["count", "-", "--where", "type = 'push' and n > 1"], in: folder, input: text)
    #expect(result.output.hasPrefix("records      1\nfiltered     4\nbad records  1\nbytes "))
  }

  @Test("count makes tables")
  func tables() throws {
    let arguments = ["count", "-", "--group-by", "type", "--sum", "n", "--max", "id"]
    let result = try BuiltTool.run(arguments, in: folder, input: text)
    #expect(result.status == 1)
    #expect(
      result.output
        == "type\tcount\tsum(n)\tmax(id)\npush\t3\t2\t3\nfork\t1\t3.5\t2\n\"p\tq\"\t1\t\t5\n")
    #expect(
      result.errors == "1 value at n that is not a number: left out\n"
        + "1 value at id that is not a number: left out\n6 records, 1 bad\n" + bad)
    let json = try BuiltTool.run(arguments + ["--format", "ndjson"], in: folder, input: text)
    #expect(
      json.output.hasPrefix("{\"type\":\"push\",\"count\":3,\"sum(n)\":2,\"max(id)\":3}\n"))
    let one = try BuiltTool.run(["count", "-", "--avg", "n"], in: folder, input: text)
    #expect(one.output == "count\tavg(n)\n5\t2.75\n")
  }

  @Test("import takes a filter, and the summary's counts add up")
  func importing() throws {
    let result = try BuiltTool.run(
      [
        "import", "-", "--into", "x.sqlite", "--table", "t", "--column", "id:int=id", "--where",
        "type = 'push'", "--rejects", "r",
      ], in: folder, input: text)
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix("6 records: 2 rows into x.sqlite, 2 filtered, 2 rejects in r ("),
      "\(result.errors)")
  }

  @Test(
    "wrong conditions are wrong usage",
    arguments: [
      (["--where", "type ="], "expected a number, a string in quotes, true, false or null"),
      (["--group-by", "a..b"], "expected a name before and after each dot"),
      (["--format", "csv"], "--format applies to a table: give --group-by"),
    ])
  func usage(flags: [String], message: String) throws {
    let result = try BuiltTool.run(["count", "-"] + flags, in: folder, input: text)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("columns have contracts, constants and places by flags")
  func contracts() throws {
    let result = try BuiltTool.run(
      [
        "select", "-", "--column", "id:int=id", "--column", "n:int=n", "--column", "at:line",
        "--constant", "k:text=x", "--required", "n", "--mismatch", "id=null", "--mismatch",
        "n=null",
        "--default", "n=0",
      ], in: folder, input: text)
    #expect(result.status == 1)
    #expect(
      result.output
        == "id,n,at,k\r\n1,2,1,x\r\n2,0,2,x\r\n3,0,3,x\r\n,0,4,x\r\n5,0,6,x\r\n")
    #expect(
      result.errors == "id: 1 value of another type set to NULL or the default\n"
        + "n: 2 values of another type set to NULL or the default\n1 record rejected\n" + bad)
    let stopped = try BuiltTool.run(
      ["select", "-", "--column", "n:int=n", "--mismatch", "n=stop"], in: folder, input: text)
    #expect(stopped.status == 2)
    #expect(stopped.errors.contains("stopped at column \"n\""))
    #expect(stopped.output == "n\r\n2\r\n")
    for (flag, message) in [
      ("--required", "--required: there is no --column \"z\" with a path"),
      ("--mismatch", "--mismatch takes COLUMN=VALUE, found \"z\""),
    ] {
      let wrong = try BuiltTool.run(
        ["select", "-", "--column", "n:int=n", flag, "z"], in: folder, input: text)
      #expect(wrong.status == 2 && wrong.errors.contains(message), "\(wrong.errors)")
    }
  }
}

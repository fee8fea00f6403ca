import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("sluice import --job")
struct JobCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// For each key its text in a file, and the words that say the same on the command line.
  static let keys: [(key: String, json: String, words: [String])] = [
    ("sources", "[\"f*.ndjson\"]", ["f*.ndjson"]),
    ("members", "\"*.ndjson\"", ["--members", "*.ndjson"]),
    ("framing", "\"elements:/a\"", ["--framing", "elements:/a"]),
    ("lines", "\"logfmt\"", ["--lines", "logfmt"]),
    ("prefix", "\"{time} {pid:int}: \"", ["--prefix", "{time} {pid:int}: "]),
    ("inside", "\"log\"", ["--inside", "log"]),
    ("range", "\"7..90\"", ["--range", "7..90"]),
    ("count-from", "\"start\"", ["--count-from", "start"]),
    ("check", "\"accessed\"", ["--check", "accessed"]),
    ("duplicates", "\"last\"", ["--duplicates", "last"]),
    ("follow", "true", ["--follow"]),
    ("final", "true", ["--final"]),
    ("jobs", "3", ["--jobs", "3"]),
    ("max-record", "2048", ["--max-record", "2K"]),
    ("max-depth", "9", ["--max-depth", "9"]),
    ("max-ratio", "\"off\"", ["--max-ratio", "off"]),
    ("max-decompressed", "1073741824", ["--max-decompressed", "1G"]),
    ("explode", "\"a.b\"", ["--explode", "a.b"]),
    ("unknown-keys", "\"stop\"", ["--unknown-keys", "stop"]),
    ("where", "\"a = 'x'\"", ["--where", "a = 'x'"]),
    (
      "columns",
      """
      [{"name":"a","type":"int","path":"a","required":true,"default":5,"mismatch":"null"},
       {"name":"l","type":"timestamp","path":"b|c","accepts":"utc fraction cut zone UTC"},
       {"name":"n","from":"line"},{"name":"t","type":"text","path":"t","transform":"lowercase"},
       {"name":"c","type":"text","constant":"x"}]
      """,
      [
        "--column", "a:int=a", "--column", "l:timestamp accepts utc=b|c", "--fraction", "l=cut",
        "--zone", "l=UTC", "--column", "n:line", "--column", "t:text=t",
        "--transform", "t=lowercase", "--constant", "c:text=x", "--required", "a",
        "--default", "a=5", "--mismatch", "a=null",
      ]
    ),
    ("into", "\"x.sqlite\"", ["--into", "x.sqlite"]),
    ("table", "\"t\"", ["--table", "t"]),
    ("mode", "\"upsert\"", ["--mode", "upsert"]),
    ("key", "[\"a\",\"c\"]", ["--key", "a,c"]),
    ("add-columns", "true", ["--add-columns"]),
    ("create-index", "[\"a\",\"unique:c+a\"]", ["--create-index", "a,unique:c+a"]),
    ("batch", "7", ["--batch", "7"]),
    ("rejects", "\"r.ndjson\"", ["--rejects", "r.ndjson"]),
    ("max-errors", "\"2.5%\"", ["--max-errors", "2.5%"]),
    ("gate", "true", ["--gate"]),
  ]

  private func printed(_ words: [String]) throws -> JSON {
    let result = try BuiltTool.run(["plan", "--job-file"] + words, in: folder)
    #expect(result.status == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
    return try JSON(parsing: result.output)
  }

  @Test("every key has flags, and these are all keys")
  func everyKey() throws {
    let schema = try JSON(
      parsing: try BuiltTool.run(["plan", "--schema"], in: folder).output)
    let properties = try #require(schema["properties"]?.object)
    #expect(Set(properties.keys) == Set(JobCommandTests.keys.map(\.key) + ["$schema"]))
    var whole = JSONObject()
    for (key, json, _) in JobCommandTests.keys { whole[key] = try JSON(parsing: json) }
    try folder.write(JSON.object(whole).description, to: "whole.json")
    // The file alone, the flags alone, and the flags over an empty file.
    let words = JobCommandTests.keys.flatMap(\.words)
    #expect(try printed(["--job", "whole.json"]) == .object(whole))
    #expect(try printed(words) == .object(whole))
    try folder.write("{}", to: "empty.json")
    #expect(try printed(["--job", "empty.json"] + words) == .object(whole))
  }

  @Test("a flag replaces its key, and no other", arguments: keys)
  func overrides(key: String, json: String, words: [String]) throws {
    var other: JSONObject = [
      "sources": ["other"], "framing": "lines", "range": "7..91", "check": "full", "jobs": 2,
      "max-record": 9,
      "where": "b", "explode": "c", "unknown-keys": "report",
      "columns": [["name": "b", "type": "int", "path": "b"]], "into": "other.csv",
      "table": "other", "mode": "upsert", "key": ["b"], "batch": 9, "rejects": "other",
      "max-errors": 9,
    ]
    try folder.write(JSON.object(other).description, to: "job.json")
    other[key] = try JSON(parsing: json)
    // Defaults are not written.
    other["check"] = key == "check" ? "accessed" : nil
    if key != "framing" { #expect(other["framing"] == "lines") }
    let found = try printed(["--job", "job.json"] + words)
    #expect(found == .object(other), "\(found)")
  }

  @Test("sluice infer writes a job that sluice import runs, wherever it is run")
  func inferred() throws {
    try folder.write(
      "{\"id\":1,\"a\":{\"b\":\"x\"}}\n{\"id\":2,\"a\":{\"b\":\"y\"},\"t\":[1]}\n", to: "f.ndjson")
    let line = """
      mkdir jobs; cd jobs; cp ../f.ndjson .
      sluice infer f.ndjson > job.json && cd .. && rm f.ndjson &&
      sluice import --job jobs/job.json --into out.sqlite --table t
      """
    let result = try BuiltTool.shell(line, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.hasPrefix("2 records: 2 rows into out.sqlite, 0 rejects ("))
    #expect(
      try TestDatabase(folder["out.sqlite"]).rows("SELECT * FROM t") == [
        "1|'x'|NULL", "2|'y'|'[1]'",
      ])
  }

  @Test("a file and flags make the same job: each continues the other")
  func sameJob() throws {
    try folder.write("{\"id\":1}\n", to: "f.ndjson")
    let words = [
      "f.ndjson", "--into", "x.sqlite", "--table", "t", "--column", "id:int=id", "--constant",
      "k:json={ \"a\" : [1,  2.50] }",
    ]
    #expect(try BuiltTool.run(["import"] + words, in: folder).status == 0)
    try folder.write(try printed(words).description, to: "job.json")
    try folder.append("{\"id\":2}\n", to: "f.ndjson")
    let again = try BuiltTool.run(["import", "--job", "job.json"], in: folder)
    #expect(again.status == 0)
    #expect(again.errors.hasPrefix("imported what was appended after byte 9\n1 record: 1 row"))
    #expect(
      try TestDatabase(folder["x.sqlite"]).rows("SELECT * FROM t") == [
        "1|'{\"a\":[1,2.50]}'", "2|'{\"a\":[1,2.50]}'",
      ])
  }

  @Test("a value that begins with a combining mark is separated from the column's name before it")
  func combining() throws {
    try folder.write("{\"a\":1}\n", to: "f.ndjson")
    let result = try BuiltTool.run(
      [
        "import", "f.ndjson", "--into", "ndjson:-", "--column", "b:text=b", "--default",
        "b=\u{301}x",
      ], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.utf8.elementsEqual("{\"b\":\"\u{301}x\"}\n".utf8))
  }

  @Test(
    "gives a clear message and exit status 2 when it is wrong",
    arguments: [
      (["--job", "nope.json"], "nope.json: No such file or directory"),
      (["--job", "bad.json"], "sluice: bad.json: $.columns[0].type: expected "),
      (["--job", "empty.json"], "the job has no sources"),
      (["x", "--job", "empty.json"], "the job has no target"),
      (["x", "--job", "empty.json", "--into", "x.csv"], "the job has no columns"),
      (["x", "--job", "empty.json", "--required", "a"], "there is no --column \"a\""),
      (
        ["x", "--job", "empty.json", "--into", "x.db", "--column", "a:int=a"],
        "x.db is a database: name a table"
      ),
      (
        ["--job", "mode.json", "--key", "a"],
        "--key is for --mode upsert and --mode ignore, found --mode append"
      ),
      (["--job", "empty.json", "--batch", "0"], "--batch takes a number from 1 to 1000000000"),
      (["--job", "empty.json", "--progress", "dots"], "--progress takes bar, json or none"),
      (["--job", "empty.json", "--into="], "--into: expected a string that is not empty"),
    ])
  func wrong(words: [String], message: String) throws {
    try folder.write(
      "{\"columns\":[{\"name\":\"a\",\"type\":\"x\",\"path\":\"a\"}]}", to: "bad.json")
    try folder.write("{}", to: "empty.json")
    try folder.write("{\"mode\":\"append\"}", to: "mode.json")
    let result = try BuiltTool.run(["import"] + words, in: folder)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}

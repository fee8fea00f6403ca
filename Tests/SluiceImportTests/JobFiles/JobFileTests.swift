import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Job files")
struct JobFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A job with every setting.
  static let whole = """
    {
      "$schema": "job.schema.json",
      "sources": ["events-*.ndjson", "more.ndjson.gz"],
      "members": "*.ndjson",
      "framing": "elements:/items",
      "lines": "logfmt",
      "prefix": "{time} {host}: ",
      "inside": "message.text",
      "range": "1000..",
      "count-from": "start",
      "check": "accessed",
      "duplicates": "last",
      "follow": false,
      "final": true,
      "jobs": 2,
      "max-record": 1048576,
      "max-depth": 2000,
      "max-ratio": 5000,
      "max-decompressed": 10737418240,
      "where": "type = 'PushEvent'",
      "explode": "payload.commits",
      "unknown-keys": "report",
      "columns": [
        {"name": "id", "type": "int", "path": "id", "required": true},
        {"name": "size", "type": "int", "path": "payload.size", "default": 0, "mismatch": "null"},
        {"name": "who", "type": "text", "path": "/actor/login", "default": "nobody",
         "transform": "trim"},
        {"name": "score", "type": "real", "path": "score", "default": 0.5, "mismatch": "stop"},
        {"name": "seen", "type": "bool", "constant": true},
        {"name": "batch", "type": "text", "constant": "2026-01"},
        {"name": "tags", "type": "json", "path": "tags", "default": []},
        {"name": "sha", "type": "text", "path": "payload.commits[].sha"},
        {"name": "price", "type": "decimal", "path": "price", "default": "1.50"},
        {"name": "day", "type": "date", "constant": "2026-02-28"},
        {"name": "at", "type": "timestamp", "path": "at", "default": "2026-01-31T12:00:00Z"},
        {"name": "ms", "type": "epochms", "path": "ms", "default": 1500},
        {"name": "uid", "type": "uuid", "constant": "6f9619ff-8b86-d011-b42d-00cf4fc964ff"},
        {"name": "bits", "type": "blob", "path": "bits", "default": "AQI="},
        {"name": "file", "from": "source"},
        {"name": "number", "from": "element"},
        {"name": "place", "from": "offset"}
      ],
      "into": "postgresql://db.example.com/events",
      "table": "events",
      "mode": "upsert",
      "key": ["id", "who"],
      "add-columns": true,
      "create-index": ["who+day", "unique:id+who"],
      "batch": 500,
      "rejects": "rejects.ndjson",
      "max-errors": "0.5%",
      "gate": true
    }
    """

  @Test("contain all settings of a job")
  func whole() throws {
    let file = try ImportJobFile(parsing: JobFileTests.whole)
    #expect(file.sources == ["events-*.ndjson", "more.ndjson.gz"])
    #expect(try file.options.feed.framing == FeedFraming("elements:/items"))
    let form = LineForm(
      prefix: try LinePattern("{time} {host}: "), content: .logfmt,
      inside: try LineField("message.text"))
    #expect(file.options.feed.lineForm == form)
    #expect(file.options.feed.checking == .accessed && !file.isFollowing)
    #expect(file.options.feed.parallel == 2 && file.options.feed.maximumRecordSize == 1 << 20)
    #expect(file.options.feed.decompression == DecompressionLimits(ratio: 5000, total: 10 << 30))
    #expect(file.options.feed.members == "*.ndjson")
    #expect(try file.options.filter == Filter("type = 'PushEvent'"))
    #expect(
      file.columns.map(\.description) == [
        "id:int=id required", "size:int=payload.size default 0 mismatch null",
        "who:text=/actor/login default nobody transform trim",
        "score:real=score default 0.5 mismatch stop",
        "seen:bool=true constant", "batch:text=2026-01 constant", "tags:json=tags default []",
        "sha:text=payload.commits[].sha", "price:decimal=price default 1.50",
        "day:date=2026-02-28 constant",
        "at:timestamp=at default 2026-01-31T12:00:00.000000Z",
        "ms:epochms=ms default 1970-01-01T00:00:01.500000Z",
        "uid:uuid=6f9619ff-8b86-d011-b42d-00cf4fc964ff constant", "bits:blob=bits default AQI=",
        "file:source", "number:element", "place:offset",
      ])
    #expect(file.options.explode?.description == "payload.commits")
    #expect(file.options.unknownKeys == .report)
    #expect(file.target == "postgresql://db.example.com/events" && file.table == "events")
    #expect(file.mode == .upsert(key: ["id", "who"]))
    #expect(file.changes.addsColumns)
    #expect(
      file.changes.indexes == [
        TableIndex(["who", "day"]), TableIndex(["id", "who"], isUnique: true),
      ])
    #expect(file.options.batchSize == 500 && file.options.rejectFile == "rejects.ndjson")
    #expect(file.options.feed.maximumBadShare == 0.005)
    #expect(file.options.feed.maximumBadRecords == nil)
  }

  @Test("are written so that reading them gives the same job")
  func roundTrip() throws {
    for text in [
      JobFileTests.whole, "{}", "{\"mode\":\"ignore\",\"key\":[\"a\"],\"rejects\":\"table:r\"}",
      "{\"into\":\"kafka://broker/topic\",\"key\":[\"a\"]}",
      "{\"max-errors\":3,\"mode\":\"replace\",\"follow\":true}",
    ] {
      let file = try ImportJobFile(parsing: text)
      #expect(try ImportJobFile(parsing: file.description) == file)
    }
    #expect(ImportJobFile().description == "{}\n")
    for share in [0.005, 1e-9, 1.0 / 3, 0.29, 1, 0, 0.07, 1e-300] {
      var file = ImportJobFile()
      file.options.feed.maximumBadShare = share
      let again = try ImportJobFile(parsing: file.description).options.feed.maximumBadShare
      // A percentage has one digit less after its point.
      #expect(abs((again ?? -1) - share) <= share.ulp, "\(share) \(file)")
    }
  }

  @Test("damaged at random are refused with a message, or are other jobs")
  func damaged() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("damaged job files: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let text = Array(JobFileTests.whole.utf8)
    let tokens = [
      "\"", "{", "}", "[", "]", ",", ":", "null", "1e999", "-1", "\\u0000", "\u{FF}", "",
    ]
    var (taken, refused) = (0, 0)
    for _ in 0..<3000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(place + Int.random(in: 0...4, using: &random), bytes.count)
        bytes.replaceSubrange(
          place..<end, with: tokens.randomElement(using: &random)?.utf8 ?? "".utf8)
      }
      do {
        let file = try ImportJobFile(parsing: String(decoding: bytes, as: UTF8.self))
        #expect(try ImportJobFile(parsing: file.description) == file)
        taken += 1
      } catch {
        #expect(!error.message.isEmpty)
        refused += 1
      }
    }
    #expect(taken > 10 && refused > 1000)
  }

  @Test("leave settings that they don't contain at their defaults")
  func defaults() throws {
    let file = try ImportJobFile(parsing: "{}")
    #expect(file == ImportJobFile())
    #expect(file.options.feed.framing == .auto && file.options.feed.checking == .full)
    #expect(file.options.batchSize == nil && file.mode == .append)
  }

  @Test(
    "that are wrong are refused with the place, what was expected and what was found",
    arguments: [
      ("[]", "$: expected an object, found an empty array"),
      ("7", "$: expected an object, found number 7"),
      ("{", "the job file: expected"),
      ("", "the job file: expected"),
      ("{\"jobs\":1,\"jobs\":2}", "jobs"),
      (
        "{\"colums\":[]}", "$: there is no key \"colums\", did you mean columns?; expected sources,"
      ),
      ("{\"columns\":[]}", "$.columns: expected an array of at least one element, each an object"),
      ("{\"columns\":{}}", "$.columns: expected an array"),
      ("{\"columns\":[1]}", "$.columns[0]: expected an object, found number 1"),
      ("{\"columns\":[{}]}", "$.columns[0]: the key \"name\" is missing"),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\"}]}",
        "$.columns[0]: expected one of path, constant, from, found none"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\",\"constant\":1}]}",
        "$.columns[0]: expected one of path, constant, from, found path and constant"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"path\":\"a\"}]}",
        "$.columns[0]: \"path\" needs a \"type\" as well"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"integer\",\"path\":\"a\"}]}",
        "found string \"integer\""
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"txt\",\"path\":\"a\"}]}",
        "$.columns[0].type: expected \"int\" or "
      ),
      ("{\"columns\":[{\"name\":\"a\",\"type\":\"txt\",\"path\":\"a\"}]}", "did you mean text?"),
      (
        "{\"columns\":[{\"name\":\"\",\"type\":\"int\",\"path\":\"a\"}]}",
        "$.columns[0].name: expected a string that is not empty, found string \"\""
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"path\":\"a..b\"}]}",
        "$.columns[0].path: path \"a..b\": expected a name before and after each dot"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\",\"default\":\"5\"}]}",
        "$.columns[0].default: expected a value of type int, found string \"5\""
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"constant\":1.5}]}",
        "$.columns[0].constant: \"1.5\" is no int"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"constant\":99999999999999999999}]}",
        "$.columns[0].constant: \"99999999999999999999\" is no int"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"from\":\"source\",\"required\":true}]}",
        "$.columns[0]: \"required\" needs a \"path\" as well"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"from\":\"line\",\"type\":\"text\"}]}",
        "$.columns[0].type: a column from \"line\" is int"
      ),
      (
        """
        {"columns":[{"name":"a","type":"int","path":"a"},{"name":"A","type":"int","path":"b"}]}
        """, "$.columns[1].name: there is a column string \"A\" before"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"path\":\"a\",\"transform\":\"trim\"}]}",
        "$.columns[0].transform: a transform is for columns of type text, found type int"
      ),
      ("{\"sources\":[]}", "$.sources: expected an array of at least one element"),
      ("{\"sources\":\"x\"}", "$.sources: expected an array"),
      ("{\"sources\":[\"a\\u0000b\"]}", "$.sources[0]: a name can't hold U+0000"),
      ("{\"into\":\"a\\u0000\"}", "$.into: a name can't hold U+0000"),
      ("{\"into\":\"oracle://x/y\"}", "$.into: there is no sink for oracle://"),
      ("{\"jobs\":0}", "$.jobs: expected a whole number from 1 to 256, found number 0"),
      ("{\"jobs\":1.5}", "$.jobs: expected a whole number from 1 to 256, found number 1.5"),
      ("{\"batch\":1e300}", "$.batch: expected a whole number from 1 to 1000000000, found number"),
      (
        "{\"batch\":1e400}", "expected a number within the range of Double at $.batch, found number"
      ),
      ("{\"batch\":\"10\"}", "found string \"10\""),
      ("{\"follow\":1}", "$.follow: expected true or false, found number 1"),
      (
        "{\"check\":\"ful\"}",
        "$.check: expected \"full\" or \"accessed\", found string \"ful\", did"
      ),
      ("{\"framing\":\"tabs\"}", "$.framing: "),
      ("{\"where\":\"a =\"}", "$.where: "),
      ("{\"explode\":\"a..b\"}", "$.explode: path \"a..b\""),
      ("{\"unknown-keys\":\"halt\"}", "$.unknown-keys: expected \"ignore\" or \"report\" or"),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"date\",\"constant\":\"2026-02-30\"}]}",
        "$.columns[0].constant: \"2026-02-30\" is no date"
      ),
      (
        "{\"columns\":[{\"name\":\"a\",\"type\":\"uuid\",\"path\":\"a\",\"default\":7}]}",
        "$.columns[0].default: expected a value of type uuid, found number 7"
      ),
      ("{\"max-errors\":\"101%\"}", "$.max-errors: expected a whole number from 0 to "),
      ("{\"max-errors\":-1}", "or a string such as \"0.5%\", found number -1"),
      ("{\"key\":[\"id\"]}", "--key is for --mode upsert"),
      ("{\"mode\":\"append\",\"key\":[\"id\"]}", "--key is for --mode upsert"),
      ("{\"table\":null}", "$.table: expected a string that is not empty, found null"),
    ])
  func wrong(text: String, message: String) throws {
    let error = try #require(throws: ImportError.self) { try ImportJobFile(parsing: text) }
    #expect(error.message.hasPrefix("the job file: "), "\(error)")
    #expect(error.message.contains(message), "\(error)")
  }

  @Test("too deep, not UTF-8, or missing, are refused by name")
  func noDocument() throws {
    let deep = String(repeating: "[", count: 100_000)
    let path = try folder.write("{\"columns\":\(deep)", to: "deep.json")
    try folder.write([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], to: "latin.json")
    for name in ["deep.json", "latin.json", "nope.json"] {
      let error = try #require(throws: ImportError.self) {
        try ImportJobFile(contentsOf: folder[name])
      }
      #expect(error.kind == .badJob && error.message.contains(name), "\(error)")
    }
    #expect(path.hasSuffix("deep.json"))
    let error = try #require(throws: ImportError.self) {
      try ImportJobFile(contentsOf: "a\u{0}b")
    }
    #expect(error.message.contains("NUL"))
  }

  @Test(
    "that lack a required setting say so when the job is made",
    arguments: [
      ("{}", "no sources"),
      ("{\"sources\":[\"x\"]}", "no target"),
      ("{\"sources\":[\"x\"],\"into\":\"a.csv\"}", "no columns"),
      (
        """
        {"sources":["x"],"into":"a.db","columns":[{"name":"a","type":"int","path":"a"}]}
        """, "a.db is a database: name a table"
      ),
      (
        """
        {"sources":["x"],"into":"a.db","table":"t","mode":"upsert",
         "columns":[{"name":"a","type":"int","path":"a"}]}
        """, "an upsert needs a key"
      ),
      (
        """
        {"sources":["x","-"],"into":"a.csv","columns":[{"name":"a","type":"int","path":"a"}]}
        """, "can't be read together"
      ),
      ("{\"sources\":[\"no/such/*\"]}", "no file matches the pattern"),
    ])
  func incomplete(text: String, message: String) throws {
    let file = try ImportJobFile(parsing: text)
    let error = try #require(throws: ImportError.self) { try file.job() }
    #expect(error.message.contains(message), "\(error)")
  }

  @Test("resolve paths from their own folder, whatever its name contains")
  func folders() throws {
    let place = "a[b]*c"
    try FileManager.default.createDirectory(
      atPath: folder[place], withIntermediateDirectories: true)
    for (name, id) in [("x1.ndjson", 1), ("x2.ndjson", 2), ("y*.ndjson", 3)] {
      try folder.write("{\"id\":\(id)}\n{\"id\":\"no\"}\n", to: "\(place)/\(name)")
    }
    try folder.write(
      """
      {"sources":["x*.ndjson","y*.ndjson"],"into":"sqlite:out.db","table":"t","rejects":"r",
       "columns":[{"name":"id","type":"int","path":"id"}]}
      """, to: "\(place)/job.json")
    let file = try ImportJobFile(contentsOf: folder["\(place)/job.json"])
    let summary = try file.job().run()
    #expect(summary.rows == 3 && summary.rejects == 3)
    let database = try TestDatabase(folder["\(place)/out.db"])
    #expect(try database.rows("SELECT id FROM t ORDER BY id") == ["1", "2", "3"])
    #expect(folder.lines("\(place)/r").count == 3)
  }

  @Test("leave addresses, standard streams and absolute paths alone")
  func absolute() throws {
    for (target, expected) in [
      ("postgresql://h/d", "postgresql://h/d"), ("csv:-", "csv:-"), ("/x/y.csv", "/x/y.csv"),
      ("csv:y", "csv:\(folder.path)/y"), ("y.csv", "\(folder.path)/y.csv"),
    ] {
      try folder.write(
        "{\"sources\":[\"-\"],\"rejects\":\"/r\",\"into\":\"\(target)\"}", to: "job.json")
      let file = try ImportJobFile(contentsOf: folder["job.json"])
      #expect(file.target == expected && file.sources == ["-"])
      #expect(file.options.rejectFile == "/r")
    }
  }

  // Only an array was taken, and the page did not say so.
  @Test("A key and an index may be a name, or an array of names")
  func names() throws {
    for key in ["\"id\"", "[\"id\"]"] {
      let file = try ImportJobFile(
        parsing: """
          {"sources": ["a.ndjson"], "into": "a.sqlite", "table": "t", "mode": "upsert", "key": \(key),
           "create-index": \(key), "columns": [{"name": "id", "type": "int", "path": "id"}]}
          """)
      #expect(file.mode == .upsert(key: ["id"]))
      #expect(file.changes.indexes == [TableIndex(["id"])])
      #expect(try ImportJobFile(parsing: file.description).mode == file.mode)
    }
    let error = importError {
      _ = try ImportJobFile(
        parsing:
          #"{"sources": ["a"], "into": "a.db", "mode": "upsert", "key": 7, "columns": [{"name": "id", "type": "int", "path": "id"}]}"#
      )
    }
    #expect(error?.kind == .badJob)
  }
}

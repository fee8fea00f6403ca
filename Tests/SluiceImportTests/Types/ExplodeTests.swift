import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("An exploded array")
struct ExplodeTests {
  private let feed = """
    {"id":1,"p":{"c":[{"s":"a","n":1},{"s":"b"},{"s":null,"n":3}]},"t":"x"}
    {"id":2,"p":{"c":[]}}
    {"id":3,"p":{"c":null}}
    {"id":4}
    {"p":{"c":[{"s":"d\\n","n":4}],"more":[1]},"id":5}
    {"id":6,"p":{"c":[{"s":"e"},{"s":7},{"s":"f"}]}}
    {"id":7,"p":{"c":{"s":"g"}}}
    {"id":8,"p":{"c":[null,{"s":"h"}]}}
    {"id":"9","p":{"c":[{"s":"i"}]}}
    {"id":10,"p":{"c":[{"s":"j"},3]}}

    """

  @Test("makes a row of each element, along with the record's values", arguments: [1, 2])
  func rows(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.explode = "p.c"
    let summary = try bench.run(
      .bytes(Array(feed.utf8), name: "f"),
      ["id:int=id", "i:element", "s:text=p.c[].s", "n:int=p.c[].n", "t:text=t", "l:line"])
    #expect(
      try bench.rows() == [
        "1|0|'a'|1|'x'|1", "1|1|'b'|NULL|'x'|1", "1|2|NULL|3|'x'|1", "5|0|'d\n'|4|NULL|5",
        "8|0|NULL|NULL|NULL|8", "8|1|'h'|NULL|NULL|8",
      ])
    #expect(summary.rows == 6 && summary.rowRecords == 3 && summary.empty == 3)
    #expect(summary.rejects == 4 && summary.filtered == 0 && summary.refusedRows == 0)
    #expect(summary.records == 10)
    // A record with a bad element is one reject, as a whole; so is one without an array there.
    let rejects = bench.rejects
    #expect(rejects.count == 4)
    #expect(
      rejects[0].contains("\"path\":\"$.p.c[1].s\"") && rejects[0].contains("\"column\":\"s\""))
    #expect(
      rejects[1].contains("expected an array at $.p.c") && rejects[1].contains("\"column\":\"p.c\"")
    )
    #expect(rejects[2].contains("\"column\":\"id\""))
    #expect(rejects[3].contains("\"path\":\"$.p.c[1]\""))
  }

  @Test("makes the record a reject that names it if a path can't lead to it", arguments: [1, 2])
  func noWay(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.explode = "p.c"
    let text = "{\"p\":7}\n{\"p\":{\"c\":\"x\"}}\n[1]\n{\"p\":{\"c\":[1]}}\n"
    var id = try ImportColumn(parsing: "id:int=id")
    id.contract.mismatch = .null
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "f"), columns: [id, try ImportColumn(parsing: "v:int=p.c[]")])
    #expect(try bench.rows() == ["NULL|1"])
    #expect(summary.rejects == 3 && summary.records == 4)
    #expect(bench.rejects.allSatisfy { $0.contains("\"code\":\"type-mismatch\"") })
    #expect(bench.rejects.map { $0.contains("\"column\":\"p.c\"") } == [true, true, true])
  }

  @Test("may be the record itself, and elements any values", arguments: [1, 2])
  func root(threads: Int) throws {
    for (path, own) in [("$", "[]"), ("$[]", "$[]")] {
      var bench = try ImportBench()
      bench.threads = threads
      bench.explode = path
      let summary = try bench.run(
        .bytes(Array("[1,2]\n[]\n[3,null]\n7\nnull\n".utf8), name: "f"),
        ["v:int=\(own)", "n:record", "r:raw"])
      #expect(
        try bench.rows() == [
          "1|1|'[1,2]'", "2|1|'[1,2]'", "3|3|'[3,null]'", "NULL|3|'[3,null]'",
        ])
      #expect(summary.empty == 2 && summary.rejects == 1 && summary.records == 5)
    }
  }

  @Test("can have any path, and elements can be addressed by index and used whole")
  func paths() throws {
    var bench = try ImportBench()
    bench.explode = "/a.b/c/0"
    try bench.run(
      text: "{\"a.b\":{\"c\":[[[1,{\"k\":[5]}],[2]],9],\"d\":[]},\"e[]\":6}\n",
      "x:int=/a.b/c/0[]/0", "k:int=/a.b/c/0[]/1/k/0", "j:json=/a.b/c/0[]", "n:int=/a.b/c/1",
      "e:int=/e[]")
    #expect(try bench.rows() == ["1|5|'[1,{\"k\":[5]}]'|9|6", "2|NULL|'[2]'|9|6"])
  }

  @Test(
    "is refused before the first row with columns that do not fit it",
    arguments: [
      ("p.c", "s:text=p.d[].s"), ("p.c", "s:text=p[].c"), ("p.c", "s:text=p.c[].x[]"),
      ("p[].c", "s:text=id"), ("p.c", "s:text=c[].s"), ("$", "s:text=p.c[].s"),
    ])
  func faults(path: String, column: String) throws {
    var bench = try ImportBench()
    bench.explode = path
    let error = importError { try bench.run(text: feed, column) }
    #expect(error?.kind == .badColumn, "\(error?.message ?? "nothing thrown")")
    #expect(error?.message.contains("[]") == true || path == "p[].c")
    #expect(!bench.folder.has("db.sqlite"))
  }

  @Test("keeps to the columns' contracts, row by row", arguments: [1, 2])
  func contracts(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.explode = "c"
    bench.filter = "id < 9"
    func column(_ text: String, _ contract: ColumnContract) throws -> ImportColumn {
      var column = try ImportColumn(parsing: text)
      column.contract = contract
      return column
    }
    let text = """
      {"id":1,"c":[{"n":1,"s":"a"},{"n":"x","s":"b"},{"s":"c"}],"o":"y"}
      {"id":2,"c":[{"n":1,"s":"a"},{"n":2}]}
      {"id":9,"c":[{"n":1}]}
      {"id":3,"c":[{"n":3,"s":"d"}],"o":4}

      """
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "f"),
      columns: [
        try ImportColumn(parsing: "id:int=id"),
        try column("n:int=c[].n", ColumnContract(standIn: .integer(-1), mismatch: .null)),
        try column("s:text=c[].s", ColumnContract(isRequired: true)),
        try column("o:int=o", ColumnContract(mismatch: .null)),
        try ImportColumn(parsingConstant: "k:int=5"),
      ])
    #expect(
      try bench.rows() == ["1|1|'a'|NULL|5", "1|-1|'b'|NULL|5", "1|-1|'c'|NULL|5", "3|3|'d'|4|5"])
    #expect(summary.nulled == ["n": 1, "o": 3])
    #expect(summary.filtered == 1 && summary.rejects == 1 && summary.rowRecords == 2)
    #expect(
      bench.rejects[0].contains("missing-field") && bench.rejects[0].contains("\"column\":\"s\""))
  }

  private static let arrays: [(text: String, isEmpty: Bool)] = [
    ("[]", true), ("null", true), ("", true), ("[1]", false), ("[null]", false),
  ]

  @Test(
    "was no reason to require anything of its record when it was empty", arguments: [1, 2],
    arrays.map(\.text))
  func requiredOfTheRecord(threads: Int, array: String) throws {
    // The record's value, and what it is under each contract: nil is a row, or none without elements.
    let values: [(text: String, required: String?, plain: String?)] = [
      ("1", nil, nil), ("null", "missing-field", nil), ("", "missing-field", nil),
      ("\"x\"", "type-mismatch", "type-mismatch"), ("[]", "type-mismatch", "type-mismatch"),
    ]
    let hasElements = ExplodeTests.arrays.contains { $0.text == array && !$0.isEmpty }
    for (value, required, plain) in values {
      for (contract, code) in [
        (ColumnContract(isRequired: true), required), (ColumnContract(), plain),
        (
          ColumnContract(isRequired: true, mismatch: .null), required == nil ? nil : "missing-field"
        ),
        (ColumnContract(isRequired: true, standIn: .integer(7), mismatch: .null), nil),
      ] {
        var bench = try ImportBench()
        bench.threads = threads
        bench.explode = "c"
        var id = try ImportColumn(parsing: "id:int=id")
        id.contract = contract
        let fields = [("id", value), ("c", array)].filter { !$0.1.isEmpty }
        let text = "{\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}\n"
        let summary = try bench.run(
          .bytes(Array(text.utf8), name: "f"),
          columns: [
            id, try ImportColumn(parsing: "v:int=c[]"), try ImportColumn(parsing: "i:element"),
          ])
        let story = "\(text) \(contract): \(summary)"
        #expect(summary.records == 1, "\(story)")
        #expect(summary.rejects == (code == nil ? 0 : 1), "\(story)")
        #expect(summary.rows == (code == nil && hasElements ? 1 : 0), "\(story)")
        #expect(summary.empty == (code == nil && !hasElements ? 1 : 0), "\(story)")
        if let code {
          let reject = try JSON(parsing: bench.rejects[0])
          #expect(reject["code"]?.string == code && reject["column"]?.string == "id", "\(story)")
        }
      }
    }
  }

  @Test("requires nothing of elements that are not there", arguments: [1, 2])
  func requiredOfElements(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.explode = "c"
    var element = try ImportColumn(parsing: "v:int=c[].v")
    element.contract.isRequired = true
    let text =
      "{\"c\":[]}\n{}\n{\"c\":null}\n{\"c\":[{}]}\n{\"c\":[{\"v\":1},null]}\n{\"c\":[{\"v\":2}]}\n"
    let summary = try bench.run(.bytes(Array(text.utf8), name: "f"), columns: [element])
    #expect(try bench.rows() == ["2"])
    #expect(summary.empty == 3 && summary.rejects == 2 && summary.records == 6)
  }

  @Test("required values of selections and batches as of jobs when it was empty")
  func requiredOfSelections() throws {
    var id = try ImportColumn(parsing: "id:int=id")
    id.contract.isRequired = true
    let selection = RowSelection(
      columns: [id, try ImportColumn(parsing: "v:int=c[]")], explode: try ColumnPath(parsing: "c"))
    let text = "{\"c\":[]}\n{\"id\":1,\"c\":[]}\n{\"id\":2,\"c\":[5]}\n"
    for threads in [1, 2] {
      var options = FeedOptions(parallel: threads, badRecords: .collect(limit: 10))
      options.checking = .accessed
      var feed = try JSONFeed(textFeed(text), options: options)
      var rows: [String] = []
      let counts = try selection.forEach(in: &feed) { rows.append("\($0[0]) \($0[1])") }
      #expect(rows == ["2 5"] && counts.empty == 1)
      #expect(feed.badRecords.map(\.error.code) == [.missingField])
      var written = try JSONFeed(textFeed(text), options: options)
      var output: [UInt8] = []
      let found = try unsafe selection.write(&written, as: .ndjson) { unsafe output += Array($0) }
      #expect(String(decoding: output, as: UTF8.self) == "{\"id\":2,\"v\":5}\n" && found.empty == 1)
      #expect(written.badRecords.map(\.error.code) == [.missingField])
    }
  }

  @Test(
    "was sought where no record has it, and there were no rows and no message",
    arguments: [
      (
        "logEvents", "logEvents.0.message", "",
        "explode that, or, for a field of the record itself, /logEvents"
      ),
      ("logEvents[]", "/logEvents/0/message", "", "the record's outer.logEvents"),
      ("a.b", "a.b.3.c.0.d", "", "the record's outer.a.b"),
      ("a.b.3.c", "a.b.3.c.0.d", "", "the record's outer.a.b.3.c"),
      ("e", "", "elements:/e", "explode nothing to make a row of each"),
      (
        "a.e.x.y", "", "elements:/a/e",
        "explode x.y, or, for a field of the element itself, /a/e/x/y"
      ),
    ])
  func elsewhere(path: String, inside: String, framing: String, advice: String) throws {
    var options = ImportOptions()
    if !framing.isEmpty { options.feed.framing = try FeedFraming(framing) }
    if !inside.isEmpty { options.feed.lineForm.inside = try LineField(inside) }
    options.explode = try ColumnPath(parsing: path)
    let columns = [try ImportColumn(parsing: "id:int=id")]
    let folder = try TemporaryFolder()
    func error() -> ImportError? {
      importError {
        _ = try ImportJob(
          feed: textFeed("{}\n"), columns: columns,
          sink: SQLiteSink(path: folder["db"], table: "t"), options: options)
      }
    }
    #expect(error()?.kind == .badColumn && error()?.message.contains(advice) == true)
    // A selection says so, too, before it calls its body.
    let selected = importError {
      var feed = try JSONFeed(textFeed("{}\n"), options: options.feed)
      try RowSelection(columns: columns, explode: options.explode).forEach(in: &feed) { _ in
        Issue.record("a row")
      }
    }
    #expect(selected?.message == error()?.message)
    // A JSON Pointer is taken at its word.
    let steps = path.hasSuffix("[]") ? String(path.dropLast(2)) : path
    options.explode = try ColumnPath(
      parsing: "/" + steps.split(separator: ".").joined(separator: "/"))
    #expect(error() == nil)
  }

  @Test(
    "may be beside, around or inside the string that is the record",
    arguments: [
      ("k", "k:int=k[]", ["1|1", "1|2"]),
      ("outer.logEvents", "m:int=outer.logEvents[].n", ["1|5", "1|6"]),
      ("/logEvents", "m:text=/logEvents[]/s", ["1|'in'"]),
    ])
  func around(path: String, column: String, rows: [String]) throws {
    let line = #"""
      {"logEvents":[{"n":5,"message":"{\"id\":1,\"k\":[1,2],\"logEvents\":[{\"s\":\"in\"}]}"},{"n":6}]}

      """#
    var options = ImportOptions()
    options.feed.lineForm.inside = try LineField("logEvents.0.message")
    options.explode = try ColumnPath(parsing: path)
    let folder = try TemporaryFolder()
    let job = try ImportJob(
      feed: textFeed(line),
      columns: [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: column)],
      sink: SQLiteSink(path: folder["db"], table: "t"), options: options)
    let summary = try job.run()
    #expect(try TestDatabase(folder["db"]).rows("SELECT * FROM t") == rows, "\(summary)")
  }

  @Test(
    "was sought in lines of logfmt, which have no arrays",
    arguments: [LineForm.Content.logfmt, .logfmtStrings])
  func logfmt(content: LineForm.Content) throws {
    for (path, inside, isRefused) in [
      ("a", nil, true), ("prefix.a", nil, true), ("kafka.headers", nil, false), ("a", "msg", false),
      ("outer.a", "msg", true), ("outer.kafka.headers", "msg", false),
    ] as [(String, String?, Bool)] {
      var options = ImportOptions()
      options.feed.lineForm.content = content
      options.feed.lineForm.inside = try inside.map { text throws(JSONError) in try LineField(text)
      }
      options.explode = try ColumnPath(parsing: path)
      let folder = try TemporaryFolder()
      let error = importError {
        _ = try ImportJob(
          feed: textFeed("a=1\n"), columns: [ImportColumn(parsing: "id:int=id")],
          sink: SQLiteSink(path: folder["db"], table: "t"), options: options)
      }
      #expect(
        (error?.message.contains("never arrays") == true) == isRefused,
        "\(path) \(inside ?? "")")
      #expect(isRefused || error == nil, "\(error?.message ?? "")")
    }
  }

  @Test(
    "was not named, and columns of its elements were NULL in each row",
    arguments: ["p.c[].s", "c[]", "[].s", "$[]", "p[].c[].s"])
  func notExploded(path: String) throws {
    let bench = try ImportBench()
    let error = importError { try bench.run(text: feed, "id:int=id", "s:text=\(path)") }
    #expect(
      error?.kind == .badColumn
        && error?.message.contains("and no array is exploded: explode") == true)
    #expect(!bench.folder.has("db.sqlite"))
    // A field of that name has a JSON Pointer.
    try bench.run(text: "{\"c[]\":\"x\"}\n", "s:text=/c[]")
    #expect(try bench.rows() == ["'x'"])
  }

  @Test(
    "stores the other rows when the target refuses one, and makes one reject",
    arguments: [1, 2], [1, 10_000])
  func refused(threads: Int, batchSize: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.batchSize = batchSize
    bench.explode = "c"
    try TestDatabase(bench.folder["db.sqlite"]).execute("CREATE TABLE t (v INTEGER UNIQUE)")
    let text = "{\"c\":[1,2,1,3,2]}\n{\"c\":[4,5]}\n{\"c\":[5]}\n"
    let summary = try bench.run(.bytes(Array(text.utf8), name: "f"), ["v:int=c[]"])
    #expect(try bench.rows() == ["1", "2", "3", "4", "5"])
    #expect(summary.rows == 5 && summary.rowRecords == 1 && summary.refusedRows == 3)
    #expect(summary.rejects == 2 && summary.records == 3)
    let rejects = bench.rejects
    #expect(rejects.count == 2)
    #expect(
      rejects[0].contains("\"path\":\"$.c[2]\"") && rejects[0].contains("\"code\":\"constraint\""))
    #expect(
      rejects[0].contains(
        "the row of $.c[2] was refused: UNIQUE constraint failed: t.v; and 1 more"))
    #expect(rejects[1].contains("\"path\":\"$.c[0]\"") && !rejects[1].contains("more"))
  }

  /// Records of 0 to 40 elements, with all kinds of bad ones.
  private func randomText(_ random: inout RandomFeed, records: Int) -> String {
    var text = ""
    for i in 0..<records {
      switch random.below(40) {
      case 0: text += "{\"id\":\(i),\"c\":[{\"s\":\"a\"},{\"s\":\(i)}]}\n"
      case 1: text += "{\"id\":\(i),\"c\":[{\"s\":\"a\"}\n"
      case 2: text += "{\"id\":\(i),\"c\":[{\"s\":\"a\",\"n\":\(i % 50)}]}\n"
      case 3: text += "{\"id\":\(i)}\n"
      default:
        let elements = (0..<random.below(40)).map { k in
          "{\"s\":\"\\u00e9\(k)\",\"x\":[{}],\"n\":\(i * 100 + k)}"
        }
        text += "{\"c\":[\(elements.joined(separator: ","))],\"id\":\(i)}\n"
      }
    }
    return text
  }

  private let columns = ["id:int=id", "s:text=c[].s", "n:int=c[].n", "i:element"]

  @Test("on several threads gives the rows, in order, and rejects that one thread does")
  func threads() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exploded on threads: seed \(seed)")
    var random = RandomFeed(seed: seed)
    let text = randomText(&random, records: 3000)
    var results: [(rows: [String], rejects: [String], summary: ImportSummary)] = []
    for threads in [1, 2, 3] {
      var bench = try ImportBench()
      bench.threads = threads
      bench.batchSize = 700
      bench.explode = "c"
      bench.checking = .full
      bench.unknownKeys = .report
      try TestDatabase(bench.folder["db.sqlite"]).execute(
        "CREATE TABLE t (id INTEGER, s TEXT, n INTEGER UNIQUE, i INTEGER)")
      let summary = try bench.run(.bytes(Array(text.utf8), name: "f"), columns)
      results.append((try bench.rows(), bench.rejects, summary))
      #expect(summary.records == 3000)
    }
    #expect(results[0].rows.count > 20_000 && results[0].rejects.count > 100)
    #expect(results[0].summary.refusedRows > 0)
    #expect(results[0].summary.unknownKeys.keys.sorted() == ["c[].x"])
    for other in results[1...] {
      #expect(other.rows == results[0].rows && other.rejects == results[0].rejects, "seed \(seed)")
      #expect(other.summary == results[0].summary)
    }
  }

  @Test("is resumed after a whole record, wherever the job stopped", arguments: [1, 2])
  func resumes(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exploded and resumed: seed \(seed)")
    var random = RandomFeed(seed: seed)
    let text = randomText(&random, records: 400)
    var calm = try ImportBench()
    calm.explode = "c"
    calm.checking = .full
    let whole = try calm.run(.bytes(Array(text.utf8), name: "f"), columns)

    let folder = try TemporaryFolder()
    try folder.write(text, to: "feed")
    var options = ImportOptions(
      feed: FeedOptions(framing: .lines, parallel: threads), batchSize: 150,
      rejectFile: folder["rejects"])
    options.feed.checking = .full
    options.explode = try ColumnPath(parsing: "c")
    let columns = try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) }
    var runs = 0
    while true {
      runs += 1
      let sink = BreakingSink(
        try SQLiteSink(path: folder["db"], table: "t"), commits: 1 + random.below(8))
      let job = try ImportJob(
        feed: .file(folder["feed"]), columns: columns, sink: sink, options: options)
      var ended: ImportSummary?
      let error = importError { ended = try job.run() }
      if let ended {
        #expect(ended.totalRows == whole.rows && ended.totalRejects == whole.rejects)
        break
      }
      #expect(error?.message == "planted" && runs < 500)
      // Only whole records are there: each has as many rows as the index of its last element says.
      #expect(
        try TestDatabase(folder["db"]).rows(
          "SELECT count(*) FROM (SELECT id FROM t GROUP BY id HAVING count(*) <> max(i) + 1)")
          == ["0"])
    }
    #expect(runs > 3, "seed \(seed)")
    #expect(
      try TestDatabase(folder["db"]).rows("SELECT * FROM t ORDER BY rowid") == (try calm.rows()))
    #expect(folder.lines("rejects").count == calm.rejects.count)
    // The same feed without the array is another job.
    options.explode = nil
    let error = importError {
      _ = try ImportJob(
        feed: .file(folder["feed"]),
        columns: columns.map { column throws(ImportError) in
          let path = column.path.map { "/" + $0.description.replacing(".", with: "/") }
          return try path.map { path throws(ImportError) in
            try ImportColumn(
              name: column.name, type: column.type, path: ColumnPath(parsing: path))
          } ?? column
        },
        sink: SQLiteSink(path: folder["db"], table: "t"), options: options
      ).run()
    }
    #expect(error?.kind == .conflict && error?.message.contains("explode c") == true)
  }

  @Test("makes rows for selections, too", arguments: [1, 2])
  func selection(threads: Int) throws {
    var options = FeedOptions(framing: .lines, parallel: threads)
    options.badRecords = .skip
    var feed = try JSONFeed(textFeed(self.feed), options: options)
    var rows: [String] = []
    let selection = RowSelection(
      columns: [
        try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "s:text=p.c[].s"),
      ], explode: try ColumnPath(parsing: "p.c"), unknownKeys: .report)
    let counts = try selection.forEach(in: &feed) { row in rows.append("\(row[0]) \(row[1])") }
    #expect(rows == ["1 a", "1 b", "1 NULL", "5 d\n", "8 NULL", "8 h"])
    #expect(counts.rows == 6 && counts.empty == 3 && feed.counts.rejected == 4)
    #expect(counts.unknownKeys == ["t": 1, "p.c[].n": 3, "p.more": 1])
  }

  @Test("is streamed even in a large record: its rows are not kept")
  func large() throws {
    var bench = try ImportBench()
    bench.explode = "c"
    let elements = (0..<300_000).map { "{\"v\":\($0)}" }.joined(separator: ",")
    let summary = try bench.run(text: "{\"c\":[\(elements)]}\n", "v:int=c[].v")
    #expect(summary.rows == 300_000 && summary.rowRecords == 1)
    #expect(try bench.rows("SELECT count(*), sum(v) FROM t") == ["300000|44999850000"])
  }
}

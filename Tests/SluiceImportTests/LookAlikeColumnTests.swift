import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// `é` as one scalar and as two, which Swift's strings take for equal.
@Suite("Columns that look alike, and differ in their bytes")
struct LookAlikeColumnTests {
  private let folder: TemporaryFolder
  private let one = "\u{E9}"
  private let two = "e\u{301}"

  init() throws { folder = try TemporaryFolder() }

  private var both: [String] { ["id:int=id", "\(one):text=\(one)", "\(two):text=\(two)"] }
  private var text: String { "{\"id\":1,\"\(one)\":\"a\",\"\(two)\":\"b\"}\n" }

  private func quoted(_ name: String, _ kind: AnyTestDatabase.Kind) -> String {
    kind == .mariaDB ? "`\(name)`" : "\"\(name)\""
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("were one column of a job into a database", arguments: AnyTestDatabase.Kind.there)
  func databases(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    let feed = FeedSource.file(try folder.write(text, to: "feed"))
    for rows in [1, 0] {
      let sink = try SinkTarget(parsing: database.target).sink(table: "t")
      #expect(try runJob(feed, into: sink, both).rows == rows)
    }
    let names = "\(quoted(one, kind)), \(quoted(two, kind))"
    #expect(try database.rows("SELECT id, \(names) FROM t") == ["1|a|b"])
  }

  @Test("were one column of a file of rows", arguments: [FileFormat.csv, .tsv, .ndjson])
  func files(format: FileFormat) throws {
    try runJob(textFeed(text), into: try FileSink(path: folder["out"], format: format), both)
    let expected =
      switch format {
      case .csv: "id,\(one),\(two)\r\n1,a,b\r\n"
      case .tsv: "id\t\(one)\t\(two)\n1\ta\tb\n"
      case .ndjson: text
      }
    #expect(try folder.bytes("out") == bytes(expected))
  }

  @Test(
    "were named alike in the message that tells to give the same", arguments: ["out.csv", "t.db"])
  func message(target: String) throws {
    let feed = FeedSource.file(try folder.write(text, to: "feed"))
    func sink() throws -> any Sink {
      try target == "t.db"
        ? SQLiteSink(path: folder[target], table: "t")
        : FileSink(path: folder[target], format: .csv)
    }
    try runJob(feed, into: try sink(), ["v:text=\(one)"])
    let error = try #require(importError { try runJob(feed, into: try sink(), ["v:text=\(two)"]) })
    #expect(error.message.contains("(U+E9, not U+65 U+301); give the same"), "\(error)")
  }

  @Test(
    "had the table's other column taken for the job's, until the database refused the statement",
    arguments: AnyTestDatabase.Kind.there)
  func existing(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    try database.execute("CREATE TABLE t (id bigint, \(quoted(one, kind)) varchar(9))")
    let columns = ["id:int=id", "\(two):text=\(two)"]
    let target = try SinkTarget(parsing: database.target)
    let error = importError {
      try runJob(textFeed(text), into: try target.sink(table: "t"), columns)
    }
    #expect(error?.kind == .conflict)
    let message = error?.message ?? ""
    #expect(bytes(message).contains(bytes("has no column \"\(two)\"; it has \"id\", \"\(one)\"")))
    let adding = try target.sink(table: "t", changes: TableChanges(addsColumns: true))
    try runJob(textFeed(text), into: adding, columns)
    let names = "\(quoted(one, kind)), \(quoted(two, kind))"
    #expect(try database.rows("SELECT id, \(names) FROM t") == ["1|NULL|b"])
  }

  @Test(
    "were folded as Swift folds case: É and é are two columns, but to MariaDB",
    arguments: AnyTestDatabase.Kind.there)
  func cases(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    func run(_ columns: String...) throws {
      let sink = try SinkTarget(parsing: database.target).sink(table: "t")
      try runJob(
        textFeed("{\"id\":1,\"\u{C9}\":\"a\",\"\(one)\":\"b\"}\n"), into: sink,
        ["id:int=id"] + columns)
    }
    let columns = ["\u{C9}:text=\u{C9}", "\(one):text=\(one)"]
    let error = importError { try run(columns[0], columns[1]) }
    if kind == .mariaDB {
      #expect(error?.kind == .badColumn)
      #expect(error?.message.contains("are one name to") == true, "\(error as Any)")
      // The server takes either for the other's.
      try database.execute("CREATE TABLE t (id bigint, `\(one)` varchar(9))")
      try run(columns[0])
      #expect(try database.rows("SELECT id, `\(one)` FROM t") == ["1|a"])
    } else {
      #expect(error == nil, "\(error as Any)")
      let names = "\(quoted("\u{C9}", kind)), \(quoted(one, kind))"
      #expect(try database.rows("SELECT id, \(names) FROM t") == ["1|a|b"])
    }
    let ascii = importError { try run("a:int=id", "A:int=id") }
    #expect(ascii?.message == "two columns are named \"A\"")
  }

  @Test("shared the reasons of rejects, and the counts of values set to NULL")
  func counts() throws {
    let bench = try ImportBench()
    let text = "{\"\(one)\":\"x\",\"\(two)\":1}\n{\"\(one)\":1,\"\(two)\":\"x\"}\n"
    func run(_ mismatch: ColumnContract.Mismatch) throws -> ImportSummary {
      let columns = try [one, two].map {
        try ImportColumn(
          name: ByteName($0), type: .int, path: ColumnPath(parsing: $0),
          contract: ColumnContract(mismatch: mismatch))
      }
      return try bench.run(
        .bytes(bytes(text), name: "\(mismatch)"), columns: columns)
    }
    #expect(try run(.null).nulled == [ByteName(one): 1, ByteName(two): 1])
    let other = try ImportBench()
    let summary = try other.run(
      .bytes(bytes(text), name: "test"), ["\(one):int=\(one)", "\(two):int=\(two)"])
    #expect(summary.rejectReasons.map(\.column) == [ByteName(one), ByteName(two)])
    #expect(summary.rejectReasons.map(\.count) == [1, 1])
  }

  @Test("stopped a job at the mismatch of the other one")
  func stopping() throws {
    let bench = try ImportBench()
    let columns = [
      try ImportColumn(
        name: ByteName(one), type: .int, path: ColumnPath(parsing: one),
        contract: ColumnContract(mismatch: .stop)),
      try ImportColumn(name: ByteName(two), type: .int, path: ColumnPath(parsing: two)),
    ]
    let summary = try bench.run(
      textFeed("{\"\(one)\":1,\"\(two)\":\"x\"}\n{\"\(one)\":1,\"\(two)\":2}\n"), columns: columns)
    #expect(summary.rows == 1 && summary.rejects == 1)
  }

  @Test("were taken for a key's or an index's", arguments: AnyTestDatabase.Kind.there)
  func keys(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    let target = try SinkTarget(parsing: database.target)
    let columns = ["id:int=id", "\(one):text=\(one)"]
    let key = importError {
      let sink = try target.sink(table: "t", mode: .upsert(key: [ByteName(two)]))
      try runJob(textFeed(text), into: sink, columns)
    }
    #expect(key?.kind == .badColumn)
    #expect(key?.message.contains("is not one of the columns") == true)
    let index = importError {
      let changes = TableChanges(indexes: [try TableIndex(parsing: "id+\(two)")])
      try runJob(textFeed(text), into: try target.sink(table: "t", changes: changes), columns)
    }
    #expect(index?.kind == .badColumn)
    #expect(index?.message.contains("is not one of the columns") == true)
  }

  @Test("were one field to a look at a feed, which lost the other's values")
  func inference() throws {
    let text = "{\"\(one)\":{\"a\":1},\"\(two)\":2}\n"
    let report = try InferenceReport(reading: textFeed(text))
    #expect(
      report.columns.map { ByteName($0.path.description) } == [
        ByteName("/\(one)/a"), ByteName("/\(two)"),
      ])
    var job = ImportJobFile()
    job.columns = [try ImportColumn(parsing: "v:int=\(one)")]
    let (wide, changes) = try job.widened(
      by: InferenceReport(reading: textFeed("{\"\(two)\":2}\n")))
    #expect(wide.columns.count == 2)
    #expect(changes.map(\.newType) == [nil, .int])
  }

  @Test(
    "broke the statements in which a quote came before a combining mark",
    arguments: AnyTestDatabase.Kind.there)
  func quotes(kind: AnyTestDatabase.Kind) throws {
    let database = try AnyTestDatabase(kind, in: folder.path)
    for (number, sign) in ["`", "'", "\"", "\\"].enumerated() {
      let name = "a\(sign)\u{301}b"
      let columns = ["id:int=id", "\(name):text=v"]
      for row in 1...2 {
        let feed = FeedSource.file(
          try folder.write("{\"id\":\(row),\"v\":\"x\"}\n", to: "\(name)\(row)"))
        for rows in [1, 0] {
          let sink = try SinkTarget(parsing: database.target).sink(table: "t\(number)")
          #expect(try runJob(feed, into: sink, columns).rows == rows)
        }
      }
      #expect(try database.rows("SELECT id FROM t\(number) ORDER BY id") == ["1", "2"])
    }
  }
}

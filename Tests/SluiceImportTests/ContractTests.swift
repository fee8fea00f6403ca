import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A column's contract")
struct ContractTests {
  private func column(
    _ specification: String, isRequired: Bool = false, standIn: ColumnConstant? = nil,
    mismatch: ColumnContract.Mismatch = .reject
  ) throws -> ImportColumn {
    var column = try ImportColumn(parsing: specification)
    column.contract = ColumnContract(
      isRequired: isRequired, standIn: standIn, mismatch: mismatch)
    return column
  }

  private func source(_ text: String) -> FeedSource { .bytes(Array(text.utf8), name: "feed") }

  @Test("rejects records without a required value", arguments: [1, 2])
  func required(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    let text = "{\"id\":1,\"a\":{\"b\":2}}\n{\"id\":null}\n{\"a\":{\"b\":3}}\n{\"id\":4}\n"
    let summary = try bench.run(
      source(text),
      columns: [
        try column("id:int=id", isRequired: true), try column("b:int=a.b", isRequired: true),
      ])
    #expect(summary.rows == 1 && summary.rejects == 3)
    #expect(try bench.rows() == ["1|2"])
    #expect(bench.rejects.map { $0.contains("\"code\":\"missing-field\"") } == [true, true, true])
    #expect(bench.rejects.map { $0.contains("\"column\":\"id\"") } == [true, true, false])
  }

  @Test("puts a default where a value is missing or null", arguments: [1, 2])
  func standIn(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    let text = "{\"n\":1,\"s\":\"x\"}\n{\"n\":null}\n{\"s\":null}\n"
    let columns = [
      try column("n:int=n", standIn: .integer(-1)), try column("s:text=s", standIn: .text("")),
      try ImportColumn(parsingConstant: "k:text=a=b"),
      try ImportColumn(parsingConstant: "j:json={\"x\": 1}"),
    ]
    try bench.run(source(text), columns: columns)
    #expect(
      try bench.rows() == [
        "1|'x'|'a=b'|'{\"x\":1}'", "-1|''|'a=b'|'{\"x\":1}'", "-1|''|'a=b'|'{\"x\":1}'",
      ])
  }

  @Test(
    "refuses a default that does not have the column's type",
    arguments: [
      ("v:int=v", ColumnConstant.text("1")), ("v:text=v", .integer(1)), ("v:real=v", .real(.nan)),
      ("v:json=v", .json("{\"a\":}")), ("v:json=v", .json("")), ("v:json=v", .text("{}")),
      ("v:decimal=v", .decimal("1,5")), ("v:date=v", .date(.max)), ("v:timestamp=v", .date(1)),
      ("v:timestamp=v", .timestamp(.max)), ("v:uuid=v", .blob([1])), ("v:bool=v", .integer(1)),
    ])
  func standInOfAnotherType(_ specification: String, standIn: ColumnConstant) throws {
    let bench = try ImportBench()
    let column = try column(specification, standIn: standIn)
    let error = importError { try bench.run(source("{}\n"), columns: [column]) }
    #expect(error?.kind == .badColumn)
    #expect(
      error?.message.contains("column \"v\": its default") == true,
      "\(error?.message ?? "nothing thrown")")
  }

  @Test(
    "takes a default of each type",
    arguments: [
      ("v:json=v", ColumnConstant.json("{ \"a\": [1] }"), "'{ \"a\": [1] }'"),
      ("v:real=v", .real(-0.0), "0.0"), ("v:decimal=v", .decimal("1.50"), "'1.50'"),
      ("v:date=v", .date(1), "'1970-01-02'"), ("v:bool=v", .boolean(true), "1"),
      ("v:epochms=v", .timestamp(0), "'1970-01-01T00:00:00.000000Z'"),
      ("v:uuid=v", .uuid(high: 0, low: 1), "'00000000-0000-0000-0000-000000000001'"),
    ])
  func standInOfType(_ specification: String, standIn: ColumnConstant, stored: String) throws {
    let bench = try ImportBench()
    try bench.run(source("{}\n"), columns: [try column(specification, standIn: standIn)])
    #expect(try bench.rows() == [stored])
  }

  @Test(
    "sets values of another type to NULL, and counts those in stored rows", arguments: [1, 2])
  func null(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    let text =
      "{\"n\":\"1\",\"m\":2,\"o\":7}\n{\"n\":1.5,\"m\":\"x\",\"o\":{\"p\":\"y\"}}\n"
      + "{\"n\":9e99,\"o\":{\"p\":3}}\n{\"n\":[],\"id\":\"z\"}\n{\"n\":1x}\n"
    let columns = [
      try column("n:int=n", mismatch: .null),
      try column("m:int=m", standIn: .integer(0), mismatch: .null),
      try column("p:int=o.p", mismatch: .null), try column("id:int=id"),
    ]
    bench.checking = .full
    let summary = try bench.run(source(text), columns: columns)
    #expect(summary.rows == 3 && summary.rejects == 2)
    #expect(
      try bench.rows() == ["NULL|2|NULL|NULL", "NULL|0|NULL|NULL", "NULL|0|3|NULL"])
    // The record rejected for its id, and invalid JSON, add nothing to the counts.
    #expect(summary.nulled == ["n": 3, "m": 1, "p": 2])
  }

  @Test("stops the job, which comes to the same record when it is run again", arguments: [1, 2])
  func stop(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    bench.batchSize = 2
    try bench.folder.write(
      "{\"id\":1}\nbad\n{\"id\":2}\n{\"id\":3}\n{\"id\":\"x\"}\n{\"id\":4}\n", to: "feed")
    let file = FeedSource.file(bench.folder["feed"])
    for _ in 0..<2 {
      let error = importError {
        try bench.run(file, columns: [try column("id:int=id", mismatch: .stop)])
      }
      #expect(error?.kind == .mismatch)
      #expect(error?.message.contains("feed:5: expected Int64 at $.id, found string \"x\"") == true)
      #expect(error?.message.contains("What was committed before stays") == true)
      #expect(try bench.rows() == ["1", "2", "3"])
      #expect(bench.rejects.count == 1)
    }
    // Another contract is another job.
    let error = importError { try bench.run(file, columns: [try column("id:int=id")]) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("id:int=id mismatch stop") == true)
  }

  @Test("has columns for the origin of a record", arguments: [1, 2])
  func places(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    try bench.folder.write("{\"id\":1}\n\nbad\n", to: "a")
    try bench.folder.write("{\"id\":2}\n{\"id\": 3}\n", to: "b")
    let columns = ["src:source", "o:offset", "l:line", "n:record", "r:raw", "id:int=id"]
    try bench.run(
      .files([bench.folder["a"], bench.folder["b"]]),
      columns.map { $0 })
    let rows = try bench.rows(
      "SELECT replace(src, '\(bench.folder.path)/', ''), o, l, n, r, id FROM t")
    #expect(
      rows == [
        "'a'|0|1|1|'{\"id\":1}'|1", "'b'|0|1|1|'{\"id\":2}'|2", "'b'|9|2|2|'{\"id\": 3}'|3",
      ])
  }

  @Test(
    "is refused with a message when it is wrong",
    arguments: [
      ("x:int=a=", "\"a=\" is no int"), ("x:bool=1", "\"1\" is no bool"),
      ("x:json={", "\"{\" is no json"), ("x:real=", "\"\" is no real"), ("x", "there is no '='"),
    ])
  func faults(text: String, message: String) {
    let error = importError { _ = try ImportColumn(parsingConstant: text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "nothing thrown")")
  }
}

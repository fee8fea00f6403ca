import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

@Suite("Column batches")
struct BatchTests {
  static let columns = [
    "id:int=id", "ms:real=ms", "name:text=name", "ok:bool=ok", "tags:json=tags",
    "price:decimal=price",
    "day:date=day", "at:timestamp=at", "sent:epochms=sent", "key:uuid=key", "body:blob=body",
    "deep:text=a.b.c", "second:int=list.1", "offset:offset", "line:line", "number:record",
    "source:source", "raw:raw",
  ]

  @Test(
    "have the values of the rows, on any number of threads",
    arguments: [1, 2, 3], ColumnOptions.Strings.allCases)
  func values(threads: Int, strings: ColumnOptions.Strings) throws {
    for seed in 0..<UInt64(Rounds.count(2, long: 3)) {
      var random = SeededGenerator(seed: seed)
      let bytes = RandomRecords.bytes(Rounds.count(1200, long: 3000), &random)
      let selection = try selection(Self.columns, filter: seed % 2 == 0 ? nil : "id != 7")
      let rows = [100, 999, 65_536].randomElement(using: &random) ?? 100
      let size = [20_000, 128 << 20].randomElement(using: &random) ?? 1
      let options = ColumnOptions(strings: strings, batchRows: rows, batchBytes: size)
      try expectEqual(selection, bytes, options, threads: threads, "seed \(seed)")
    }
  }

  @Test("have a row for each element of an exploded array", arguments: [1, 2])
  func exploded(threads: Int) throws {
    var random = SeededGenerator(seed: 5)
    let bytes = RandomRecords.bytes(5000, &random)
    let columns = try ["id:int=id", "n:int=list[]", "i:element", "name:text=name"].map {
      text throws(ImportError) in try ImportColumn(parsing: text)
    }
    let selection = RowSelection(columns: columns, explode: try ColumnPath(parsing: "list"))
    try expectEqual(
      selection, bytes, ColumnOptions(batchRows: 1000), threads: threads, "exploded")
  }

  @Test(
    "leave out a record that fails before its first element, where the rows before it fill the room",
    arguments: [1, 1023, 1024, 1025, 2048])
  func failedBeforeElements(rows: Int) throws {
    let text = String(repeating: "{\"a\":[7]}\n", count: rows) + "{\"a\":1}\n{\"a\":[8]}\n"
    let selection = RowSelection(
      columns: [try ImportColumn(parsing: "v:int=a[]")], explode: try ColumnPath(parsing: "a"))
    var rejects: [Int64] = []
    let stream = try ColumnStream(selection, of: JSONFeed(.bytes(Array(text.utf8), name: "feed"))) {
      rejects.append($0.number)
    }
    let batch = try #require(try stream.next())
    #expect(try stream.next() == nil)
    #expect(batch.count == rows + 1 && rejects == [Int64(rows + 1)])
    #expect((0..<rows).allSatisfy { batch[0].int64($0) == 7 } && batch[0].int64(rows) == 8)
  }

  @Test("keep contracts: required, defaults, mismatches that become null", arguments: [1, 2])
  func contracts(threads: Int) throws {
    var random = SeededGenerator(seed: 9)
    let bytes = RandomRecords.bytes(5000, &random)
    let path = try ColumnPath(parsing: "ms")
    let name = try ColumnPath(parsing: "name")
    let columns = [
      try ImportColumn(parsing: "id:int=id"),
      try ImportColumn(
        name: "ms", type: .real, path: path, contract: ColumnContract(mismatch: .null)),
      try ImportColumn(
        name: "count", type: .int, path: path,
        contract: ColumnContract(standIn: .integer(-1), mismatch: .null)),
      try ImportColumn(
        name: "name", type: .text, path: name, contract: ColumnContract(isRequired: true)),
      try ImportColumn(
        name: "upper", type: .text, path: name, contract: ColumnContract(transform: .uppercase)),
      try ImportColumn(name: "made", type: .date, constant: "2024-05-31"),
    ]
    try expectEqual(
      RowSelection(columns: columns, unknownKeys: .report), bytes, ColumnOptions(),
      threads: threads, "contracts")
  }

  @Test("end at a mismatch that stops, after the rows before it: nothing was committed")
  func mismatchThatStops() throws {
    let column = try ImportColumn(
      name: "n", type: .int, path: try ColumnPath(parsing: "n"),
      contract: ColumnContract(mismatch: .stop))
    let stream = try ColumnStream(
      RowSelection(columns: [column]),
      of: JSONFeed(.bytes(Array("{\"n\":1}\n{\"n\":\"x\"}\n".utf8), name: "feed")))
    #expect(try stream.next()?.count == 1)
    let error = #expect(throws: ImportError.self) { _ = try stream.next() }
    #expect(
      error?.message.hasSuffix("The rows before it were delivered") == true,
      "\(error?.message ?? "")")
  }

  @Test("say which fields can be null")
  func nullability() throws {
    let path = try ColumnPath(parsing: "a")
    func isNullable(_ contract: ColumnContract) throws -> Bool {
      let column = try ImportColumn(name: "a", type: .int, path: path, contract: contract)
      return ColumnSchema([column]).fields[0].isNullable
    }
    #expect(try isNullable(ColumnContract()))
    #expect(try !isNullable(ColumnContract(isRequired: true)))
    #expect(try isNullable(ColumnContract(isRequired: true, mismatch: .null)))
    #expect(try !isNullable(ColumnContract(standIn: .integer(1), mismatch: .null)))
    #expect(!ColumnSchema([try ImportColumn(parsing: "l:line")]).fields[0].isNullable)
  }

  @Test("end at their rows and at their bytes, and at the feed's end")
  func sizes() throws {
    let text = (0..<1000).map { "{\"s\":\"\(String(repeating: "x", count: $0 % 50))\"}\n" }.joined()
    let selection = try selection(["s:text=s"])
    let stream = try ColumnStream(
      selection, of: JSONFeed(.bytes(Array(text.utf8), name: "t")),
      options: ColumnOptions(batchRows: 300, batchBytes: 2000))
    var rows = 0
    while let batch = try stream.next() {
      let bytes = (0..<batch.count).reduce(0) { $0 + (batch[0].bytes($1)?.count ?? 0) }
      #expect(batch.count <= 300 && batch.count > 0)
      #expect(bytes <= 2000)
      rows += batch.count
    }
    #expect(rows == 1000)
    #expect(stream.counts.rows == 1000)
    #expect(try stream.next() == nil)
  }

  @Test("hold one row where even that has more bytes than a batch may")
  func oneLongRow() throws {
    let long = String(repeating: "x", count: 5000)
    let text = "{\"s\":\"a\"}\n{\"s\":\"\(long)\"}\n{\"s\":\"b\"}\n"
    let stream = try ColumnStream(
      try selection(["s:text=s"]), of: JSONFeed(.bytes(Array(text.utf8), name: "t")),
      options: ColumnOptions(batchBytes: 100))
    var counts: [Int] = []
    while let batch = try stream.next() { counts.append(batch.count) }
    #expect(counts == [1, 1, 1])
  }

  @Test("deliver the rows before the error that ends the reading, and then that error again")
  func failure() throws {
    let good = (1...5000).map { "{\"n\":\($0)}\n" }
    let text = (good[..<4000] + ["{\"n\":\"x\"}\n"] + good[4000...]).joined()
    for threads in [1, 2] {
      let options = FeedOptions(parallel: threads, badRecords: .stop)
      let stream = try ColumnStream(
        try selection(["n:int=n"]),
        of: JSONFeed(.bytes(Array(text.utf8), name: "t"), options: options))
      var rows = 0
      #expect(throws: RejectedRecord.self) {
        while let batch = try stream.next() { rows += batch.count }
      }
      #expect(rows == 4000)
      #expect(throws: RejectedRecord.self) { _ = try stream.next() }
    }
  }

  @Test("stop at too many bad records, after the rows before them")
  func limits() throws {
    let text = (0..<100).map { $0 % 10 == 9 ? "bad\n" : "{\"n\":\($0)}\n" }.joined()
    var options = FeedOptions(badRecords: .skip)
    options.maximumBadRecords = 3
    let stream = try ColumnStream(
      try selection(["n:int=n"]),
      of: JSONFeed(.bytes(Array(text.utf8), name: "t"), options: options))
    #expect(try stream.next()?.count == 36)
    #expect(throws: TooManyBadRecords.self) { _ = try stream.next() }
  }

  private func selection(_ columns: [String], filter: String? = nil) throws -> RowSelection {
    RowSelection(
      columns: try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) },
      where: try filter.map { text throws(ImportError) in try Filter(text) })
  }
}

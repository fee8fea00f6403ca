import Foundation
import Sluice
import SluiceCodable
import SluiceDerivation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

private struct Actor: Codable {
  var login: String
  var site: URL?
}

/// Members of every kind.
private struct Event: Codable {
  enum Kind: String, Codable { case push, fork }
  enum Payload: Codable {
    case push(commits: Int)
    case fork
  }

  var id: Int64
  var kind: Kind
  var actor: Actor
  var owner: Actor?
  var score: Double
  var price: Decimal
  var big: UInt64
  var at: Date
  var token: UUID
  var bytes: Data
  var tags: [String]
  var days: [Date]
  var counts: [String: Int]
  var payload: Payload?
  var isPublic: Bool?
}

/// What `init(from:)` makes is not what the record has.
private struct Order: Codable {
  struct Unpaid: Error, CustomStringConvertible { let description = "nobody paid" }
  enum CodingKeys: String, CodingKey { case id, items, total, buyer, age }
  enum ItemKeys: String, CodingKey { case price, count }
  enum Names: String, CodingKey { case id, total, buyer, size }

  var id: Int
  var total: Decimal
  var buyer: String

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(Int.self, forKey: .id)
    buyer = try fields.decode(String.self, forKey: .buyer).uppercased()
    if try fields.decodeIfPresent(Int.self, forKey: .age) ?? 18 < 18 {
      throw DecodingError.dataCorruptedError(
        forKey: .age, in: fields, debugDescription: "buyers are 18 or older")
    }
    total = 0
    var items = try fields.nestedUnkeyedContainer(forKey: .items)
    while !items.isAtEnd {
      let item = try items.nestedContainer(keyedBy: ItemKeys.self)
      total +=
        try item.decode(Decimal.self, forKey: .price)
        * Decimal(item.decode(Int.self, forKey: .count))
    }
    if total < 0 { throw Unpaid() }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Names.self)
    try fields.encode("order-\(id)", forKey: .id)
    try fields.encode(total, forKey: .total)
    try fields.encode(buyer, forKey: .buyer)
    try fields.encode(total > 100 ? "large" : "small", forKey: .size)
  }
}

/// Runs jobs of a type's rows into `t` of `db.sqlite` in a temporary folder.
private struct Bench {
  let folder: TemporaryFolder
  var threads = 1
  var batchSize = 10_000
  var filter: String?

  init() throws { folder = try TemporaryFolder() }

  func job(
    _ source: FeedSource, _ rows: RowMapping, into sink: (any Sink)? = nil
  ) throws -> ImportJob {
    try ImportJob(
      feed: source, rows: rows,
      sink: sink ?? SQLiteSink(path: folder["db.sqlite"], table: "t"),
      options: ImportOptions(
        feed: FeedOptions(framing: .lines, parallel: threads),
        filter: filter.map { text throws(ImportError) in try Filter(text) },
        batchSize: batchSize, rejectFile: folder["rejects.ndjson"]))
  }

  @discardableResult
  func run(_ text: String, _ rows: RowMapping) throws -> ImportSummary {
    try job(.bytes(Array(text.utf8), name: "test"), rows).run()
  }

  func rows(_ sql: String = "SELECT * FROM t ORDER BY rowid") throws -> [String] {
    try TestDatabase(folder["db.sqlite"]).rows(sql).map { $0.filter { $0 != "'" } }
  }

  /// The rejects' line, code, column, path and message.
  func rejects() throws -> [String] {
    try folder.lines("rejects.ndjson").map { line in
      let reject = try JSON(parsing: line)
      let words = ["line", "code", "column", "path", "message"].map { key in
        reject[key].map { $0.string ?? $0.description } ?? "-"
      }
      return words.joined(separator: " | ")
    }
  }
}

/// A sink that fails at a commit, and then holds nothing of the batch.
private final class BreakingSink: Sink {
  private let inner: SQLiteSink
  private var commitsLeft: Int
  var name: String { inner.name }

  init(_ inner: SQLiteSink, commits: Int) {
    self.inner = inner
    commitsLeft = commits
  }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    try inner.open(jobs, columns: columns)
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try inner.append(row)
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if commitsLeft == 0 { throw ImportError(.sink, "planted") }
    commitsLeft -= 1
    try inner.commit(checkpoint)
  }

  func rollBack() { inner.rollBack() }
}

@Suite("Rows by a Codable type")
struct RowMappingTests {
  private static let event = """
    {"id": 1, "kind": "push", "actor": {"login": "ann", "site": "https://a.b/c"}, "score": 1.5, \
    "price": 123456789012345678901234567890.12, "big": 18446744073709551615, \
    "at": "2024-05-31T12:30:00Z", "token": "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", \
    "bytes": "AQID", "tags": ["x/y", "\\u00e9"], "days": ["2024-05-31T00:00:00Z"], \
    "counts": {"a": 1}, "payload": {"push": {"commits": 2}}, "unknown": [1]}

    """

  private static var decoder: SluiceDecoder {
    let decoder = SluiceDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  @Test("have a column for each encoded member, of its type")
  func columns() throws {
    let rows = try RowMapping.codable(Event.self, decoder: Self.decoder)
    #expect(
      rows.columns.map(\.description) == [
        "id:int=id required", "kind:text=kind required", "actor_login:text=actor.login required",
        "actor_site:text=actor.site", "owner_login:text=owner.login",
        "owner_site:text=owner.site", "score:real=score required",
        "price:decimal=price required", "big:decimal=big required", "at:timestamp=at required",
        "token:uuid=token required", "bytes:blob=bytes required", "tags:json=tags required",
        "days:json=days required", "counts:json=counts required", "payload:json=payload",
        "isPublic:bool=isPublic",
      ])
  }

  @Test("store every kind of member", arguments: [1, 3])
  func values(threads: Int) throws {
    var bench = try Bench()
    bench.threads = threads
    let summary = try bench.run(Self.event, .codable(Event.self, decoder: Self.decoder))
    #expect(summary.rows == 1 && summary.rejects == 0)
    #expect(
      try bench.rows(
        """
        SELECT id, kind, actor_login, actor_site, owner_login, score, price, big, at, token,
        hex(bytes), tags, days, counts, payload, isPublic FROM t
        """) == [
          "1|push|ann|https://a.b/c|NULL|1.5|123456789012345678901234567890.12"
            + "|18446744073709551615|2024-05-31T12:30:00.000000Z"
            + "|f81d4fae-7dec-11d0-a765-00a0c91e6bf6|010203|[\"x/y\",\"é\"]"
            + "|[\"2024-05-31T00:00:00Z\"]|{\"a\":1}|{\"push\":{\"commits\":2}}|NULL"
        ])
  }

  private static let orders = """
    {"id": 1, "buyer": "ann", "items": [{"price": 9.99, "count": 3}, {"price": 0.01, "count": 1}]}
    {"id": 2, "buyer": "bob", "items": [{"price": 100.5, "count": 1}]}
    {"id": "3", "buyer": "cid", "items": []}
    {"id": 4, "buyer": "dan", "items": [{"price": 1, "count": 1}, {"price": "2", "count": 1}]}
    {"id": 5, "items": []}
    {"id": 6, "buyer": "eve", "age": 17, "items": []}
    {"id": 7, "buyer": "fay", "items": [{"price": -1, "count": 1}]}
    {"id": 8, "buyer": "gus", "items": [
    {"id": 9, "buyer": "hal", "items": []}

    """

  @Test("store what the type computes, and reject what it refuses", arguments: [1, 3])
  func transformed(threads: Int) throws {
    var bench = try Bench()
    bench.threads = threads
    let rows = try RowMapping.codable(Order.self)
    #expect(
      rows.columns.map(\.description) == [
        "id:text=id required", "total:decimal=total required", "buyer:text=buyer required",
        "size:text=size required",
      ])
    let summary = try bench.run(Self.orders, rows)
    #expect(summary.rows == 3 && summary.rejects == 6)
    #expect(
      try bench.rows() == [
        "order-1|29.98|ANN|small", "order-2|100.5|BOB|large", "order-9|0|HAL|small",
      ])
    let rejects = try bench.rejects()
    #expect(
      rejects == [
        "3 | type-mismatch | - | $.id | expected Int at $.id, found string \"3\"",
        "4 | type-mismatch | - | $.items[1].price"
          + " | expected Decimal (38 digits, exponents from -128 to 127) at $.items[1].price"
          + ", found string \"2\"",
        "5 | missing-field | - | $ | expected a field \"buyer\" at $, found none",
        "6 | invalid-value | - | $.age"
          + " | expected what Order asks for at $.age, found number 17: buyers are 18 or older",
        "7 | invalid-value | - | $"
          + " | expected what Order asks for at $, found an object: nobody paid",
        "8 | incomplete | - | $.items[0]"
          + " | expected a value or ']' at $.items[0], found the end of the text",
      ])
  }

  @Test("take records by a filter on the record, and the columns that are chosen")
  func chosen() throws {
    var bench = try Bench()
    bench.filter = "id = 1 or id = 2"
    let columns = try [
      "key:text=id", "line:line", "total:real=total",
    ].map { text throws(ImportError) in try ImportColumn(parsing: text) }
    let summary = try bench.run(
      Self.orders, .codable(Order.self, columns: columns, decoder: Self.decoder))
    #expect(summary.rows == 2 && summary.rejects == 1)
    #expect(try bench.rows() == ["order-1|1|29.98", "order-2|2|100.5"])
  }

  @Test("refuse a value that its column does not take, by the column's contract")
  func contract() throws {
    struct Row: Codable {
      var id: Int
      var at: String
    }
    let text = """
      {"id": 1, "at": "2024-05-31T12:30:00Z"}
      {"id": 2, "at": "noon"}

      """
    var columns = try [
      ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "at:timestamp=at"),
    ]
    let bench = try Bench()
    #expect(try bench.run(text, .codable(Row.self, columns: columns)).rejects == 1)
    let rejects = try bench.rejects()
    #expect(
      rejects == [
        "2 | invalid-value | at | $ | expected a time such as 2024-05-31T12:30:00Z for the column"
          + " \"at\" at $, found an object: the type encoded \"noon\": a date is four"
          + " digits, two and two, with '-' between them"
      ])
    columns[1].contract.mismatch = .null
    let other = try Bench()
    let summary = try other.run(text, .codable(Row.self, columns: columns))
    #expect(summary.rows == 2 && summary.nulled == ["at": 1])
    #expect(try other.rows() == ["1|2024-05-31T12:30:00.000000Z", "2|NULL"])
  }

  /// Encodes in another way than its made-up value did.
  private struct Moody: Codable {
    enum CodingKeys: String, CodingKey { case id, more }
    var id: Int

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      if id == 2 { try fields.encode("x", forKey: .id) } else { try fields.encode(id, forKey: .id) }
      if id == 3 { try fields.encode(1, forKey: .more) }
      if id == 4 {
        var list = fields.nestedUnkeyedContainer(forKey: .more)
        try list.encode(1)
      }
    }
  }

  @Test("reject a record whose members were not seen when the columns were derived")
  func unseen() throws {
    let bench = try Bench()
    let text = (1...4).map { "{\"id\": \($0)}\n" }.joined()
    #expect(try bench.run(text, .codable(Moody.self)).rows == 1)
    let found = try bench.rejects()
    #expect(
      found.first == "2 | invalid-value | id | $ | expected an integer for the column \"id\" at $,"
        + " found an object: the type encoded \"x\"")
    #expect(found.dropFirst().allSatisfy { $0.contains("at $.more; give an example that has it") })
    #expect(found.count == 3)
    // An example shows the member, and chosen columns leave it out.
    #expect(
      try RowMapping.codable(Moody.self, example: ["id": 3]).columns.map(\.description)
        == ["id:int=id required", "more:int=more required"])
    let chosen = try Bench()
    let columns = try [ImportColumn(parsing: "id:int=id")]
    #expect(try chosen.run(text, .codable(Moody.self, columns: columns)).rows == 3)
  }

  /// Keeps the container of another row.
  private final class Escaping: Codable {
    enum CodingKeys: String, CodingKey { case id, list }
    nonisolated(unsafe) static var kept: KeyedEncodingContainer<CodingKeys>?
    var id: Int

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(id, forKey: .id)
      var list = fields.nestedUnkeyedContainer(forKey: .list)
      try unsafe Self.kept?.encode(99, forKey: .id)
      try list.encode(id)
      unsafe Self.kept = fields
    }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }
  }

  @Test("are left alone by an encoder that escaped from an earlier one")
  func escaped() throws {
    let bench = try Bench()
    defer { unsafe Escaping.kept = nil }
    try bench.run((1...3).map { "{\"id\": \($0)}\n" }.joined(), .codable(Escaping.self))
    #expect(try bench.rows() == ["1|[1]", "2|[2]", "3|[3]"])
  }

  private class Base: Codable { var id = 0 }
  private final class Derived: Base {
    enum CodingKeys: String, CodingKey { case name }
    var name = ""
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(name, forKey: .name)
      try super.encode(to: fields.superEncoder())
    }
  }

  @Test("take class hierarchies, recursive types and keys in snake case")
  func shapes() throws {
    let bench = try Bench()
    try bench.run("{\"name\": \"a\", \"id\": 5}\n", .codable(Derived.self))
    #expect(try bench.rows() == ["a|5"])
    struct Tree: Codable {
      var firstName: String
      var subTrees: [Tree]?
    }
    let decoder = SluiceDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let rows = try RowMapping.codable(Tree.self, decoder: decoder)
    #expect(
      rows.columns.map(\.description)
        == ["first_name:text=first_name required", "sub_trees:json=sub_trees"])
    let trees = try Bench()
    try trees.run(
      "{\"first_name\": \"a\", \"sub_trees\": [{\"first_name\": \"b\"}]}\n", rows)
    #expect(try trees.rows() == ["a|[{\"first_name\":\"b\"}]"])
  }

  @Test("need a type with members, and columns that take some")
  func refused() throws {
    let none = #expect(throws: DerivationError.self) { try RowMapping.codable([Int].self) }
    #expect(none?.reason == "only a type that encodes members becomes rows")
    for (text, path) in [("x:int=age", "$.age"), ("x:text=tags.0", "$.tags.0")] {
      let error = #expect(throws: DerivationError.self) {
        try RowMapping.codable(
          Event.self, columns: [try ImportColumn(parsing: text)], decoder: Self.decoder)
      }
      #expect(error?.path == path)
    }
    var options = ImportOptions()
    options.explode = try ColumnPath(parsing: "tags")
    let job = #expect(throws: ImportError.self) {
      try ImportJob(
        feed: .bytes([], name: "x"), rows: .codable(Order.self),
        sink: SQLiteSink(path: "x", table: "t"), options: options)
    }
    #expect(job?.message.contains("can't be combined with explode") == true)
  }

  @Test("take integers of 128 bits, as derived columns do")
  func wide() throws {
    struct Row: Codable {
      var id: Int128
      var other: UInt128?
    }
    let rows = try RowMapping.codable(Row.self)
    let texts = ["id:decimal=id required", "other:decimal=other"]
    #expect(rows.columns.map(\.description) == texts)
    #expect(try [ImportColumn](decoding: Row.self).map(\.description) == texts)
    let bench = try Bench()
    try bench.run("{\"id\": \(Int128.min), \"other\": \(UInt128.max)}\n", rows)
    #expect(try bench.rows() == ["\(Int128.min)|\(UInt128.max)"])
  }

  /// The same rows as the columns of the records give, for a type that changes nothing.
  @Test("are those of the derived columns, on any number of threads", arguments: [1, 2, 4])
  func agreement(threads: Int) throws {
    struct Row: Codable {
      struct Actor: Codable { var login: String }
      var id: Int
      var name: String?
      var actor: Actor
      var score: Double
    }
    var random = SeededGenerator(seed: 19)
    let text = (0..<5000).map { id in
      let name = ["null", "\"n\\u00e4me \(id)\"", "7"][Int(random.next() % 3)]
      let score = Double(Int(random.next() % 1000)) / 8
      return
        "{\"score\": \(score), \"id\": \(id), \"name\": \(name), \"actor\": {\"login\": \"u\(id % 7)\"}}\n"
    }.joined()
    var bench = try Bench()
    bench.threads = threads
    bench.batchSize = 300
    let summary = try bench.run(text, .codable(Row.self))
    let other = try Bench()
    let expected = try ImportJob(
      feed: .bytes(Array(text.utf8), name: "test"), columns: [ImportColumn](decoding: Row.self),
      sink: SQLiteSink(path: other.folder["db.sqlite"], table: "t")
    ).run()
    #expect(summary.rows == expected.rows && summary.rejects == expected.rejects)
    #expect(try bench.rows() == other.rows())
  }

  @Test(
    "continue where a failed job was, on any number of threads", arguments: [1, 3])
  func resumed(threads: Int) throws {
    let text = (0..<4000).map { id in
      let items = id % 97 == 0 ? "3" : "[{\"price\": \(id), \"count\": 2}]"
      return "{\"id\": \(id), \"buyer\": \"b\", \"items\": \(items)}\n"
    }.joined()
    var bench = try Bench()
    bench.threads = threads
    bench.batchSize = 250
    try bench.folder.write(text, to: "orders.ndjson")
    let source = FeedSource.file(bench.folder["orders.ndjson"])
    let rows = try RowMapping.codable(Order.self)
    // Each run stores 500 records more, and then fails at its third commit, of which it keeps nothing.
    for run in 1...8 {
      let sink = BreakingSink(
        try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"), commits: 3)
      let job = try bench.job(source, rows, into: sink)
      let error = #expect(throws: ImportError.self) { try job.run() }
      #expect(error?.message == "planted")
      let done = try bench.rows("SELECT count(*) FROM t")
      #expect(done == ["\(500 * run - (0..<500 * run).count { $0 % 97 == 0 })"])
    }
    #expect(try bench.job(source, rows).run().beginning != .fresh)
    let bad = (0..<4000).count { $0 % 97 == 0 }
    #expect(try bench.rejects().count == bad)
    #expect(
      try bench.rows("SELECT count(*), count(DISTINCT id), sum(total) FROM t")
        == [
          "\(4000 - bad)|\(4000 - bad)|"
            + "\((0..<4000).filter { $0 % 97 != 0 }.reduce(0) { $0 + 2 * $1 })"
        ])
    // Another type is another job.
    let other = #expect(throws: ImportError.self) {
      try bench.job(source, .codable(Event.self, decoder: Self.decoder)).run()
    }
    #expect(other != nil)
  }
}

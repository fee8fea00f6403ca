import Sluice
import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

@Suite("Nested columns of batches")
struct NestedBatchTests {
  @Test(
    "have the values of the records, on any number of threads",
    arguments: [1, 2], ColumnOptions.Strings.allCases)
  func values(threads: Int, strings: ColumnOptions.Strings) throws {
    for seed in 0..<UInt64(Rounds.count(3, long: 6)) {
      var random = SeededGenerator(seed: seed)
      let types = (0..<3).map { _ in RandomNested.type(levels: 4, &random) }
      let columns = try types.enumerated().map { number, type in
        try ImportColumn(
          name: "c\(number)", type: type, path: ColumnPath(parsing: "c\(number)"))
      }
      var text = ""
      var expected: [[JSON]] = []
      let records = Rounds.count(600, long: 1500)
      for number in 0..<records {
        if number % 50 == 7 {
          text += "{\"c0\":7,\"c1\":\"x\",\"c2\":true}\n"
          continue
        }
        var row = JSONObject()
        for (number, type) in types.enumerated() where Int.random(in: 0..<9, using: &random) > 0 {
          row["c\(number)"] = RandomNested.value(type, &random)
        }
        text += "\(JSON.object(row))\n"
        expected.append(
          types.enumerated().map { RandomNested.expected($1, row["c\($0)"] ?? .null) })
      }
      var feedOptions = FeedOptions(parallel: threads, badRecords: .collect(limit: .max))
      feedOptions.windowSize = 1 << 14
      let options = ColumnOptions(
        strings: strings, batchRows: [50, 65_536][Int(seed % 2)],
        batchBytes: [3000, 128 << 20][Int(seed / 2 % 2)])
      var rejects = 0
      let stream = try ColumnStream(
        RowSelection(columns: columns),
        of: JSONFeed(.bytes(Array(text.utf8), name: "t"), options: feedOptions), options: options,
        rejected: { _ in rejects += 1 })
      var found: [[JSON]] = []
      while let batch = try stream.next() {
        for row in 0..<batch.count {
          found.append(columns.indices.map { RandomNested.value(of: batch[$0], row) })
        }
      }
      #expect(found.count == expected.count)
      let first = zip(found, expected).first { $0.0 != $0.1 }
      #expect(first == nil, "seed \(seed): \(types)")
      #expect(rejects == records / 50)
    }
  }

  @Test("end at their bytes, those of elements included")
  func bytes() throws {
    let row = "{\"a\":[\((0..<100).map { "\($0)" }.joined(separator: ","))]}\n"
    let text = String(repeating: row, count: 100)
    let stream = try ColumnStream(
      RowSelection(columns: [try ImportColumn(parsing: "a:list<int>=a")]),
      of: JSONFeed(.bytes(Array(text.utf8), name: "t")), options: ColumnOptions(batchBytes: 4000))
    var counts: [Int] = []
    while let batch = try stream.next() {
      counts.append(batch.count)
      #expect(batch[0].children[0].count == batch.count * 100)
      #expect(batch[0].elements(0) == 0..<100)
    }
    #expect(counts == Array(repeating: 5, count: 20))
  }

  @Test("leave nothing of a record that makes no row")
  func rejected() throws {
    let text = """
      {"a":{"x":[1,2]},"n":1}
      {"a":{"x":[3,4,5]},"n":"bad"}
      {"a":null,"n":2}
      {"a":{"x":[6,"bad"]},"n":3}
      {"n":4}
      {"a":{"x":[7]},"n":5}

      """
    var rejects: [Reject] = []
    let stream = try ColumnStream(
      RowSelection(
        columns: [
          try ImportColumn(parsing: "a:struct<x: list<int>>=a"),
          try ImportColumn(parsing: "n:int=n"),
        ]), of: JSONFeed(.bytes(Array(text.utf8), name: "t")),
      rejected: { rejects.append(Reject($0)) })
    let batch = try #require(try stream.next())
    #expect((0..<batch.count).map { batch[1].int64($0) } == [1, 2, 4, 5])
    let lists = batch[0].children[0]
    #expect((0..<4).map { batch[0].isNull($0) } == [false, true, true, false])
    #expect((0..<4).map { lists.elements($0) } == [0..<2, nil, nil, 2..<3])
    #expect((0..<lists.children[0].count).map { lists.children[0].int64($0) } == [1, 2, 7])
    #expect(rejects.map(\.path) == ["$.n", "$.a.x[1]"])
    #expect(rejects.map(\.column) == ["n", "a"])
  }
}

/// Random types, values that fit them, and the same values from batches.
private enum RandomNested {
  static let scalars: [ColumnType] = [.int, .real, .text, .bool, .json]

  static func type(levels: Int, _ random: inout SeededGenerator) -> ColumnType {
    func inner() -> ColumnType {
      levels > 1 && Bool.random(using: &random)
        ? type(levels: levels - 1, &random) : scalars.randomElement(using: &random) ?? .int
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .list(inner())
    case 1: return .map(inner())
    default:
      let count = Int.random(in: 1...4, using: &random)
      return .structure((0..<count).map { ColumnType.Field(name: "f\($0)", type: inner()) })
    }
  }

  static func value(_ type: ColumnType, _ random: inout SeededGenerator) -> JSON {
    if Int.random(in: 0..<7, using: &random) == 0 { return .null }
    switch type {
    case .int: return JSON(Int.random(in: .min ... .max, using: &random))
    case .real: return [JSON(1), 0.25, -1e100].randomElement(using: &random) ?? 0
    case .bool: return .bool(Bool.random(using: &random))
    case .json: return [["x", 1], "y", true].randomElement(using: &random) ?? 0
    case .list(let element):
      return .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in value(element, &random) })
    case .map(let inner):
      var object = JSONObject()
      for number in 0..<Int.random(in: 0..<4, using: &random) {
        object["k\"\(number)"] = value(inner, &random)
      }
      return .object(object)
    case .structure(let fields):
      var object: JSONObject = ["other": [[:]]]
      for field in fields.shuffled(using: &random) where Int.random(in: 0..<5, using: &random) > 0 {
        object[field.name.text] = value(field.type, &random)
      }
      return .object(object)
    default:
      return ["", "a", "a \"longer\" text\n", "日本"].randomElement(using: &random) ?? ""
    }
  }

  /// The value as a column has it: with all fields of its structs, and no others.
  static func expected(_ type: ColumnType, _ value: JSON) -> JSON {
    switch (type, value) {
    case (.list(let element), .array(let values)):
      return .array(values.map { expected(element, $0) })
    case (.map(let inner), .object(let object)):
      var result = JSONObject()
      for (key, value) in object { result[key] = expected(inner, value) }
      return .object(result)
    case (.structure(let fields), .object(let object)):
      var result = JSONObject()
      for field in fields {
        result[field.name.text] = expected(field.type, object[field.name.text] ?? .null)
      }
      return .object(result)
    default: return value
    }
  }

  static func value(of column: ColumnBatch.Column, _ row: Int) -> JSON {
    if column.isNull(row) { return .null }
    switch column.field.type {
    case .int: return JSON(column.int64(row) ?? 0)
    case .real: return (try? JSONNumber(column.double(row) ?? 0)).map { .number($0) } ?? .null
    case .bool: return .bool(column.bool(row) ?? false)
    case .json: return (try? JSON(parsing: column.string(row) ?? "")) ?? .null
    case .list:
      return .array((column.elements(row) ?? 0..<0).map { value(of: column.children[0], $0) })
    case .map:
      var object = JSONObject()
      for entry in column.elements(row) ?? 0..<0 {
        object[column.children[0].string(entry) ?? ""] = value(of: column.children[1], entry)
      }
      return .object(object)
    case .structure:
      var object = JSONObject()
      for field in column.children { object[field.field.name.text] = value(of: field, row) }
      return .object(object)
    default: return .string(column.string(row) ?? "")
    }
  }
}

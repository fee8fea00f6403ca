import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Two feeds compared")
struct FeedComparisonTests {
  private let comparison: FeedComparison
  let folder: TemporaryFolder

  init() throws {
    comparison = FeedComparison(keys: [try ColumnPath(parsing: "id")])
    folder = try TemporaryFolder()
  }

  private func differences(
    _ first: String, _ second: String, threads: Int = 1, isFile: Bool = false
  ) throws -> ([RecordDifference], FeedComparison.Counts) {
    var options = FeedOptions(parallel: threads, badRecords: .skip)
    options.windowSize = 1 << 12
    var found: [RecordDifference] = []
    let other: FeedSource =
      isFile
      ? .file(try folder.write(second, to: "second")) : .bytes(Array(second.utf8), name: "second")
    let counts = try comparison.forEach(
      from: .bytes(Array(first.utf8), name: "first"), to: other, options: options
    ) { found.append($0) }
    return (found, counts)
  }

  /// A record with nested values, some spelt in another way.
  private func record(_ id: Int, _ version: Int, respelt: Bool) -> String {
    respelt
      ? "{\"tags\": [\"\\u0061\", \(version)e0], \"size\": \(version).0, \"id\": \(id)}"
      : "{\"id\":\(id),\"size\":\(version),\"tags\":[\"a\",\(version)]}"
  }

  @Test(
    "the differences are those of a plain model, from a file or a copy, on any number of threads",
    arguments: [1, 3], [false, true])
  func model(threads: Int, isFile: Bool) throws {
    print("seed 31")
    var random = SeededGenerator(seed: 31)
    var (old, new): ([Int: Int], [Int: Int]) = ([:], [:])
    for id in 0..<1000 {
      if Int.random(in: 0..<10, using: &random) > 0 { old[id] = 1 }
      if Int.random(in: 0..<10, using: &random) > 0 {
        new[id] = Int.random(in: 0..<10, using: &random) > 0 ? 1 : 2
      }
    }
    let (order, others) = (
      old.keys.sorted().shuffled(using: &random), new.keys.sorted().shuffled(using: &random)
    )
    let first = order.map { record($0, 1, respelt: false) + "\n" }.joined()
    let second = others.map { record($0, new[$0] ?? 0, respelt: $0 % 2 == 0) + "\n" }.joined()
    let (found, counts) = try differences(first, second, threads: threads, isFile: isFile)
    var expected: [RecordDifference] = []
    for id in order {
      let bytes = Array(record(id, 1, respelt: false).utf8)
      guard let version = new[id] else {
        expected.append(.onlyInFirst(bytes))
        continue
      }
      guard version != 1 else { continue }
      let isRespelt = id % 2 == 0
      let size = isRespelt ? "2.0" : "2"
      let tag = isRespelt ? "2e0" : "2"
      expected.append(
        .changed(
          first: bytes, second: Array(record(id, version, respelt: isRespelt).utf8),
          [
            RecordChange(path: "/size", first: "1", second: size),
            RecordChange(path: "/tags/1", first: "1", second: tag),
          ]))
    }
    for id in others where old[id] == nil {
      expected.append(
        .onlyInSecond(Array(record(id, new[id] ?? 0, respelt: id % 2 == 0).utf8)))
    }
    #expect(found == expected)
    #expect(!counts.areEqual && counts.rejected == 0)
    #expect(counts.equal + counts.changed + counts.onlyInFirst == Int64(old.count))
    #expect(counts.equal + counts.changed + counts.onlyInSecond == Int64(new.count))
  }

  @Test("feeds with the same records in another order and spelling are equal")
  func equal() throws {
    let first = (0..<500).map { record($0, 3, respelt: false) + "\n" }.joined()
    let second = (0..<500).reversed().map { record($0, 3, respelt: true) + "\n" }.joined()
    let (found, counts) = try differences(first, second)
    #expect(found.isEmpty && counts.areEqual && counts.equal == 500)
  }

  @Test("changes name the values that differ, and those that are missing")
  func changes() throws {
    let (found, _) = try differences(
      #"{"id":1,"a":{"x/y":1,"~":[1,2,3]},"b":null,"c":1}"#,
      #"{"id":1,"a":{"x/y":2,"~":[1,3]},"b":{},"d":[true]}"#)
    guard case .changed(_, _, let changes) = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(
      changes == [
        RecordChange(path: "/a/x~1y", first: "1", second: "2"),
        RecordChange(path: "/a/~0/1", first: "2", second: "3"),
        RecordChange(path: "/a/~0/2", first: "3", second: nil),
        RecordChange(path: "/b", first: "null", second: "{}"),
        RecordChange(path: "/c", first: "1", second: nil),
        RecordChange(path: "/d", first: nil, second: "[true]"),
      ])
  }

  @Test("damaged records are rejects of both feeds, and the rest is compared")
  func damaged() throws {
    let first = "{\"id\":1}\n{\"id\":2,}\n{\"x\":1}\n{\"id\":3}\n"
    let (found, counts) = try differences(first, "bad\n{\"id\":3}\n{\"id\":1}\n")
    #expect(found.isEmpty && counts.equal == 2 && counts.rejected == 3)
  }

  @Test("a key that occurs twice is an error that names the record", arguments: [false, true])
  func repeated(inFirst: Bool) throws {
    let (twice, once) = ("{\"id\":1}\n{\"id\":2}\n{\"id\":1.0}\n", "{\"id\":1}\n")
    let error = #expect(throws: ImportError.self) {
      try differences(inFirst ? twice : once, inFirst ? once : twice)
    }
    let name = inFirst ? "first" : "second"
    #expect(error?.message.hasPrefix("\(name): the key of record 3 occurred before") == true)
    let unknown = #expect(throws: ImportError.self) {
      try differences("{\"id\":7}\n{\"id\":7}\n", once)
    }
    #expect(unknown?.message.hasPrefix("first: the key of record 2 occurred before") == true)
  }

  @Test("more records than the bound are an error")
  func tooMany() throws {
    var comparison = comparison
    comparison.mostKeys = 10
    let many = (0..<11).map { "{\"id\":\($0)}\n" }.joined()
    for (first, second) in [("", many), (many, "")] {
      let error = #expect(throws: ImportError.self) {
        try comparison.forEach(
          from: .bytes(Array(first.utf8), name: "a"), to: .bytes(Array(second.utf8), name: "b")
        ) { _ in }
      }
      #expect(error?.message.contains("more than 10 different keys") == true)
    }
  }

  @Test("a file that changes while it is compared is an error, and no wrong difference")
  func changing() throws {
    let first = "{\"id\":1,\"v\":1}\n{\"id\":2}\n"
    let path = try folder.write("{\"id\":1,\"v\":2}\n{\"id\":3}\n", to: "second")
    let folder = folder
    let error = #expect(throws: ImportError.self) {
      try comparison.forEach(from: .bytes(Array(first.utf8), name: "first"), to: .file(path)) { _ in
        try folder.write("{\"id\":1,\"v\":2}\n{\"id\":4}\n", to: "second")
      }
    }
    #expect(error?.message.contains("changed while it was compared") == true)
  }

  @Test("wide and deep records that differ take no stack and no quadratic time")
  func hostile() throws {
    func wide(_ value: Int) -> String {
      "{\"id\":1," + (0..<50_000).map { "\"f\($0)\":\($0 * value)" }.joined(separator: ",") + "}\n"
    }
    let (found, _) = try differences(wide(1), wide(2))
    guard case .changed(_, _, let changes) = found.first else {
      Issue.record("no change")
      return
    }
    #expect(changes.count == 49_999)
    func deep(_ value: Int) -> String {
      let levels = String(repeating: "{\"a\":", count: 1000)
      return "{\"id\":1,\"d\":\(levels)\(value)\(String(repeating: "}", count: 1001))\n"
    }
    let (nested, counts) = try differences(deep(1), deep(2))
    #expect(nested.count == 1 && counts.rejected == 0)
  }
}

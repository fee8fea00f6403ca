import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Records without duplicates")
struct DeduplicationTests {
  private func unique(
    _ text: String, _ keys: [String], last: Bool = false, filter: String? = nil, threads: Int = 1,
    framing: FeedFraming = .lines
  ) throws -> (text: String, counts: Deduplication.Counts, rejected: Int64) {
    let unique = Deduplication(
      keys: try keys.map { text throws(ImportError) in try ColumnPath(parsing: text) },
      where: try filter.map { text throws(ImportError) in try Filter(text) })
    var feed = try questionFeed(text, threads: threads, framing: framing)
    var counts = Deduplication.Counts()
    let output = try unsafe written { body in
      guard last else {
        counts = try unsafe unique.write(&feed, to: body)
        return
      }
      var again = try questionFeed(text, threads: threads, framing: framing)
      counts = try unsafe unique.writeLast(&feed, again: &again, to: body)
    }
    return (output, counts, feed.counts.rejected)
  }

  @Test(
    "the first or the last of each key is that of a plain model, its bytes unchanged",
    arguments: [1, 2, 3], [false, true])
  func model(threads: Int, last: Bool) throws {
    let feed = QuestionFeed(seed: 21, count: 4000)
    let found = try unique(feed.text, ["a", "v"], last: last, threads: threads)
    let lines = feed.text.split(separator: "\n").map(String.init)
    var kept: [String: Int] = [:]
    var bad = 0
    for (number, fields) in feed.records.enumerated() {
      guard let fields else {
        bad += 1
        continue
      }
      let a = fields["a"] == "\"\\u0078\"" ? "\"x\"" : fields["a"] ?? ""
      let key = "\(a) \(fields["v"] ?? "")"
      if last || kept[key] == nil { kept[key] = number }
    }
    let expected = kept.values.sorted().map { lines[$0] + "\n" }.joined()
    #expect(found.text == expected)
    #expect(found.counts.records == Int64(kept.count))
    #expect(found.counts.duplicates == Int64(lines.count - bad - kept.count))
    #expect(found.rejected == Int64(bad))
  }

  @Test("keys are equal by value")
  func values() throws {
    let text = """
      {"k":1}
      {"k":1.0}
      {"k":10e-1}
      {"k":"1"}
      {"k":"\\u0031"}
      {"k":null}
      {"k":null,"x":2}
      {"k":{"a":1,"b":[1,2.50]}}
      {"k":{"b":[1.0,2.5],"a":1e0}}
      {"k":{"b":[2.5,1],"a":1}}
      {"k":[]}
      {"k":{}}
      {"k":[[]]}
      {"k":0}
      {"k":-0.0}
      {"k":9007199254740993}
      {"k":9007199254740992}
      {"k":123456789012345678901234567890}
      {"k":1.2345678901234567890123456789e29}
      {"x":1}
      """
    let found = try unique(text + "\n", ["k"])
    let kept = found.text.split(separator: "\n").map { $0.dropFirst(5).dropLast() }
    #expect(
      kept == [
        "1", "\"1\"", "null", "{\"a\":1,\"b\":[1,2.50]}", "{\"b\":[2.5,1],\"a\":1}", "[]", "{}",
        "[[]]",
        "0", "9007199254740993", "9007199254740992", "123456789012345678901234567890",
      ])
    // The record without the key.
    #expect(found.rejected == 1)
  }

  @Test("without paths the key is the whole record, its fields in any order")
  func wholeRecords() throws {
    let found = try unique("{\"a\":1,\"b\":2}\n{\"b\":2.0,\"a\":1}\n{\"a\":1}\n", [])
    #expect(found.text == "{\"a\":1,\"b\":2}\n{\"a\":1}\n")
  }

  @Test(
    "of duplicate fields that one counts which the options say",
    arguments: [
      DuplicateKeys.firstWins, .lastWins,
    ])
  func duplicateFields(policy: DuplicateKeys) throws {
    let text = "{\"k\":{\"a\":1,\"a\":2}}\n{\"k\":{\"a\":1}}\n{\"k\":{\"a\":2}}\n"
    var feed = try JSONFeed(
      .bytes(Array(text.utf8), name: "test"),
      options: FeedOptions(duplicateKeys: policy, badRecords: .skip))
    let unique = Deduplication(keys: [try ColumnPath(parsing: "k")])
    let found = try unsafe written { _ = try unsafe unique.write(&feed, to: $0) }
    let lines = found.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last == (policy == .firstWins ? "{\"k\":{\"a\":2}}" : "{\"k\":{\"a\":1}}"))
  }

  @Test("a filter decides first, and records of other framings keep their bytes")
  func framings() throws {
    let text = "[{\"k\":1},\n {\"k\":\n2}, {\"k\":1}, {\"k\":3}]"
    let found = try unique(
      text, ["k"], filter: "k < 3", framing: .elements(of: try JSONPointer("")))
    #expect(found.text == "{\"k\":1}\n{\"k\":\n2}\n")
    #expect(found.counts.filtered == 1 && found.counts.duplicates == 1)
  }

  @Test("more keys than the bound are an error, after the records before")
  func tooMany() throws {
    let text = (0..<2000).map { "{\"k\":\($0 / 2)}\n" }.joined()
    var unique = Deduplication(keys: [try ColumnPath(parsing: "k")])
    unique.mostKeys = 100
    var feed = try questionFeed(text)
    var bytes: [UInt8] = []
    let error = #expect(throws: ImportError.self) {
      try unsafe unique.write(&feed) { unsafe bytes += $0 }
    }
    #expect(error?.message.contains("more than 100 different keys") == true)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == (0..<100).map { "{\"k\":\($0)}\n" }.joined())
  }

  @Test("a feed that changes between two readings is an error")
  func changing() throws {
    let unique = Deduplication(keys: [try ColumnPath(parsing: "k")])
    for other in ["{\"k\":1}\n{\"k\":3}\n", "{\"k\":1}\n", "{\"k\":1}\n{\"k\":2}\n{\"k\":2}\n"] {
      var feed = try questionFeed("{\"k\":1}\n{\"k\":2}\n")
      var again = try questionFeed(other)
      let error = #expect(throws: ImportError.self) {
        try unsafe unique.writeLast(&feed, again: &again) { _ in }
      }
      #expect(error?.message.contains("changed while it was read twice") == true)
    }
  }

  @Test("many keys, each once and twice", arguments: [1, 2])
  func manyKeys(threads: Int) throws {
    let keys = Rounds.count(12_000, long: 600_000)
    let text = (0..<keys / 3 * 5).map { "{\"k\":\"key \($0 % keys)\"}\n" }.joined()
    let found = try unique(text, ["k"], threads: threads)
    #expect(found.counts.records == Int64(keys) && found.counts.duplicates == Int64(keys / 3 * 2))
  }

  @Test("deep and wide keys take no stack and no quadratic time")
  func hostile() throws {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    let wide =
      "{" + (0..<100_000).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
    let text = [deep, wide, deep, wide].map { "{\"k\":\($0)}\n" }.joined()
    let found = try unique(text, ["k"])
    #expect(found.counts.records == 2 && found.counts.duplicates == 2 && found.rejected == 0)
  }
}

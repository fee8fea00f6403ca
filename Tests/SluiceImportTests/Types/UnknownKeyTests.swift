import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Keys that nothing asks for")
struct UnknownKeyTests {
  private let feed = """
    {"id":1,"x":1,"a":{"b":2,"y":{"deep":1}},"j":{"free":1},"l":[{"k":1,"z":2},{"k":3,"q":4}]}
    {"x":2,"a":{"b":3},"i\\u0064":2,"a.b":0,"":5}
    {"id":3,"a":7,"w":1}
    {"id":4,"a":null,"f":1,"\\u0078":3,"l":[]}
    {"id":5,"skip":true,"v":1}
    [1]
    {}

    """
  private let columns = ["id:int=id", "b:int=a.b", "j:json=j", "k:int=l.0.k"]
  private let expected: [ByteName: Int64] = [
    "x": 3, "a.y": 1, "l.0.z": 1, "/a.b": 1, "/": 1, "f": 1,
  ]

  private func bench(_ threads: Int, _ policy: UnknownKeys) throws -> ImportBench {
    var bench = try ImportBench()
    bench.threads = threads
    bench.unknownKeys = policy
    bench.filter = "not skip"
    return bench
  }

  @Test(
    "are counted by their paths, only in objects that columns lead into", arguments: [1, 2])
  func report(threads: Int) throws {
    let bench = try bench(threads, .report)
    let summary = try bench.run(.bytes(Array(feed.utf8), name: "f"), columns)
    #expect(summary.unknownKeys == expected)
    #expect(summary.otherUnknownKeys == 0)
    // Rejects (a is a number; the record is an array) and filtered records do not count.
    #expect(summary.rows == 4 && summary.rejects == 2 && summary.filtered == 1)
    let ignoring = try self.bench(threads, .ignore)
    let plain = try ignoring.run(.bytes(Array(feed.utf8), name: "f"), columns)
    #expect(plain.unknownKeys.isEmpty && plain.rows == summary.rows)
    #expect(try ignoring.rows() == (try bench.rows()))
  }

  @Test("do not count where a column takes the record, or a filter names them")
  func named() throws {
    let whole = try bench(1, .stop)
    #expect(try whole.run(text: feed, "id:int=id", "all:json=$").rows == 5)
    let filtered = try bench(1, .report)
    let summary = try filtered.run(text: "{\"id\":1,\"skip\":false,\"other\":1}\n", "id:int=id")
    #expect(summary.unknownKeys == ["other": 1])
  }

  @Test("end the job with path and place, and its next run at the same place", arguments: [1, 2])
  func stop(threads: Int) throws {
    var bench = try bench(threads, .stop)
    bench.batchSize = 1
    try bench.folder.write(
      "{\"id\":1}\n{\"id\":2,\"a\":{\"b\":1}}\n{\"id\":3,\"a\":{\"c\":1}}\n", to: "f")
    for _ in 0..<2 {
      let error = importError {
        try bench.run(.file(bench.folder["f"]), ["id:int=id", "b:int=a.b"])
      }
      #expect(error?.kind == .unknownKey)
      #expect(
        error?.message.contains("f:3: no column, filter or exploded array names the key a.c")
          == true,
        "\(error?.message ?? "nothing thrown")")
      #expect(try bench.rows() == ["1|NULL", "2|1"])
    }
  }

  @Test("are found in a record that is like earlier ones but for one key", arguments: [1, 2])
  func alike(threads: Int) throws {
    let usual = "{\"id\":1,\"a\":{\"b\":2},\"j\":{\"free\":1},\"l\":[{\"k\":1},{\"z\":1}]}\n"
    let others: [(key: String, other: String, unknown: String?)] = [
      ("id", "ie", "ie"), ("a", "A", "A"), ("b", "c", "a.c"), ("k", "K", "l.0.K"), ("l", "m", "m"),
      ("free", "fred", nil), ("z", "y", nil),
    ]
    var random = RandomFeed(seed: 46)
    var (text, expected): (String, [ByteName: Int64]) = ("", [:])
    for _ in 0..<400 {
      for _ in 0..<random.below(4) { text += usual }
      let other = others[random.below(others.count)]
      text += usual.replacing("\"\(other.key)\"", with: "\"\(other.other)\"")
      if let unknown = other.unknown { expected[ByteName(unknown), default: 0] += 1 }
    }
    let bench = try bench(threads, .report)
    let summary = try bench.run(.bytes(Array(text.utf8), name: "f"), columns)
    #expect(summary.unknownKeys == expected && summary.rejects == 0)
  }

  @Test("with more than a thousand names are reported by number")
  func many() throws {
    var random = RandomFeed(seed: 7)
    var text = ""
    var total = 0
    for i in 0..<3000 {
      text += "{\"id\":\(i),\"k\(i)\":1,\"k\(random.below(500))\":2,\"same\":3}\n"
      total += 3
    }
    for threads in [1, 2] {
      let bench = try bench(threads, .report)
      let summary = try bench.run(.bytes(Array(text.utf8), name: "f"), ["id:int=id"])
      #expect(summary.unknownKeys.count == 1000)
      #expect(summary.unknownKeys["same"] == 3000)
      #expect(summary.unknownKeys.values.reduce(0, +) + summary.otherUnknownKeys == Int64(total))
    }
  }

  @Test("are found in any record, and take nothing from its rows")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("unknown keys: seed \(seed)")
    for number in 0..<60 {
      var random = RandomFeed(seed: seed &+ UInt64(number))
      let text = random.text(records: 1 + random.below(40))
      let all = try infer(text).columns.map(\.column)
      let kept = all.filter { _ in random.below(2) == 0 }
      guard !kept.isEmpty else { continue }
      var results: [[String]] = []
      for policy in [UnknownKeys.ignore, .report] {
        var bench = try ImportBench()
        bench.unknownKeys = policy
        let summary = try bench.run(.bytes(Array(text.utf8), name: "f"), columns: kept)
        #expect(summary.rejects == 0)
        results.append(try bench.rows())
        // The key of an omitted column is unknown, itself or an object above it.
        if policy == .report, kept.count == all.count {
          #expect(summary.unknownKeys.isEmpty, "seed \(seed), feed \(number)")
        }
      }
      #expect(results[0] == results[1], "seed \(seed), feed \(number)")
    }
  }
}

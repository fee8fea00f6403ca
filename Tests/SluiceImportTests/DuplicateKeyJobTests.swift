import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import Testing

@Suite("Duplicate keys and checking in jobs")
struct DuplicateKeyJobTests {
  private static let text = """
    {"id":1,"a":{"b":10},"a":{"b":11,"b":12}}
    {"id":2,"a":{"b":20}}
    {"id":3,"id":4,"a":{"b":30}}

    """

  @Test(
    "a job takes the field that the caller chose, in columns and in filters", arguments: [1, 3])
  func columns(threads: Int) throws {
    let rows: [(DuplicateKeys?, [String])] = [
      (nil, ["1|10", "2|20", "3|30"]), (.firstWins, ["1|10", "2|20", "3|30"]),
      (.lastWins, ["1|12", "2|20", "4|30"]), (.reject, ["2|20"]),
    ]
    for (policy, expected) in rows {
      var bench = try ImportBench()
      bench.threads = threads
      bench.duplicateKeys = policy
      let summary = try bench.run(text: Self.text, "id:int=id", "b:int=a.b")
      #expect(try bench.rows() == expected)
      #expect(summary.rejects == (policy == .reject ? 2 : 0))
      #expect(bench.rejects.count == (policy == .reject ? 2 : 0))
      #expect(bench.rejects.allSatisfy { $0.contains("duplicate-key") })

      var filtered = try ImportBench()
      filtered.threads = threads
      filtered.duplicateKeys = policy
      filtered.filter = "a.b = 12 or id = 4"
      try filtered.run(text: Self.text, "id:int=id")
      #expect(try filtered.rows() == (policy == .lastWins ? ["1", "4"] : []))
    }
  }

  @Test("an error in a field counts only when the field does")
  func faults() throws {
    let text = #"{"v":"x","v":1}"# + "\n" + #"{"v":2,"v":"x"}"# + "\n"
    for (policy, expected) in [(DuplicateKeys.firstWins, ["2"]), (.lastWins, ["1"])] {
      var bench = try ImportBench()
      bench.duplicateKeys = policy
      #expect(try bench.run(text: text, "v:int=v").rejects == 1)
      #expect(try bench.rows() == expected)
    }
  }

  @Test("keys are unknown in the objects that count")
  func unknownKeys() throws {
    let text = #"{"a":{"x":1},"a":{"b":1,"y":2},"z":0}"# + "\n"
    for (policy, expected) in [
      (DuplicateKeys?.none, ["a.x": 1, "z": 1]), (.lastWins, ["a.y": 1, "z": 1]),
    ] as [(DuplicateKeys?, [ByteName: Int64])] {
      var bench = try ImportBench()
      bench.duplicateKeys = policy
      bench.unknownKeys = .report
      #expect(try bench.run(text: text, "b:int=a.b").unknownKeys == expected)
    }
  }

  @Test("the array that counts is exploded, with its elements' fields that count")
  func exploded() throws {
    let text = #"{"l":[{"v":1,"v":2}],"l":[{"v":3,"v":4},{"v":5}]}"# + "\n"
    for (policy, expected) in [
      (nil, ["1"]), (.firstWins, ["1"]), (.lastWins, ["4", "5"]), (.reject, []),
    ] as [(DuplicateKeys?, [String])] {
      var bench = try ImportBench()
      bench.duplicateKeys = policy
      bench.explode = "l"
      try bench.run(text: text, "v:int=l[].v")
      #expect(try bench.rows() == expected)
    }
  }

  private static let invalid =
    "{\"id\":1}\n{\"id\":2,\"x\":tru}\n{\"id\":3,\"x\":[01]}\n{\"id\":4}\n"

  @Test("by default, a job stores no row of a record that is not JSON", arguments: [1, 2])
  func checksInFull(threads: Int) throws {
    var bench = try ImportBench()
    bench.threads = threads
    #expect(try bench.run(text: Self.invalid, "id:int=id").rejects == 2)
    #expect(try bench.rows() == ["1", "4"])
    var accessed = try ImportBench()
    accessed.threads = threads
    accessed.checking = .accessed
    #expect(try accessed.run(text: Self.invalid, "id:int=id").rejects == 0)
    #expect(try accessed.rows().count == 4)
  }

  @Test("selections and tallies check in full by default", arguments: [1, 2])
  func selections(threads: Int) throws {
    for (checking, count) in [(nil, 2), (.accessed, 4), (.full, 2)] as [(JSONChecking?, Int64)] {
      let options = FeedOptions(checking: checking, parallel: threads, badRecords: .skip)
      func feed() throws -> JSONFeed {
        try JSONFeed(.bytes(Array(Self.invalid.utf8), name: "records"), options: options)
      }
      let selection = RowSelection(columns: [try ImportColumn(parsing: "id:int=id")])
      var one = try feed()
      var two = try feed()
      var three = try feed()
      #expect(try selection.forEach(in: &one) { _ in }.rows == count)
      #expect(try unsafe selection.write(&two, as: .csv) { _ in }.rows == count)
      #expect(try Tally().groups(of: &three).records == count)
    }
  }

  @Test("a program that reads a feed itself checks what it accesses by default")
  func feeds() throws {
    var feed = try JSONFeed(.bytes(Array(Self.invalid.utf8), name: "records"))
    var ids: [Int] = []
    try feed.forEach {
      ids.append(try $0.cursor["id"].int)
    } rejected: { _ in
    }
    #expect(ids == [1, 2, 3, 4])
  }
}

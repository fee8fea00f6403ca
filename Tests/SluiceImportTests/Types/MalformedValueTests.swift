import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

/// Text that is not JSON is a reject with its own code, whatever a column's contract makes of values of another type.
@Suite("A value that is not JSON")
struct MalformedValueTests {
  /// A run over one document, whose rows are all NULL, or the default, where they were stored.
  private struct Story {
    var column: String
    var mismatch = ColumnContract.Mismatch.null
    var standIn: ColumnConstant?
    var explode: String?
    var filter: String?
    var checking = JSONChecking.accessed
    var threads = 1
    var duplicateKeys: DuplicateKeys?

    /// The number of rows, the codes of the rejects, and the kind of the error.
    func outcome(of text: String) throws -> (rows: Int, codes: [String], error: ImportError?) {
      var bench = try ImportBench()
      bench.checking = checking
      bench.threads = threads
      bench.explode = explode
      bench.filter = filter
      bench.duplicateKeys = duplicateKeys
      var column = try ImportColumn(parsing: column)
      column.contract = ColumnContract(standIn: standIn, mismatch: mismatch)
      var rows = 0
      let error = importError {
        let summary = try bench.run(
          .bytes(Array("\(text)\n".utf8), name: "f"), columns: [column])
        rows = Int(summary.rows)
      }
      let codes = try bench.rejects.map { reject in
        try #require(JSON(parsing: reject)["code"]?.string)
      }
      return (rows, codes, error)
    }

    func check(
      _ text: String, is code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let found = try outcome(of: text)
      #expect(
        found.rows == 0 && found.codes == [code] && found.error == nil,
        "\(text) as \(column), mismatch \(mismatch), \(checking): \(found)",
        sourceLocation: sourceLocation)
    }
  }

  private static let words = [
    ("NaN", "invalid-literal"), ("nul", "invalid-literal"), ("garbage", "invalid-literal"),
    ("", "unexpected-token"), ("-Infinity", "invalid-number"), ("01", "invalid-number"),
    ("\"\\q\"", "invalid-escape"), ("+1", "invalid-literal"), ("1\"x\"", "invalid-number"),
    ("[1,NaN]", "invalid-literal"), ("{\"a\":01}", "invalid-number"), ("[1 2]", "unexpected-token"),
  ]

  @Test(
    "was stored as NULL where the column's mismatches are", arguments: ColumnType.scalars,
    [JSONChecking.accessed, .full])
  func nulls(type: ColumnType, checking: JSONChecking) throws {
    for (word, code) in MalformedValueTests.words {
      try Story(column: "v:\(type)=v", checking: checking).check("{\"v\":\(word)}", is: code)
    }
  }

  @Test(
    "ended the job where the column's mismatches do", arguments: [JSONChecking.accessed, .full])
  func stops(checking: JSONChecking) throws {
    for (word, code) in MalformedValueTests.words {
      for type in [ColumnType.int, .text, .json, .uuid] {
        try Story(column: "v:\(type)=v", mismatch: .stop, checking: checking)
          .check("{\"v\":\(word)}", is: code)
      }
    }
    // A value of another type ends it.
    let found = try Story(column: "v:int=v", mismatch: .stop, checking: checking)
      .outcome(of: "{\"v\":[1]}")
    #expect(found.error?.kind == .mismatch && found.rows == 0)
  }

  @Test("was replaced by the column's default")
  func defaults() throws {
    for (word, code) in MalformedValueTests.words {
      try Story(column: "v:int=v", standIn: .integer(7)).check("{\"v\":\(word)}", is: code)
    }
  }

  @Test("was a value in which a path ends", arguments: ["v.a", "v.0", "v.a.b"])
  func below(path: String) throws {
    for (word, code) in MalformedValueTests.words where !word.hasPrefix("[") && !word.hasPrefix("{")
    {
      try Story(column: "v:int=\(path)").check("{\"v\":\(word)}", is: code)
    }
    try Story(column: "v:int=v.a").check("{\"v\":[1,nul]}", is: "invalid-literal")
    try Story(column: "v:int=v.0.a").check("{\"v\":[[NaN]]}", is: "invalid-literal")
  }

  @Test("was stored as NULL where a JSONPath selects it", arguments: ["$.v", "$..v", "$['v','w']"])
  func queries(path: String) throws {
    for (word, code) in MalformedValueTests.words where !word.isEmpty {
      try Story(column: "v:int=\(path)").check("{\"v\":\(word)}", is: code)
    }
  }

  @Test("was one of several that a JSONPath selects, which is a mismatch")
  func several() throws {
    try Story(column: "v:int=$.*").check("{\"v\":1,\"w\":nul}", is: "invalid-literal")
    try Story(column: "v:int=$.*").check("{\"v\":NaN,\"w\":1}", is: "invalid-literal")
  }

  @Test("was stored as NULL in the row of an element, or as an exploded array", arguments: [1, 2])
  func exploded(threads: Int) throws {
    for (word, code) in MalformedValueTests.words where !word.isEmpty {
      try Story(column: "v:int=c[].v", explode: "c", threads: threads)
        .check("{\"c\":[{\"v\":\(word)}]}", is: code)
      // Only the requested fields of an object are read.
      if !word.hasPrefix("{") {
        try Story(column: "v:int=c[].v", explode: "c", threads: threads)
          .check("{\"c\":[{\"v\":1},\(word)]}", is: code)
      }
      if !word.hasPrefix("[") {
        try Story(column: "v:int=id", explode: "c", threads: threads)
          .check("{\"c\":\(word)}", is: code)
      }
    }
  }

  @Test("was the field that counts of two")
  func duplicates() throws {
    try Story(column: "v:int=v", duplicateKeys: .lastWins)
      .check("{\"v\":1,\"v\":NaN}", is: "invalid-literal")
  }

  @Test(
    "was a value of another type to a filter, which passed it over",
    arguments: [
      "v = 3", "v != 3", "not v = 3", "v", "v = 'a'", "v < 'a'", "v = null", "v != null",
      "v = true",
      "v contains 'a'", "v startsWith 'a'", "v endsWith 'a'", "v matches 'a'", "v in (1, 'b')",
      "v not in (1, 'b')", "v.a = 1", "not v.a = 1", "`$[?@.v == 1].v` = 1",
    ])
  func filters(condition: String) throws {
    for (word, code) in MalformedValueTests.words where !"[{".contains(word.first ?? "-") {
      let text = condition.hasPrefix("`") ? "{\"r\":{\"v\":\(word)}}" : "{\"v\":\(word)}"
      try Story(column: "x:int=x", filter: condition).check(text, is: code)
    }
  }

  @Test("was an element that a filter's contains compares, and passed over")
  func elements() throws {
    try Story(column: "x:int=x", filter: "v contains 3").check(
      "{\"v\":[1,nul,2]}", is: "invalid-literal")
  }

  @Test("a value of another type that is JSON is still what the contract makes of it")
  func values() throws {
    for text in [
      "{\"v\":[1,{\"a\":\"\\n\"}]}", "{\"v\":\"x\\u00e9\"}", "{\"v\":true}", "{\"v\":1.5}",
    ] {
      let found = try Story(column: "v:int=v").outcome(of: text)
      #expect(found.rows == 1 && found.codes == [] && found.error == nil, "\(text): \(found)")
    }
    // Beyond all doubles, and JSON.
    let found = try Story(column: "v:int=v").outcome(of: "{\"v\":[1e400]}")
    #expect(found.rows == 1 && found.codes == [])
  }

  private static func hasLargeNumber(_ text: String) -> Bool {
    text.split { !$0.isNumber && !"+-.eE".contains($0) }.contains { Double($0)?.isInfinite == true }
  }

  private static let textCodes: Set = [
    "invalid-literal", "invalid-number", "invalid-escape", "unexpected-token",
  ]

  /// Random documents of one value, against a parser of its own. Each story has many documents, and the number of each
  /// is in its row or its reject.
  @Test("is a reject with its code, and no other value is one, by a strict parser's verdict")
  func model() throws {
    let seed: UInt64 = 46_23
    var random = RandomWords(seed: seed)
    for round in 0..<Rounds.count(60, long: 3000) {
      let type = ColumnType.scalars[random.below(ColumnType.scalars.count)]
      let mismatch = [ColumnContract.Mismatch.null, .reject][random.below(2)]
      let path = ["v", "v.k0", "$.v", "v.0"][random.below(4)]
      var bench = try ImportBench()
      bench.checking = random.below(4) == 0 ? .full : .accessed
      bench.threads = 1 + random.below(2)
      var column = try ImportColumn(parsing: "v:\(type)=\(path)")
      column.contract.mismatch = mismatch
      if random.below(3) == 0, type == .int { column.contract.standIn = .integer(5) }
      let values = (0..<40).map { _ in random.value() }
      let text = values.map { "{\"v\":\($0)}\n" }.joined()
      let summary = try bench.run(
        .bytes(Array(text.utf8), name: "f"), columns: [column, ImportColumn(parsing: "n:record")])
      let stored = Set(try bench.rows("SELECT n FROM t").compactMap { Int($0) })
      var codes: [Int: String] = [:]
      for reject in bench.rejects {
        let json = try JSON(parsing: reject)
        codes[try #require(json["record"]?.int)] = try #require(json["code"]?.string)
      }
      #expect(Int(summary.records) == values.count && stored.count + codes.count == values.count)
      for (place, value) in values.enumerated() {
        let (number, fault) = (place + 1, StrictWord.fault(in: value))
        let story =
          "seed \(seed), round \(round): \(value) as \(column), \(bench.checking == .full ? "full" : "accessed")"
        // Under .accessed a path may lead past what is malformed, which is not read.
        let isPassedOver =
          bench.checking != .full && path.hasPrefix("v.")
          && (value.hasPrefix("{") || (value.hasPrefix("[") && path == "v.0"))
        guard let fault else {
          #expect(!MalformedValueTests.textCodes.contains(codes[number] ?? ""), "\(story)")
          // A check in full refuses numbers beyond all doubles.
          let isLarge = codes[number] == "number-out-of-range" && bench.checking == .full
          if mismatch == .null { #expect(stored.contains(number) != isLarge, "\(story)") }
          continue
        }
        if isPassedOver { continue }
        // A number beyond all doubles, which a check in full refuses, may come before the fault.
        if bench.checking == .full, codes[number] == "number-out-of-range",
          Self.hasLargeNumber(value)
        {
          continue
        }
        #expect(codes[number] == fault && !stored.contains(number), "\(story)")
      }
    }
  }
}

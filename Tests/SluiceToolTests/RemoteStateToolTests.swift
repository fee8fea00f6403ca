import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Imports of objects that change, and of lists and lengths that are wrong.
@Suite(
  "Imports of changing objects",
  .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteStateToolTests {
  private let folder: TemporaryFolder
  private let server: ObjectServer
  private let bucket: TestBucket

  init() throws {
    folder = try TemporaryFolder()
    bucket = try TestBucket(folder)
    server = try ObjectServer()
  }

  private static func text(_ state: String, _ count: Int = 2000) -> String {
    (0..<count).map {
      "{\"id\":\(100_000 + $0),\"state\":\"\(state)\",\"x\":\"\(String(repeating: "x", count: 40))\"}\n"
    }.joined()
  }

  private func put(_ script: String, _ states: [String] = ["old", "new"].map { text($0) }) throws {
    try server.put("/a", states: states, script: script)
  }

  @discardableResult
  private func importing(_ source: String? = nil, _ more: [String] = []) throws
    -> BuiltTool.Result
  {
    try bucket.run(
      [
        "import", source ?? server.site + "/a", "--into", "a.sqlite", "--table", "t", "--batch",
        "100", "--framing", "lines", "--column", "id:int=id", "--column", "state:text=state",
      ] + more)
  }

  private func removeTable() throws {
    guard folder.names.contains("a.sqlite") else { return }
    try FileManager.default.removeItem(atPath: folder["a.sqlite"])
  }

  /// How many rows there are of each state.
  private func counts() throws -> [String] {
    try TestDatabase(folder["a.sqlite"])
      .rows("SELECT state, count(*), count(DISTINCT id) FROM t GROUP BY state ORDER BY state")
      .map { $0.replacing("'", with: "") }
  }

  @Test("that were compared when Ctrl-C came ended with status 2, as an error of reading")
  func stoppedWhileCompared() throws {
    for path in ["/a", "/b"] { try server.put(path, "{\"id\":1,\"state\":\"old\"}\n") }
    let sources = ["/a", "/b"].map { server.site + $0 }
    let arguments =
      ["import"] + sources + [
        "--into", "a.sqlite", "--table", "t", "--column", "id:int=id", "--column",
        "state:text=state",
      ]
    #expect(try bucket.run(arguments).status == 0)
    let grown = String(repeating: "{\"id\":1,\"state\":\"old\"}\n", count: 2)
    try server.put("/b", grown, script: "{\"silent\":0}")
    _ = try server.log()
    let stopped = try BuiltTool.interrupt(arguments, in: folder) {
      try waitFor { try server.log().contains { $0.target == "/b" } }
    }
    #expect(stopped.status == 130, "\(stopped)")
    try server.put("/b", grown)
    #expect(try bucket.run(arguments).status == 0)
    #expect(try counts() == ["old|3|1"])
  }

  static let validators = [
    "\"etag\":\"W/\\\"1\\\"\"", "\"plain\":true",
    "\"modified\":\"Sat, 31 Jan 2026 12:00:00 GMT\"",
  ]

  @Test("stored 2,000 rows that were mixed of two states", arguments: validators)
  func mixed(validator: String) throws {
    try put(
      "[{\(validator)},{\(validator),\"state\":0,\"cut\":100050},{\(validator),\"state\":1}]")
    let first = try importing()
    #expect(first.status == 2 && first.errors.contains("changed while it was read"), "\(first)")
    let stored = try counts()
    #expect(stored.count == 1 && stored[0].hasPrefix("old|1"), "\(stored)")
    // Neither the one nor the other is continued.
    for state in 0...1 {
      try put("{\(validator),\"state\":\(state)}")
      let second = try importing()
      #expect(second.status == 2 && second.errors.contains("left in the middle"), "\(second)")
      #expect(try counts() == stored)
    }
    let replaced = try importing(nil, ["--mode", "replace"])
    #expect(replaced.status == 0, "\(replaced)")
    #expect(try counts() == ["new|2000|2000"])
  }

  @Test("that grow were never imported: each request found another state")
  func growing() throws {
    let text = (0..<3000).map { "{\"id\":\($0),\"state\":\"log\"}\n" }
    let states = (0..<20).map { text.prefix(1000 + 100 * $0).joined() }
    let script = states.indices.map { "{\"state\":\($0)}" }.joined(separator: ",")
    try put("[\(script)]", states)
    let first = try importing()
    #expect(first.status == 0 && first.errors.contains("1100 rows"), "\(first)")
    #expect(try server.log().count == 2)
    // Its rest only, if the server's state is the same from one request to the next.
    for _ in 0..<3 {
      let next = try importing()
      #expect(next.status == 0 && next.errors.contains("imported what was appended"), "\(next)")
    }
    let rows = try counts()[0].split(separator: "|").map(String.init)
    #expect(rows[0] == "log" && rows[1] == rows[2] && Int(rows[1]) ?? 0 > 1300, "\(rows)")
    try put("[]", [states[19]])
    _ = try server.log()
    #expect(try importing().status == 0)
    #expect(try counts() == ["log|2900|2900"])
    let ranges = try server.log().filter { $0.headers["range"] != nil }
    #expect(ranges.count > 1)
    #expect(ranges.dropFirst().allSatisfy { $0.headers["if-range"] != nil }, "\(ranges)")
  }

  @Test(
    "that grow far from their start are imported to their end, each time",
    arguments: ["", "\"etag\":\"W/\\\"STATE\\\"\"", "\"plain\":true"])
  func growingLong(validator: String) throws {
    let text = (0..<33_000).map { "{\"id\":\($0),\"state\":\"log\",\"x\":\"\"}\n" }
    let states = (0..<24).map { text.prefix(30_000 + 10 * $0).joined() }
    let steps = states.indices.map { state in
      let given = validator.replacing("STATE", with: "\(state)")
      return "{\"state\":\(state)\(given.isEmpty ? "" : "," + given)}"
    }
    try put("[\(steps.joined(separator: ","))]", states)
    for run in 0..<3 {
      let result = try importing()
      #expect(result.status == 0, "\(run): \(result)")
    }
    let rows = try counts()[0].split(separator: "|").map(String.init)
    #expect(rows[0] == "log" && rows[1] == rows[2] && Int(rows[1]) ?? 0 > 30_050, "\(rows)")
  }

  @Test("that were left in the middle go on under a strong ETag, and only there")
  func resumed() throws {
    for (validator, isStrong) in [("\"state\":0", true)]
      + RemoteStateToolTests.validators.map({ ($0, false) })
    {
      try removeTable()
      try put("[{\(validator)},{\(validator),\"cut\":100050},{\"status\":404}]")
      #expect(try importing().status == 2)
      let stored = try counts()
      #expect(stored.count == 1 && stored[0].hasPrefix("old|1"), "\(stored)")
      try put("{\(validator)}")
      let second = try importing()
      #expect(second.status == (isStrong ? 0 : 2), "\(second)")
      #expect(try counts() == (isStrong ? ["old|2000|2000"] : stored))
    }
  }

  @Test("stored 4,000 rows of 2,000 when the same ETag came without a length")
  func withoutLength() throws {
    for etag in ["\"e\"", "W/\"e\""] {
      try removeTable()
      let etag = "\"etag\":\"\(etag.replacing("\"", with: "\\\""))\""
      let chunked = ",\"chunked\":true,\"full\":true"
      // In any order: with a length, without, and with it again.
      for more in ["", chunked, "", chunked] {
        try put("{\(etag)\(more)}")
        let result = try importing()
        #expect(result.status == 0, "\(result)")
        #expect(try counts() == ["old|2000|2000"], "\(etag) \(more)")
      }
      // Another one without a length.
      try put("{\"etag\":\"\\\"f\\\"\",\"state\":1\(chunked)}")
      let other = try importing()
      #expect(other.status == 2 && other.errors.contains("no size now"), "\(other)")
      #expect(try counts() == ["old|2000|2000"])
    }
  }

  @Test("stored 4,000 rows of 2,000 when a first import had no length")
  func neverWithLength() throws {
    for _ in 0..<2 {
      try put("{\"chunked\":true,\"full\":true}")
      #expect(try importing().status == 0)
      #expect(try counts() == ["old|2000|2000"])
    }
    try put("{}")
    #expect(try importing().errors.contains("nothing new"))
    #expect(try counts() == ["old|2000|2000"])
  }

  @Test("stored the rows again when the server told nothing any more")
  func nothingTold() throws {
    try put("{}")
    #expect(try importing().status == 0)
    let nothing = "{\"plain\":true,\"chunked\":true,\"full\":true}"
    for (more, status) in [([], 2), (["\(server.site)/b"], 5)] {
      try server.put("/b", RemoteStateToolTests.text("b", 10))
      try put(nothing)
      let result = try importing(nil, more)
      #expect(result.status == status && result.errors.contains("what is new in it"), "\(result)")
      #expect(try counts() == (more.isEmpty ? [] : ["b|10|10"]) + ["old|2000|2000"])
    }
    let plan = try bucket.run([
      "plan", server.site + "/a", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id",
      "--column", "state:text=state",
    ])
    #expect(plan.status == 2 && plan.errors.contains("what is new in it"), "\(plan)")
    #expect(try importing(nil, ["--mode", "replace"]).status == 0)
    #expect(try counts() == ["old|2000|2000"])
  }

  @Test("of an object that grew under weak validators take what was appended, from one response")
  func grown() throws {
    let old = RemoteStateToolTests.text("old")
    let grown = old + RemoteStateToolTests.text("more", 10)
    let other = RemoteStateToolTests.text("new") + RemoteStateToolTests.text("more", 10)
    for (i, validator) in RemoteStateToolTests.validators.enumerated() {
      let later = i == 0 ? "\"etag\":\"W/\\\"2\\\"\"" : validator
      try removeTable()
      try put("{\(validator)}", [old, grown, other])
      #expect(try importing().status == 0)
      // The bytes before the position are those that were imported, and then the object changes.
      for requests in 1...3 {
        let steps = (1...9).map { "{\(later),\"state\":\($0 <= requests ? 1 : 2)}" }
        try put("[" + steps.joined(separator: ",") + "]", [old, grown, other])
        let changed = try importing()
        #expect(changed.status == 2 && changed.errors.contains("changed"), "\(changed)")
        #expect(try counts() == ["old|2000|2000"], "\(changed)")
      }
      try put("{\(later),\"state\":1}", [old, grown, other])
      #expect(try importing().status == 0)
      #expect(try counts() == ["more|10|10", "old|2000|2000"])
    }
  }

  @Test("with --mode replace lost the rows of an object that a cut list did not have")
  func cutList() throws {
    for i in 0..<7 { try bucket.server.put("/logs/k\(i)", RemoteStateToolTests.text("s\(i)", 3)) }
    let all = (0..<7).map { "s\($0)|3|3" }
    #expect(try importing("s3://logs/k*", ["--mode", "replace"]).status == 0)
    #expect(try counts() == all)
    // Four keys of seven, of which each page is a whole body of HTTP.
    let cut = "{\"replace\":[\"<NextContinuationToken>\",\"</ListBucketResult>\"]}"
    for lists in ["{\"cut\":500}", "{\"cut\":250}", cut] {
      try bucket.server.setLists("[{},\(lists),\(lists),\(lists)]")
      let result = try importing("s3://logs/k*", ["--mode", "replace"])
      #expect(result.status == 2 && result.errors.contains("is not whole"), "\(result)")
      #expect(try counts() == all)
    }
    try bucket.server.setLists("[{},{\"cut\":500},{}]")
    #expect(try importing("s3://logs/k*", ["--mode", "replace"]).status == 0)
    #expect(try counts() == all)
  }

  @Test("in a content coding that was not asked for became rejects", arguments: ["br", "deflate"])
  func codings(coding: String) throws {
    try put("{\"encoding\":\"\(coding)\"}")
    let result = try importing(nil, ["--rejects", "r.ndjson"])
    #expect(result.status == 2 && result.errors.contains("content coding \(coding)"), "\(result)")
    #expect(!folder.names.contains("a.sqlite") && !folder.names.contains("r.ndjson"))
  }

  @Test(
    "left damaged progress for good after a length that no object has",
    arguments: [
      "[\"9223372036854775807\"]", "[\"9223372036854775808\"]", "[\"-1\"]", "[\"5\",\"6\"]",
    ])
  func lengths(lengths: String) throws {
    try put("{\"full\":true,\"lengths\":\(lengths)}")
    let result = try importing()
    #expect(result.status == 2, "\(result)")
    #expect(!folder.names.contains("a.sqlite"))
    try put("{}")
    #expect(try importing().status == 0)
    #expect(try counts() == ["old|2000|2000"])
    let range = "\"range\":\"bytes 0-1023/9223372036854775807\""
    try put("{\(range)}")
    let again = try importing()
    #expect(again.status == 2 && !again.errors.contains("damaged"), "\(again)")
    try put("{}")
    #expect(try importing().errors.contains("nothing new"))
  }

  @Test("in a row stored a mixture of states, or one of them twice")
  func model() throws {
    var (whole, failed) = (0, 0)
    for seed in 0..<UInt64(Rounds.count(12, long: 400)) {
      var random = SeededGenerator(seed: seed)
      try removeTable()
      let kind = Int.random(in: 0..<4, using: &random)
      let count = Int.random(in: 1...3000, using: &random)
      let states = ["s0", "s1", "s2"].map { RemoteStateToolTests.text($0, count) }
      for _ in 0..<3 {
        try put(RemoteStateToolTests.script(kind, 90 * count, &random), states)
        let result = try importing()
        let stored = folder.names.contains("a.sqlite") ? try counts() : []
        #expect(stored.count <= 1, "seed \(seed): \(stored), \(result)")
        let numbers = stored.first?.split(separator: "|").dropFirst() ?? []
        #expect(Set(numbers).count <= 1, "seed \(seed): \(stored) is doubled, \(result)")
        if result.status == 0 {
          #expect(numbers.first.map(String.init) == "\(count)", "seed \(seed): \(result)")
          whole += 1
        } else {
          failed += 1
        }
      }
    }
    print("imports of a changing object: \(whole) whole, \(failed) refused")
    #expect(whole > 3 && failed > 3)
  }

  /// What the server does with each request: `kind` is how it tells states apart.
  private static func script(
    _ kind: Int, _ size: Int, _ random: inout SeededGenerator
  ) -> String {
    var state = Int.random(in: 0..<3, using: &random)
    let steps = (0..<12).map { _ in
      if Int.random(in: 0..<6, using: &random) == 0 {
        state = Int.random(in: 0..<3, using: &random)
      }
      var step = "{\"state\":\(state)"
      if kind > 0 { step += "," + validators[kind - 1] }
      func add(_ text: String, oneIn count: Int) {
        if Int.random(in: 0..<count, using: &random) == 0 { step += "," + text }
      }
      add("\"cut\":\(Int.random(in: 0...size, using: &random))", oneIn: 3)
      // Without a version, an object without a length is read as a pipe is: each run is a new import.
      if kind != 2 { add("\"chunked\":true,\"full\":true", oneIn: 4) }
      add("\"status\":404", oneIn: 12)
      return step + "}"
    }
    return "[" + steps.joined(separator: ",") + "]"
  }
}

import Sluice
import SluiceFeed
import SluiceSchema
import Testing

@Suite("Issues")
struct IssueTests {
  @Test("an error made from a text compares and prints like Elevate's")
  func texts() {
    let name = "x"
    let literal = ParserError.validation(failureReason: "plain")
    let interpolated = ParserError.validation(failureReason: "with \(name)")
    let made = ParserError.validation(failureReason: String("made"))
    #expect(literal.failureReason == "plain" && interpolated.failureReason == "with x")
    #expect(made.description == "Parser Validation Error - made")
    #expect(made.debugDescription == made.description)
    #expect(
      ParserError.deserialization(failureReason: "d").description
        == "Parser Deserialization Error - d")
    #expect(literal.issues.isEmpty && literal.offset == nil && literal.jsonError == nil)
    if case .validation(let reason) = interpolated {
      #expect(reason == "with x" && reason != "with y")
    } else {
      Issue.record("not a validation error")
    }
  }

  @Test("quoted values are shortened")
  func short() throws {
    let long = String(repeating: "x", count: 100_000)
    let error = try #require(reasonOf(#"{"k":"\#(long)"}"#))
    #expect(error.issues[0].found.count < 60)
    #expect(error.failureReason.count < 100)
    let key = validationError {
      _ = try Schema([String: Int].self) { fields in
        let all = fields.required("k", .dictionary(of: .int))
        return { $0[all] }
      }.decode(#"{"k":{"\#(long)":"1"}}"#)
    }
    #expect(try #require(key).failureReason.utf8.count < 1_000)
    #expect(try #require(key).issues[0].path.utf8.count < 1_000)
  }

  private func reasonOf(_ json: String) -> ParserError? {
    validationError { _ = try entity(json, .int) }
  }

  @Test("thousands of errors are reported one by one, each at its place")
  func thousands() throws {
    let count = 5_000
    let items = (0..<count).map { $0 % 2 == 0 ? #"{"x":"\#($0)"}"# : "{}" }.joined(separator: ",")
    for error in [
      validationError { _ = try decodeArray(from: "[\(items)]") as [Point] },
      validationError { _ = try Point.schema.decodeArray("[\(items)]") },
    ] {
      let issues = try #require(error).issues
      #expect(issues.count == 2 * count)
      #expect(issues[2 * count - 1].path == "$[\(count - 1)].y")
      let lines = try #require(error).failureReason.split(separator: "\n")
      #expect(lines.count == 4 * count)
      #expect(lines[4 * count - 4].contains("at index \(count - 1) "))
    }
  }

  @Test("in a feed, offsets count from the record's first byte")
  func feed() throws {
    let text = "{\"x\":1,\"y\":2}\n  {\"x\":1,\"y\":\"2\"}\n{\"x\":3,\"y\":4}\n"
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"))
    var points: [Point] = []
    var rejected: [RejectedRecord] = []
    try feed.forEach(
      Point.schema, { points.append($0) }, rejected: { rejected.append($0) })
    #expect(points == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
    #expect(rejected.count == 1)
    let reject = try #require(rejected.first)
    #expect(reject.description.contains("Value for key path [y] is of incorrect type"))
  }

  @Test("a schema that throws restores the index: the next one is not affected")
  func state() throws {
    var reader = JSONReader()
    for _ in 0..<3 {
      #expect(throws: ParserError.self) { try reader.value(of: #"{"x":[]}"#, by: Point.schema) }
      // No schema is in progress: the first fault ends the reading.
      let plain = #expect(throws: JSONError.self) {
        try reader.value(of: #"["a","b"]"#, by: .array(of: .int))
      }
      #expect(plain?.path == "$[0]")
      let dictionary = #expect(throws: JSONError.self) {
        try reader.value(of: #"{"a":1,"b":"x"}"#, by: .dictionary(of: .int))
      }
      #expect(dictionary?.path == "$.b")
      #expect(try reader.value(of: #"{"x":1,"y":2}"#, by: Point.schema) == Point(x: 1, y: 2))
    }
  }

  @Test("a mapping inside a schema that is not a schema still stops at its first fault")
  func inner() throws {
    // It has its own policy, like a rule.
    let first = ClosureMapping { json in
      do {
        return try ArrayMapping(of: .int).value(from: json).count
      } catch let error as JSONError {
        throw error
      }
    }
    let schema = Schema(Int.self) { fields in
      let count = fields.required("a", first)
      return { $0[count] }
    }
    #expect(validationError { _ = try schema.decode(#"{"a":["x","y"]}"#) }?.issues.isEmpty == false)
  }
}

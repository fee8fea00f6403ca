import SluiceFeed
import SluiceRows
import Testing

@Suite("What inference proposes for strings that hold numbers")
struct ProposalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The values of a field `v`, as JSON, each with how often it comes.
    let values: [(json: String, count: Int)]
    /// The type of the column that is chosen, and `TYPE accepts WORDS: REJECTED`.
    let type: String
    let proposals: [String]
    var testDescription: String {
      values.map { "\($0.count) × \($0.json)" }.joined(separator: ", ")
    }

    init(_ values: [(String, Int)], _ type: String, _ proposals: [String]) {
      self.values = values.map { (json: $0.0, count: $0.1) }
      (self.type, self.proposals) = (type, proposals)
    }
  }

  static let cases: [Case] = [
    Case([(#""7""#, 5)], "text", ["int accepts text: 0"]),
    Case([(#""7""#, 99), (#""x""#, 1)], "text", ["int accepts text: 1"]),
    Case([(#""7""#, 98), (#""x""#, 2)], "text", []),
    // Fewer than a hundred must all be numbers.
    Case([(#""7""#, 50), (#""x""#, 1)], "text", []),
    Case([(#""7""#, 990), (#""""#, 9), ("null", 1)], "text", ["int accepts text: 9"]),
    Case([(#""1.5""#, 2), (#""7""#, 1)], "text", ["real accepts text: 0"]),
    Case([(#""1.234567890123456789""#, 2)], "text", ["decimal: 0"]),
    Case([(#""9223372036854775808""#, 2)], "text", ["decimal: 0"]),
    Case([(#""true""#, 1), (#""false""#, 1)], "text", ["bool accepts text: 0"]),
    Case([(#""02134""#, 3)], "text", []), Case([(#""True""#, 3)], "text", []),
    Case([("7", 2), (#""8""#, 2)], "json", ["int accepts text: 0", "text accepts scalars: 0"]),
    Case([("1.5", 2), (#""8""#, 2)], "json", ["real accepts text: 0", "text accepts scalars: 0"]),
    Case(
      [("9223372036854775808", 1), (#""8""#, 1)], "json", ["decimal: 0", "text accepts scalars: 0"]),
    Case([("7", 2), (#""8""#, 2), ("{}", 1)], "json", []), Case([("7", 2), ("[]", 1)], "json", []),
    Case([("7", 2)], "int", []), Case([("true", 1), ("7", 1)], "json", []),
    Case([(#""x""#, 1), ("7", 150)], "json", []),
  ]

  @Test("is a type that nearly all of them have, with what it would reject", arguments: cases)
  func proposals(test: Case) throws {
    let text = test.values.map { value in
      String(repeating: "{\"v\":\(value.json)}\n", count: value.count)
    }.joined()
    let report = try InferenceReport(reading: .bytes(Array(text.utf8), name: "f"))
    let column = try #require(report.columns.first)
    #expect("\(column.column.type)" == test.type)
    #expect(column.proposals.map { "\($0.columnText): \($0.rejected)" } == test.proposals)
    // The words are the type's own.
    for proposal in column.proposals where !proposal.accepts.isEmpty {
      #expect(throws: Never.self) {
        try ColumnLeniency(parsing: proposal.accepts, for: proposal.type)
      }
    }
    let json = report.json["columns"]?[0]?["proposals"]
    #expect((json?.array?.count ?? 0) == test.proposals.count)
  }

  @Test("is in the table and in the JSON")
  func output() throws {
    let text =
      String(repeating: "{\"id\":\"7\",\"n\":1}\n", count: 199) + "{\"id\":\"x\",\"n\":\"2\"}\n"
    let report = try InferenceReport(reading: .bytes(Array(text.utf8), name: "f"))
    #expect(
      report.table.contains(
        "id has numbers or Booleans in strings: of 200 values, int accepts text rejects 1, text none\n"
      ))
    #expect(
      report.table.contains(
        "n has numbers or Booleans in strings: of 200 values, int accepts text rejects 0,"
          + " text accepts scalars rejects 0, json none\n"))
    #expect(
      report.json["columns"]?[0]?["proposals"]?.description
        == #"[{"type":"int","accepts":"text","rejected":1}]"#)
  }
}

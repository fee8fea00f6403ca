import Foundation
import Sluice
import SluiceSchema
import Testing

private struct Inner: SchemaDecodable {
  init(json: JSONCursor) throws {
    _ = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "x", type: .int)
      schema.addProperty(keyPath: "y", type: .string)
    }
  }
}

private struct Middle: SchemaDecodable {
  init(json: JSONCursor) throws {
    _ = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "items", type: .array, optional: true, decodableType: Inner.self)
      schema.addProperty(keyPath: "q", type: .bool)
    }
  }
}

@Suite("Texts of errors")
struct ErrorTextTests {
  @Test("nested arrays nest their blocks, each of which ends with two dashes")
  func nested() throws {
    let json = """
      {"mids": [{"items": [{"x": "no"}, {"y": 1}]}, {}], "z": 5}
      """
    let error = #expect(throws: ParserError.self) {
      try Parser.parseEntity(data: json) { schema in
        schema.addProperty(keyPath: "mids", type: .array, decodableType: Middle.self)
        schema.addProperty(keyPath: "z", type: .string)
      }
    }
    #expect(
      error?.description == """
        Parser Validation Error - Error parsing array object at index 0 with parser [Middle]
        Error parsing array object at index 0 with parser [Inner]
        Value for key path [x] is of incorrect type
        Required key path [y] was missing or null
        --
        Error parsing array object at index 1 with parser [Inner]
        Required key path [x] was missing or null
        Value for key path [y] is of incorrect type
        --
        Required key path [q] was missing or null
        --
        Error parsing array object at index 1 with parser [Middle]
        Required key path [q] was missing or null
        --
        Value for key path [z] is of incorrect type
        """)
    let issues = try #require(error?.issues)
    #expect(
      issues.map(\.path) == [
        "$.mids[0].items[0].x", "$.mids[0].items[0].y", "$.mids[0].items[1].x",
        "$.mids[0].items[1].y", "$.mids[0].q", "$.mids[1].q", "$.z",
      ])
    #expect(issues.map(\.keyPath) == ["x", "y", "x", "y", "q", "q", "z"])
    #expect(issues[0].expected == "Int" && issues[0].found == "string \"no\"")
    #expect(issues[1].found == "nothing")
    #expect(issues[0].offset == 27 && issues[1].offset == 21)
    #expect(issues[6].found == "number 5")
  }
}

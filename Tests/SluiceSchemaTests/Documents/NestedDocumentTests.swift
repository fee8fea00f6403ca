import Sluice
import SluiceSchema
import Testing

@Suite("Documents inside documents")
struct NestedDocumentTests {
  /// A decoder of a text that holds JSON.
  final class TextDecoder: SchemaDecoder, Sendable {
    func decode(_ object: JSONCursor) throws -> Any {
      try decodeObject(from: try object.string) as Point
    }
  }

  @Test("a decoder can open another document; errors of both are reported")
  func nested() throws {
    let good = #"{"p":"{\"x\":1,\"y\":2}","q":["{\"x\":3,\"y\":4}"]}"#
    func parse(_ json: String) throws -> [Point] {
      let entity = try Parser.parseEntity(data: json) { schema in
        schema.addProperty(keyPath: "p", type: .string, decoder: TextDecoder())
        schema.addProperty(keyPath: "q", type: .array, decoder: TextDecoder())
        schema.addProperty(keyPath: "r", type: .int, optional: true)
      }
      return [entity <-! "p"] + (entity <--! "q")
    }
    #expect(try parse(good) == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
    let error = validationError { _ = try parse(#"{"p":"{\"x\":1}","q":["[1]"],"r":"no"}"#) }
    #expect(
      error?.failureReason == """
        Required key path [y] was missing or null
        Error parsing array object at index 0 with parser [SluiceSchemaTests.NestedDocumentTests.TextDecoder]
        Invalid property list for json array.
        --
        Value for key path [r] is of incorrect type
        """)
    // Not JSON: a deserialization error, which ends the parsing.
    let damaged = #expect(throws: ParserError.self) { try parse(#"{"p":"{","q":[],"r":"no"}"#) }
    #expect(damaged?.jsonError?.code == .incomplete)
  }

  @Test("many levels of documents use a reader each, and return them")
  func levels() throws {
    struct Level: SchemaDecodable {
      let depth: Int
      init(json: JSONCursor) throws {
        let depth = try json.int
        self.depth = depth == 0 ? 0 : 1 + (try decodeObject(from: "\(depth - 1)") as Level).depth
      }
    }
    for _ in 0..<3 { #expect((try decodeObject(from: "40") as Level).depth == 40) }
  }
}

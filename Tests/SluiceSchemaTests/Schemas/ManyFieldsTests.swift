import Sluice
import SluiceSchema
import Testing

/// What once took the square of the number of fields.
@Suite("Schemas with thousands of fields")
struct ManyFieldsTests {
  private let keys = (0..<4000).map { "k\($0)" }

  private func text(_ order: some Sequence<Int>) -> String {
    "{" + order.map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
  }

  @Test("read each field, in any order, and describe them")
  func typed() throws {
    let schema = Schema([Int].self) { fields in
      let slots = keys.map { fields.required($0, .int) }
      return { values in slots.map { values[$0] } }
    }
    #expect(try schema.decode(text(0..<4000)) == Array(0..<4000))
    #expect(try schema.decode(text((0..<4000).reversed())) == Array(0..<4000))
    let error = #expect(throws: ParserError.self) { try schema.decode(text(1..<4000)) }
    #expect(error.map { "\($0)" }?.contains("k0") == true)
  }

  @Test("are entities, in which the last declaration of a name counts")
  func entities() throws {
    for _ in 0..<2 {
      let entity = try Parser.parseEntity(data: text(0..<4000)) { schema in
        for key in keys { schema.addProperty(keyPath: key, type: .int) }
        schema.addProperty(keyPath: "k7", type: .int)
      }
      for (number, key) in keys.enumerated() {
        #expect(entity[key, as: Int.self] == number)
      }
    }
  }
}

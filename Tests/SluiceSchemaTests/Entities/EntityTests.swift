import Sluice
import SluiceSchema
import Testing

@Suite("Entities")
struct EntityTests {
  private func parse() throws -> SchemaEntity {
    try Parser.parseEntity(data: #"{"c":3,"a":"x","b":[1,2],"d":null}"#) { schema in
      schema.addProperty(keyPath: "a", type: .string)
      schema.addProperty(keyPath: "d", type: .int, optional: true)
      schema.addProperty(keyPath: "b", type: .array, decodableType: Int.self)
      schema.addProperty(keyPath: "c", type: .int)
      schema.addProperty(keyPath: "e", type: .array, optional: true, decodableType: Int.self)
    }
  }

  @Test("have the schema's order, without missing values")
  func order() throws {
    let entity = try parse()
    #expect(entity.keys == ["a", "b", "c"])
    #expect(entity.count == 3 && !entity.isEmpty)
    #expect(entity.description == "[a: x, b: [1, 2], c: 3]")
    #expect(Set(entity.dictionary.keys) == ["a", "b", "c"])
    #expect(entity["d"] == nil && entity["unknown"] == nil)
  }

  @Test("return values in any order, repeatedly")
  func lookups() throws {
    let entity = try parse()
    for _ in 0..<3 {
      #expect(entity["c", as: Int.self] == 3)
      #expect(entity["a", as: String.self] == "x")
      #expect(entity <--! "b" == [1, 2])
      #expect(entity <-? "d" == Int?.none)
      #expect(entity <--? "e" == [Int]?.none)
    }
  }

  @Test("the operators behave like Elevate's")
  func operators() throws {
    let entity = try parse()
    let wrong: Int? = entity <-? "a"
    #expect(wrong == nil)
    let empty: [Int] = entity <--! "e"
    #expect(empty == [])
    let wrongArray: [String]? = entity <--? "b"
    #expect(wrongArray == nil)
    let any: Any = entity <-! "a"
    #expect(any as? String == "x")
  }

  @Test("the operators bind tighter than ??")
  func precedence() throws {
    let entity = try parse()
    let value = entity <-? "d" ?? 7
    #expect(value == 7)
    let values = entity <--? "e" ?? [8]
    #expect(values == [8])
    #expect(entity <-? "c" ?? 0 == 3)
  }

  @Test("value throws where <-! would stop the program")
  func throwing() throws {
    let entity = try parse()
    #expect(try entity.value("c", as: Int.self) == 3)
    #expect(try entity.value(ifPresent: "d", as: Int.self) == nil)
    #expect(try entity.value(ifPresent: "c") == 3)
    #expect(
      validationError { _ = try entity.value("d", as: Int.self) }?.failureReason
        == "No value for key path [d] was parsed")
    #expect(
      validationError { _ = try entity.value("a", as: Int.self) }?.failureReason
        == "Value for key path [a] is of type String, not Int")
    #expect(
      validationError { _ = try entity.value(ifPresent: "a", as: Int.self) }?.failureReason
        == "Value for key path [a] is of type String, not Int")
  }

  @Test("<-! stops the program when the value is missing")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      let entity = try Parser.parseEntity(data: "{}") { schema in
        schema.addProperty(keyPath: "a", type: .int, optional: true)
      }
      let value: Int = entity <-! "a"
      print(value)
    }
  }

  @Test("the last of two declarations of a key path counts, and both are checked")
  func twice() throws {
    let entity = try Parser.parseEntity(data: #"{"a":1}"#) { schema in
      schema.addProperty(keyPath: "a", type: .int)
      schema.addProperty(keyPath: "a", type: .double)
    }
    #expect(entity.keys == ["a"])
    #expect(entity["a", as: Double.self] == 1.0)
    let error = validationError {
      _ = try Parser.parseEntity(data: #"{"a":1}"#) { schema in
        schema.addProperty(keyPath: "a", type: .string)
        schema.addProperty(keyPath: "a", type: .bool)
      }
    }
    #expect(error?.issues.count == 2)
  }

  @Test("hold values of decoders of any type, and release them with themselves")
  func lifetimes() throws {
    final class Token: Sendable {}
    final class TokenDecoder: SchemaDecoder {
      nonisolated(unsafe) static weak var last: Token?
      func decode(_ object: JSONCursor) throws -> Any {
        let token = Token()
        unsafe TokenDecoder.last = token
        return token
      }
    }
    do {
      let entity = try Parser.parseEntity(data: #"{"a":1}"#) { schema in
        schema.addProperty(keyPath: "a", type: .int, decoder: TokenDecoder())
      }
      let token: Token = entity <-! "a"
      #expect(unsafe token === TokenDecoder.last)
    }
    #expect(unsafe TokenDecoder.last == nil)
    // Read, and then dropped because of another property's error.
    #expect(throws: ParserError.self) {
      try Parser.parseEntity(data: #"{"a":1}"#) { schema in
        schema.addProperty(keyPath: "a", type: .int, decoder: TokenDecoder())
        schema.addProperty(keyPath: "b", type: .int)
      }
    }
    #expect(unsafe TokenDecoder.last == nil)
    #expect(throws: ForeignError.self) {
      try Parser.parseEntity(data: #"{"a":1,"b":2}"#) { schema in
        schema.addProperty(keyPath: "a", type: .int, decoder: TokenDecoder())
        schema.addProperty(keyPath: "b", type: .int, decoder: ThrowingDecoder())
      }
    }
    #expect(unsafe TokenDecoder.last == nil)
  }
}

import Sluice
import SluiceSchema
import Testing

@Suite("Schemas declared at the same place")
struct CallSiteTests {
  /// A single place in the program for any declaration.
  private func parse(
    _ json: String, _ properties: [(String, SchemaPropertyType, Bool)],
    decoder: (any SchemaDecoder)? = nil
  ) throws -> SchemaEntity {
    try Parser.parseEntity(data: json) { schema in
      for (keyPath, type, optional) in properties {
        schema.addProperty(keyPath: keyPath, type: type, optional: optional, decoder: decoder)
      }
    }
  }

  @Test("may differ from call to call: the current declaration counts")
  func differ() throws {
    let json = #"{"a":1,"b":"x"}"#
    for _ in 0..<3 {
      #expect(try parse(json, [("a", .int, false)]).keys == ["a"])
      #expect(try parse(json, [("b", .string, false)]).keys == ["b"])
      #expect(try parse(json, [("a", .int, false), ("b", .string, false)]).keys == ["a", "b"])
      #expect(try parse(json, [("b", .string, false), ("a", .int, false)]).keys == ["b", "a"])
      #expect(try (parse(json, [("a", .double, false)])).value("a", as: Double.self) == 1)
      #expect(try parse(json, []).keys == [])
      #expect(throws: ParserError.self) { try parse(json, [("c", .int, false)]) }
      #expect(try parse(json, [("c", .int, true)]).keys == [])
      #expect(try (parse(json, [("a", .int, false)], decoder: StringlyDecoder())).value("a") == "1")
    }
  }

  @Test("may be many at one place")
  func many() throws {
    for round in 0..<40 {
      let key = "k\(round % 20)"
      #expect(try (parse("{\"\(key)\":\(round)}", [(key, .int, false)])).value(key) == round)
    }
  }

  @Test("use the decoders of this call, not those of the last")
  func decoders() throws {
    final class Adding: SchemaDecoder {
      let amount: Int
      init(_ amount: Int) { self.amount = amount }
      func decode(_ object: JSONCursor) throws -> Any { try object.int + amount }
    }
    for amount in 0..<5 {
      let entity = try Parser.parseEntity(data: #"{"a":1,"b":[1,2],"c":null,"d":9}"#) { schema in
        schema.addProperty(keyPath: "a", type: .int, decoder: Adding(amount))
        schema.addProperty(keyPath: "c", type: .int, optional: true, decoder: Adding(1000))
        schema.addProperty(keyPath: "b", type: .array, decoder: Adding(10 * amount))
        schema.addProperty(keyPath: "d", type: .int, decoder: Adding(-9))
      }
      #expect(entity["a", as: Int.self] == 1 + amount)
      #expect(entity <--! "b" == [1 + 10 * amount, 2 + 10 * amount])
      #expect(entity["d", as: Int.self] == 0)
    }
  }

  @Test("may be in use inside each other, even inside the closure")
  func nested() throws {
    let folder: Folder = try decodeObject(from: Folder.json(nested: 40))
    #expect(folder.folders[0].folders[0].name == "f")
    var reader = JSONReader()
    let found = try reader.withDocument(#"{"a":{"a":{"n":2},"n":1},"n":0}"#) { root in
      try numbers(root, 0)
    }
    #expect(found == [0, 1, 2])
  }

  private func numbers(_ json: JSONCursor, _ depth: Int) throws -> [Int] {
    var inner: [Int] = []
    let entity = try Parser.parseEntity(json: json) { schema in
      if depth < 2 { inner = try numbers(try json["a"], depth + 1) }
      schema.addProperty(keyPath: "n", type: .int)
    }
    return [entity <-! "n"] + inner
  }

  @Test("a closure that throws leaves no state behind")
  func throwing() throws {
    for shouldThrow in [true, false, true, false] {
      do {
        let entity = try Parser.parseEntity(data: #"{"a":1}"#) { schema in
          schema.addProperty(keyPath: "a", type: .int, decoder: StringlyDecoder())
          if shouldThrow { throw ForeignError() }
        }
        #expect(!shouldThrow && entity["a", as: String.self] == "1")
      } catch let error as ForeignError {
        #expect(shouldThrow && error == ForeignError())
      }
    }
  }

  @Test("a stored builder does no harm")
  func kept() throws {
    var kept: SchemaBuilder?
    for _ in 0..<3 {
      let entity = try Parser.parseEntity(data: #"{"a":1}"#) { schema in
        kept?.addProperty(keyPath: "b", type: .int, optional: true)
        kept = schema
        schema.addProperty(keyPath: "a", type: .int, optional: true)
      }
      #expect(entity.contains("a"))
      kept?.addProperty(keyPath: "c", type: .int)
    }
  }

  @Test("can be used by many threads at the same time")
  func threads() async throws {
    let json = Array(#"{"p":[{"x":1,"y":2},{"x":3,"y":4}],"f":{"name":"n"}}"#.utf8)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var sum = 0
          for _ in 0..<200 {
            let points: [Point] = try decodeArray(from: json, atKeyPath: "p")
            let folder: Folder = try decodeObject(from: json, atKeyPath: "f")
            sum += points[1].y + folder.name.count
            sum += try Point.schema.decodeArray(json, atKeyPath: "p")[0].x
          }
          return sum
        }
      }
      for try await sum in group { #expect(sum == 1200) }
    }
  }
}

private final class StringlyDecoder: SchemaDecoder {
  func decode(_ object: JSONCursor) throws -> Any { "\(try object.int)" }
}

import Foundation
import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

@Suite("Schemas and owned values")
struct OwnedValueTests {
  @Test("parseEntity accepts an owned JSON, as Elevate's accepts parsed JSON")
  func entities() throws {
    let json: JSON = ["user": ["name": "Ann", "age": 37], "tags": ["a"]]
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "user.name", type: .string)
      schema.addProperty(keyPath: "user.age", type: .int)
      schema.addProperty(keyPath: "tags", type: .array, decodableType: String.self)
    }
    #expect(entity["user.name"] as? String == "Ann" && entity["user.age"] as? Int == 37)
    #expect(entity["tags"] as? [String] == ["a"])
  }

  @Test("its errors are the same as for the text")
  func errors() throws {
    let json: JSON = ["name": 7]
    let schema: (SchemaBuilder) -> Void = { $0.addProperty(keyPath: "name", type: .string) }
    let ofValue = #expect(throws: ParserError.self) {
      try Parser.parseEntity(json: json, closure: schema)
    }
    let ofText = #expect(throws: ParserError.self) {
      try Parser.parseEntity(data: #"{"name":7}"#, closure: schema)
    }
    #expect(ofValue?.issues == ofText?.issues && ofValue?.issues.count == 1)
  }

  @Test("typed schemas and decodeObject accept one, too")
  func typed() throws {
    let json: JSON = ["ids": [1, 2]]
    let ids: [Int] = try decodeArray(from: json, atKeyPath: "ids")
    let id: Int = try decodeObject(from: json, atKeyPath: "ids.1")
    #expect(ids == [1, 2] && id == 2)
  }

  @Test("casts of Elevate's programs that return nil here have replacements")
  func casts() throws {
    let entity = try Parser.parseEntity(
      data: #"{"extra": {"a": 1}, "count": 3, "tags": ["x"], "settings": {"a": 1}}"#
    ) { schema in
      schema.addProperty(keyPath: "extra", type: .json)
      schema.addProperty(keyPath: "count", type: .int8)
      schema.addProperty(keyPath: "tags", type: .array, decodableType: String.self)
      schema.addProperty(keyPath: "settings", type: .dictionary)
    }
    #expect((entity as Any) as? [String: Any] == nil && entity.dictionary.count == 4)
    #expect(entity["extra"] as? [String: Any] == nil)
    let extra = try entity.value("extra", as: JSON.self).foundationObject()
    #expect((extra as? [String: Any])?["a"] as? Int == 1)
    #expect(entity["count"] as? Int == nil)
    #expect(try entity.value("count", as: Int8.self) == 3)
    #expect(entity["tags"] as? [String] == ["x"])
    #expect(entity["settings"] as? [String: Int] == ["a": 1])

    let json = (["tags": ["x"]] as [String: any SchemaEncodable]).json
    #expect((json as Any) as? [String: Any] == nil)
    #expect((try json.foundationObject() as? [String: Any])?["tags"] as? [String] == ["x"])
    #expect(json["tags"]?.array as? [String] == nil)
    #expect(json["tags"]?.array?.strings == ["x"])
  }
}

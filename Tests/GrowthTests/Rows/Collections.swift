import Foundation
import Sluice
import SluiceElevateNames
import SluiceFoundation
import SluiceRules
import SluiceSchema
import Testing

private struct Named: Equatable, Sendable {
  var id = 0
  var name = ""
}

private final class Person {
  var id = 0
  var friends: [Int] = []
  var known: [Person] = []
}

private struct Element: SchemaDecodable, SchemaEncodable {
  let id: Int
  var json: JSON { ["id": id.json] }

  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "id", type: .int)
      schema.addProperty(keyPath: "name", type: .string, optional: true)
    }
    id = entity <-! "id"
  }
}

/// Collections of objects, read and written by the mappings: SluiceRules and SluiceSchema.
extension GrowthRow {
  private static let named = StructRule(ValueBox(Named()))
    .expect("id", IntRule, \.id).expect("name", StringRule, \.name)

  private static let schema = Schema(Named.self) { fields in
    let (id, name) = (fields.required("id", .int), fields.optional("name", .string, default: ""))
    return { Named(id: $0[id], name: $0[name]) }
  }

  static let collections: [GrowthRow] = [
    GrowthRow("Rule.validateData(_:), an array of objects", 200) { count in
      let rule = ArrayRule(itemRule: named)
      let forms = Forms(Samples.objects(count))
      let json = try JSON(parsing: forms.text)
      var reader = JSONReader()
      return {
        var all = [
          try rule.validateData(forms.text), try rule.validateData(forms.bytes),
          try rule.validateData(forms.data), try rule.validateData(forms.padded),
          try rule.validate(json),
        ]
        try reader.withDocument(forms.text) { all.append(try rule.value(from: $0)) }
        #expect(all.allSatisfy { $0.count == count })
      }
    },
    GrowthRow("Rule.dumpData(_:), an array of objects", 200) { count in
      let rule = ArrayRule(itemRule: named)
      let values = (0..<count).map { Named(id: $0, name: "n\($0)") }
      return { () throws in
        #expect(try rule.dump(values).array?.count == count)
        #expect(try rule.dumpData(values).count > count)
      }
    },
    GrowthRow("DictionaryRule and MapRule", 500) { count in
      let text = Samples.object(count)
      let dictionary = DictionaryRule(valueRule: NullableRule(IntRule))
      let map = MapRule(keyRule: StringRule, itemRule: IntRule, make: { Named(id: $1, name: $0) }) {
        ($0.name, $0.id)
      }
      return {
        let values = try dictionary.validateData(text)
        #expect(try dictionary.dump(values).object?.count == count)
        #expect(try map.dump(map.validateData(text)).object?.count == count)
        #expect(try dictionary.dumpData(values).count == text.utf8.count)
        #expect(try map.dumpData(map.validateData(text)).count == text.utf8.count)
      }
    },
    GrowthRow("LenientRule, all dropped", 300) { count in
      let dropped = DroppedValues()
      let rule = ArrayRule(itemRule: LenientRule(IntRule, default: 0, dropped))
      let text = Samples.objects(count)
      return { () throws in
        dropped.removeAll()
        #expect(try rule.validateData(text).count == count)
      }
    },
    GrowthRow("references, forward and backward", 300) { count in
      let people = ReferenceTable<Int, Person>()
      let rule = ArrayRule(
        itemRule: ClassRule(Person()).expect("id", IntRule, \.id).define(in: people, "id", IntRule)
          .optionalReferences("friends", to: people, IntRule) { $0.known = $1 }
      ).resolvingReferences()
      let text =
        "["
        + (0..<count).map { "{\"id\":\($0),\"friends\":[\(count - 1 - $0),\($0 / 2)]}" }
        .joined(separator: ",") + "]"
      return {
        let people = try rule.validateData(text)
        #expect(people.count == count)
        for person in people { person.known = [] }
      }
    },
    GrowthRow("RecursiveRule, TransformRule and StringifiedJSONRule", 50) { count in
      let inner = try JSON.string(
        String(decoding: JSON(parsing: Samples.objects(20 * count)).serialized(), as: UTF8.self)
      ).serialized()
      let stringified = StringifiedJSONRule(nestedRule: ArrayRule(itemRule: named).map { $0.count })
      let depth = RecursiveRule<Int> { rule in
        MakeRule { fields in
          let inner = fields.optional("b", NullableRule(rule), ifNotFound: nil)
          return { 1 + ($0[inner] ?? 0) }
        }
      }
      let text =
        String(repeating: "{\"b\":", count: count) + "{}" + String(repeating: "}", count: count)
      return { () throws in
        #expect(try depth.validateData(text) == count + 1)
        #expect(try stringified.validateData(inner) == 20 * count)
      }
    },
    GrowthRow("JSONPath, long", 200) { count in
      let json = try JSON(parsing: Samples.nested(count))
      let keys = Array(repeating: "b", count: count - 1)
      let text = Samples.nested(count)
      var reader = JSONReader()
      return {
        let path = JSONPath(keys) / "a"
        #expect(json.value(atPath: path) == 0 && path.tail() != path)
        try reader.withDocument(text) { root in
          let value = try root.value(atPath: JSONPath(keys) / JSONPath(["a"]))
          #expect(try value?.int == 0)
        }
      }
    },
    GrowthRow("decodeArray and Schema.decodeArray", 200) { count in
      let text = "{\"a\":\(Samples.objects(count)),\"o\":\(Samples.object(count))}"
      return {
        let named: [String: Int] = try decodeObject(from: text, atKeyPath: "o")
        #expect(named.count == count)
        let elements: [Element] = try decodeArray(from: text, atKeyPath: "a")
        let others: [Element] = try Elevate.decodeArray(from: text, atKeyPath: "a")
        #expect(elements.count == count && others.count == count)
        #expect(try schema.decodeArray(text, atKeyPath: "a").count == count)
        #expect(try elements.jsonBytes().count > count)
        #expect(try elements.jsonData().count > count)
      }
    },
    GrowthRow("Parser.parseEntity, an array as a property", 200) { count in
      let forms = Forms("{\"a\":\(Samples.objects(count)),\"o\":\(Samples.object(count))}")
      let json = try JSON(parsing: forms.text)
      let root = try JSONDocument(parsing: forms.text).root
      var reader = JSONReader()
      return {
        func declare(_ schema: SchemaBuilder) {
          schema.addProperty(keyPath: "a", type: .array, decodableType: Element.self)
        }
        var all = [
          try Parser.parseEntity(data: forms.text, closure: declare),
          try Parser.parseEntity(data: forms.data, closure: declare),
          try Parser.parseEntity(json: json, closure: declare),
          try Parser.parseEntity(json: root, closure: declare),
          try Parser.parseEntity(json: json as Any, closure: declare),
        ]
        try reader.withDocument(forms.text) {
          all.append(try Parser.parseEntity(json: $0, closure: declare))
        }
        for entity in all {
          let elements: [Element] = entity <--! "a"
          #expect(elements.count == count)
        }
      }
    },
  ]
}

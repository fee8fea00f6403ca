import Sluice
import SluiceRules
import SluiceSchema
import Testing

extension GrowthRow {
  private static func rule(_ count: Int) -> StructRule<Int> {
    let rule = StructRule(ValueBox(0))
    for key in Samples.keys(count) {
      rule.expect(JSONPath([key]), IntRule) { $0.value += $1 }
    }
    return rule
  }

  private static func schema(_ count: Int) -> Schema<Int> {
    Schema(Int.self) { fields in
      let slots = Samples.keys(count).map { fields.required($0, .int) }
      return { values in slots.reduce(0) { $0 + values[$1] } }
    }
  }

  static let mappings: [GrowthRow] = [
    GrowthRow("StructRule, fields declared", 500) { count in
      let text = Samples.object(count)
      return { _ = try rule(count).validateData(text) }
    },
    GrowthRow("StructRule.validate, fields", 500) { count in
      let (rule, text) = (rule(count), Samples.object(count))
      return { _ = try rule.validateData(text) }
    },
    GrowthRow("StructRule.validate, fields in another order", 500) { count in
      let rule = rule(count)
      let text =
        "{" + Samples.keys(count).reversed().map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      return { _ = try rule.validateData(text) }
    },
    GrowthRow("Schema, fields declared", 500) { count in
      return { _ = schema(count) }
    },
    GrowthRow("Schema.decode, fields", 500) { count in
      let (schema, text) = (schema(count), Samples.object(count))
      return { _ = try schema.decode(text) }
    },
    GrowthRow("Schema.decode, fields in another order", 500) { count in
      let schema = schema(count)
      let text =
        "{" + Samples.keys(count).reversed().map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      return { _ = try schema.decode(text) }
    },
    GrowthRow("Schema.decode, fields that are missing", 500) { count in
      let schema = schema(count)
      return { #expect(throws: ParserError.self) { try schema.decode("{}") } }
    },
    GrowthRow("Parser.parseEntity, fields", 500) { count in
      // Keys of their own for each size: what is declared is compared with the last declaration.
      let keys = (0..<count).map { "k\(count)_\($0)" }
      let text = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      return {
        _ = try Parser.parseEntity(data: text) { schema in
          for key in keys { schema.addProperty(keyPath: key, type: .int) }
        }
      }
    },
  ]
}

import Sluice
import SluiceRules
import Testing

private struct Named: Equatable, Sendable {
  var id = 0
  var name = ""
}

/// What rules are made of: choices, wrappers and fields that are declared, in both directions.
extension GrowthRow {
  private static let made = MakeRule<Named> { fields in
    let id = fields.expect("id", IntRule) { $0.id }
    let name = fields.optional("name", StringRule, ifNotFound: "") { $0.name }
    return { Named(id: $0[id], name: $0[name]) }
  }

  /// Validates a text and writes what it is.
  private static func back<R: Rule>(_ rule: R, _ text: String) throws {
    let value = try rule.validateData(text)
    #expect(try rule.dumpData(value).count == text.utf8.count)
    #expect(try rule.dump(value).serialized().count == text.utf8.count)
  }

  static let ruleChoices: [GrowthRow] = [
    GrowthRow("MakeRule and TransformRule, there and back", 200) { count in
      let rule = ArrayRule(
        itemRule: TransformRule(made, { [$0] }, back: { $0[0] }))
      let text = Samples.objects(count).replacing("\n", with: "")
      return { try back(rule, text) }
    },
    GrowthRow("FamilyRule and EnumRule, there and back", 100) { count in
      let kinds = EnumRule<Int>().option("a", 0).option("b", 1)
      let family = FamilyRule<Int>(discriminator: "kind")
        .member("x", kinds.inField, { $0 }, dump: { $0 < 2 ? $0 : nil })
      let rule = ArrayRule(itemRule: family)
      let text =
        "["
        + (0..<count).map { "{\"kind\":\"x\",\"v\":\"\($0 % 2 == 0 ? "a" : "b")\"}" }
        .joined(separator: ",") + "]"
      return { try back(rule, text) }
    },
    GrowthRow("EnumRule, many options", 200) { count in
      let keys = Samples.keys(count)
      return { () throws in
        let rule = EnumRule<Int>()
        for (place, key) in keys.enumerated() { rule.option(key, place) }
        #expect(try rule.validate(.string(keys[count - 1])) == count - 1)
      }
    },
    GrowthRow("RecursiveRule and LenientRule, there and back", 50) { count in
      let lenient = LenientRule(ArrayRule(itemRule: NullableRule(IntRule)), default: [])
      let rule = RecursiveRule<Int> { rule in
        MakeRule { fields in
          let own = fields.expect("a", lenient) { [$0] }
          let inner = fields.optional("b", NullableRule(rule), ifNotFound: nil) {
            $0 == 0 ? .none : .some($0 - 1)
          }
          return { ($0[inner] ?? -1) + $0[own].count }
        }
      }
      let text =
        (0...count).reversed().map { "{\"a\":[\($0)]" }.joined(separator: ",\"b\":")
        + String(repeating: "}", count: count + 1)
      return { try back(rule, text) }
    },
    GrowthRow("StringifiedJSONRule and ResolvingRule, there and back", 200) { count in
      let rule = StringifiedJSONRule(nestedRule: ArrayRule(itemRule: made).resolvingReferences())
      let inner = Samples.objects(count).replacing("\n", with: "")
      return {
        let text = try JSON(inner).serializedString()
        try back(rule, text)
      }
    },
    GrowthRow("MakeRule, fields declared", 200) { count in
      let keys = Samples.keys(count)
      let text = Samples.object(count)
      return { () throws in
        let rule = MakeRule<Int> { fields in
          let slots = keys.map { fields.expect(JSONPath([$0]), IntRule) }
          return { values in slots.reduce(0) { $0 + values[$1] } }
        }
        #expect(try rule.validateData(text) == count * (count - 1) / 2)
      }
    },
    GrowthRow("RuleError.unwindStack(), nesting", 50) { count in
      let rule = RecursiveRule<Int> { rule in
        MakeRule { fields in
          let inner = fields.expect("b", rule)
          return { $0[inner] }
        }
      }
      let text =
        String(repeating: "{\"b\":", count: count) + "1" + String(repeating: "}", count: count)
      return {
        do {
          _ = try rule.validateData(text)
          Issue.record("no error")
        } catch let error as RuleError {
          #expect(error.unwindStack().count >= count && !error.description.isEmpty)
        }
      }
    },
  ]
}

extension Rule where Self: Sendable, V: Sendable {
  /// The value in the field `v` of an object.
  fileprivate var inField: MakeRule<V> {
    MakeRule { fields in
      let value = fields.expect("v", self) { $0 }
      return { $0[value] }
    }
  }
}

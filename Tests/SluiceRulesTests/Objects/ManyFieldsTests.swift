import Sluice
import SluiceRules
import Testing

/// What once took the square of the number of fields.
@Suite("Rules with thousands of fields")
struct ManyFieldsTests {
  @Test("bind each field, in any order, and name one that is missing")
  func binds() throws {
    let count = 4000
    let rule = StructRule(ValueBox([Int](repeating: -1, count: count)))
    for number in 0..<count {
      rule.expect(JSONPath(["k\(number)"]), IntRule) { $0.value[number] = $1 }
    }
    for order in [Array(0..<count), (0..<count).reversed(), (0..<count).map { $0 * 7 % count }] {
      let text = "{" + order.map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
      #expect(try rule.validateData(text) == Array(0..<count))
    }
    let error = #expect(throws: RuleError.self) { try rule.validateData("{\"k0\":0}") }
    #expect(error.map { "\($0)" }?.contains("k1") == true)
  }
}

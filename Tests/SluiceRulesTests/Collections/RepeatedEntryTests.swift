import Sluice
import SluiceRules
import Testing

@Suite("Entries with repeated keys")
struct RepeatedEntryTests {
  /// `{"k0": "bad", "k1": "bad", …, "k0": 0, "k1": 1, …}`
  private func text(_ count: Int) -> String {
    let bad = (0..<count).map { "\"k\($0)\": \"bad\"" }
    let good = (0..<count).map { "\"k\($0)\": \($0)" }
    return "{" + (bad + good).joined(separator: ", ") + "}"
  }

  @Test("bad entries whose keys come again are skipped", arguments: [1, 3, 5_000])
  func passedOver(count: Int) throws {
    let text = text(count)
    let entries = try DictionaryRule(valueRule: IntRule).validated(text)
    #expect(entries.count == count && entries["k\(count - 1)"] == count - 1)
    let items = try MapRule(itemRule: IntRule, { _, _ in }).validated(text)
    #expect(items == Array(0..<count))
  }

  @Test(
    "any number of bad entries costs one more pass over the keys",
    arguments: [10, 1_000])
  func onePass(count: Int) throws {
    var reader = JSONReader()
    try reader.withDocument(text(count)) { root in
      var entries = CountingEntries(of: root.position)
      var fields = try root.fields
      var superseded = 0
      while let field = try fields.next() {
        if try entries.isSuperseded(field.value.position) { superseded += 1 }
      }
      #expect(superseded == count && entries.passes == 1)
    }
  }

  @Test("a bad entry whose key does not come again is an error, even after others whose keys do")
  func stillAnError() throws {
    let text = #"{"a": null, "b": null, "a": 1}"#
    #expect(try DictionaryRule(valueRule: IntRule).refusal(of: text).path == "$.b")
    #expect(try MapRule(itemRule: IntRule, { _, _ in }).refusal(of: text).path == "$.b")
  }

  @Test("two keys with the same dumped text are an error when dumped and when written")
  func equalTexts() throws {
    let anyCase = TransformRule(StringRule, { $0 }, back: { (text: String) in text.lowercased() })
    let rule = DictionaryRule(keyRule: anyCase, valueRule: IntRule)
    #expect(try rule.written(["A": 1]) == #"{"a":1}"#)
    #expect(throws: RuleError.self) { try rule.dump(["A": 1, "a": 2]) }
    #expect(throws: RuleError.self) { try rule.written(["A": 1, "a": 2]) }
  }
}

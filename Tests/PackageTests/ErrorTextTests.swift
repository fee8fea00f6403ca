import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

private struct Person: Equatable {
  var name = ""
}

private let personRule = MakeRule<Person> { fields in
  let name = fields.expect("user" / "name", StringRule) { $0.name }
  return { Person(name: $0[name]) }
}

private let personSchema = Schema(Person.self) { fields in
  let name = fields.required("user.name", .string)
  return { Person(name: $0[name]) }
}

private func ruleError(_ text: String) -> RuleError? {
  #expect(throws: RuleError.self) { try personRule.validateData(text) }
}

private func schemaError(_ text: String) -> ParserError? {
  #expect(throws: ParserError.self) { try personSchema.decode(text) }
}

@Suite("Texts of errors")
struct ErrorTextTests {
  @Test("a rule's error names the real mismatch instead of missing JSON")
  func mismatch() throws {
    let error = try #require(ruleError(#"{"user": {"name": 7}}"#))
    #expect(!error.description.contains("Unable to get JSON"))
    #expect(
      error.description.hasPrefix(
        "Unable to validate the JSON given: expected String at $.user.name, found number 7 (byte 18)."
      ))
    #expect(error.summary == "expected String at $.user.name, found number 7 (byte 18)")
    let broken = try #require(ruleError(#"{"user": {"name": tru}}"#))
    #expect(
      broken.description.hasPrefix("Unable to get JSON from data given. expected a JSON value"))
  }

  @Test("an error of a closure is not reported as missing JSON")
  func closures() throws {
    struct Refused: Error, CustomStringConvertible { let description = "too young" }
    let rule = IntRule.map { _ -> Int in throw Refused() }
    let error = try #require(throws: RuleError.self) { try rule.validateData("7") }
    #expect(error.description.contains("too young"))
    #expect(!error.description.contains("Unable to get JSON"))
    let bound = StructRule(ref(0)).expect("a", IntRule) { _, _ in throw Refused() }
    let thrown = try #require(throws: RuleError.self) { try bound.validateData(#"{"a": 1}"#) }
    #expect(thrown.description == "Unable to validate the JSON given: too young")
  }

  @Test(
    "a rule and a schema expect an object where a path continues below another value",
    arguments: [
      (#"{"user": "ann"}"#, #"string "ann""#, 9), (#"{"user": 7}"#, "number 7", 9),
      (#"{"user": [1]}"#, "an array", 9), (#"{"user": true}"#, "true", 9),
    ])
  func obstacle(text: String, found: String, offset: Int) throws {
    let issue = try #require(schemaError(text)?.issues.first)
    #expect(issue.path == "$.user" && issue.keyPath == "user.name" && issue.offset == offset)
    #expect(issue.expected == "an object" && issue.found == found)
    #expect(
      issue.reason
        == "Required key path [user.name] was missing or null: expected an object at [user], found \(found)"
    )
    let rule = try #require(ruleError(text))
    #expect(rule.summary == "expected an object at $.user, found \(found) (byte \(offset))")
    #expect(rule.description.contains("expected an object at \"user\", found \(found)."))
  }

  @Test(
    "missing and null values are still reported as missing or null",
    arguments: ["{}", #"{"user": null}"#, #"{"user": {}}"#, #"{"user": {"name": null}}"#])
  func missing(text: String) throws {
    let issue = try #require(schemaError(text)?.issues.first)
    #expect(issue.reason == "Required key path [user.name] was missing or null")
    let rule = try #require(ruleError(text))
    #expect(rule.description.hasSuffix("Mandatory field \"user/name\" not found in struct."))
    #expect(rule.path == "$.user.name")
  }

  @Test("entities and decodeObject report the same")
  func entities() throws {
    let entity = #expect(throws: ParserError.self) {
      try Parser.parseEntity(data: #"{"a": {"b": "x"}}"#) {
        $0.addProperty(keyPath: "a.b.c.d", type: .int)
      }
    }
    #expect(
      entity?.failureReason
        == #"Required key path [a.b.c.d] was missing or null: expected an object at [a.b], found string "x""#
    )
    let root = #expect(throws: ParserError.self) {
      let _: Int = try decodeObject(from: "5", atKeyPath: "a")
    }
    #expect(
      root?.failureReason
        == "Required key path [a] was missing or null: expected an object, found number 5")
    #expect(root?.issues.first?.path == "$")
    let index = #expect(throws: ParserError.self) {
      let _: Int = try decodeObject(from: #"{"a": 5}"#, atKeyPath: "a.0")
    }
    #expect(index?.issues.first?.expected == "an object or an array")
    let optional = try Parser.parseEntity(data: #"{"a": "x"}"#) {
      $0.addProperty(keyPath: "a.b", type: .int, optional: true)
    }
    #expect(optional.isEmpty)
  }
}

@Suite("Quotations in errors")
struct ErrorQuoteTests {
  static let long = String(repeating: "long é ", count: 200)
  static let family = String(repeating: "👨‍👩‍👧‍👦", count: 40)

  /// Returns the length of the longest part of `value` in `text`, in bytes.
  private func quoted(_ value: String, in text: String) -> Int {
    var longest = 0
    for start in value.indices.prefix(40) {
      var end = start
      while end < value.endIndex, text.contains(value[start...end]) {
        end = value.index(after: end)
      }
      longest = max(longest, value[start..<end].utf8.count)
    }
    return longest
  }

  @Test(
    "at most 60 bytes of the value at fault are quoted",
    arguments: [
      "\"\(long)\"", "\"\(family)\"", "[\"\(long)\"]", "{\"k\": \"\(long)\"}",
      String(repeating: "7", count: 300), "[" + String(repeating: "1, ", count: 99) + "1]",
    ])
  func length(value: String) throws {
    let rule = StructRule(ref(false)).expect("b", BoolRule) { $0.value = $1 }
    let schema = Schema(Bool.self) { fields in
      let value = fields.required("b", .bool)
      return { $0[value] }
    }
    let text = "{\"b\": \(value)}"
    let refused = try #require(throws: RuleError.self) { try rule.validateData(text) }
    #expect(try #require(refused.found).utf8.count <= 60)
    let payload = try #require(throws: ParserError.self) { try schema.decode(text) }
    #expect(try #require(payload.issues.first).found.utf8.count <= 60 + 10)
    var reader = JSONReader()
    let read = try #require(throws: JSONError.self) {
      try reader.withDocument(text) { try $0["b"].bool }
    }
    for words in [
      refused.description, refused.summary, refused.localizedDescription, payload.description,
      payload.localizedDescription, read.description, read.localizedDescription,
    ] {
      for line in words.split(separator: "\n") {
        #expect(quoted(value, in: String(line)) <= 60, "\(line)")
      }
    }
  }

  @Test("the neighbours of a missing or wrong field are not quoted")
  func neighbours() throws {
    let rule = StructRule(ref(0)).expect("n", IntRule) { $0.value = $1 }
    let family = FamilyRule<Int>(discriminator: "type")
    for text in [
      #"{"password": "secret"}"#, #"{"password": "secret", "n": "x", "token": "secret"}"#,
      #"{"password": "secret", "n": null}"#,
    ] {
      let error = try #require(throws: RuleError.self) { try rule.validateData(text) }
      #expect(!error.description.contains("secret") && !error.summary.contains("secret"))
      let other = try #require(throws: RuleError.self) { try family.validateData(text) }
      #expect(!other.description.contains("secret"))
      let schema = Schema { $0.addProperty(keyPath: "n", type: .int) }
      let payload = try #require(throws: ParserError.self) { try schema.decode(text) }
      #expect(!payload.description.contains("secret"))
      #expect(!payload.issues.contains { $0.description.contains("secret") })
    }
  }

  @Test("a key that comes twice is quoted shortened")
  func duplicates() throws {
    let text = "{\"\(Self.long)\": 1, \"\(Self.long)\": 2}"
    var reader = JSONReader(options: JSONOptions(checking: .full, duplicateKeys: .reject))
    let error = try #require(throws: JSONError.self) {
      try reader.withDocument(text) { try $0.materialize() }
    }
    #expect(error.code == .duplicateKey)
    #expect(quoted(Self.long, in: error.description) <= 60, "\(error)")
  }
}

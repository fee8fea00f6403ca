import Foundation
import Sluice
import SluiceFeed
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

private struct Person: Equatable {
  let name: String
  let nickname: String?
  let emails: [String]
}

@Suite("Snippets: README.md")
struct ReadmeSnippets {
  let data = Data(#"{"name": "Ann", "contact": {"emails": ["ann@example.com"]}}"#.utf8)
  private let ann = Person(name: "Ann", nickname: nil, emails: ["ann@example.com"])

  @Test("a schema describes the values, and reports all faults")
  func schema() throws {
    let personSchema = Schema(Person.self) { fields in
      let name = fields.required("name", .string)
      let nickname = fields.optional("nickname", .string)
      let emails = fields.required("contact.emails", .array(of: .string))
      return { Person(name: $0[name], nickname: $0[nickname], emails: $0[emails]) }
    }
    let person = try personSchema.decode(data)
    #expect(person == ann)

    let error = #expect(throws: ParserError.self) {
      try personSchema.decode(#"{"nickname": 7, "contact": {"emails": ["a", null, 3]}}"#)
    }
    #expect(
      error?.issues.map { "\($0.path): expected \($0.expected), found \($0.found)" } == [
        "$.name: expected a string, found nothing",
        "$.nickname: expected a string, found number 7",
        "$.contact.emails[1]: expected a string, found null",
        "$.contact.emails[2]: expected a string, found number 3",
      ])
  }

  @Test("a search finds it anywhere")
  func search() throws {
    let personSearch = Search(Person.self) { fields in
      let name = fields.mandatory("name", .string)
      let nickname = fields.optional("nickname", .string)
      let emails = fields.mandatory("contact.emails", .array(of: .string))
      return { Person(name: $0[name], nickname: $0[nickname], emails: $0[emails]) }
    }
    let people = try personSearch.parseAll(data)
    #expect(people == [ann])
    let wrapped = Data("{\"x\": [".utf8) + data + Data("]}".utf8)
    #expect(try personSearch.parseAll(wrapped) == [ann])
  }

  @Test("a rule reads and writes")
  func rule() throws {
    let personRule = MakeRule<Person> { fields in
      let name = fields.expect("name", StringRule) { $0.name }
      let nickname = fields.optional("nickname", StringRule) { $0.nickname }
      let emails = fields.expect("contact" / "emails", ArrayRule(itemRule: StringRule)) {
        $0.emails
      }
      return { Person(name: $0[name], nickname: $0[nickname], emails: $0[emails]) }
    }
    let person = try personRule.validateData(data)
    let json = try personRule.dumpData(person)
    #expect(person == ann)
    #expect(try personRule.validateData(json) == ann)
  }
}

import Foundation
import Sluice
import SluiceCodable
import SluiceConvert
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

struct Contact {
  var name = ""
  var age = 0
  var email: String?
  var skills: [String] = []
}

extension Contact: Decodable {}

struct Reply: Decodable {
  let person: Contact
}

extension Contact: JSONCreatable {}

struct Answer: JSONCreatable {
  var person = Contact()
}

extension Contact: JSONDeserializable {
  init?(dictionary: JSONMembers) {
    self.init()
    name <-- dictionary["name"]
    age <-- dictionary["age"]
    email <-- dictionary["email"]
    skills <-- dictionary["skills"]
  }
}

/// The page's six ways, for any document.
private enum Layer: CaseIterable {
  case decodable, schema, rule, reflection, search, conversion

  func person(in document: String) throws -> Contact? {
    switch self {
    case .decodable:
      let byDecoding = try SluiceDecoder().decode(Reply.self, from: document).person
      return byDecoding
    case .schema:
      let personSchema = Schema(Contact.self) { fields in
        let name = fields.required("name", .string)
        let age = fields.required("age", .int)
        let email = fields.optional("email", .string)
        let skills = fields.optional("skills", .array(of: .string), default: [])
        return { Contact(name: $0[name], age: $0[age], email: $0[email], skills: $0[skills]) }
      }
      let bySchema = try personSchema.decode(document, atKeyPath: "person")
      return bySchema
    case .rule:
      let personRule = MakeRule<Contact> { fields in
        let name = fields.expect("name", StringRule) { $0.name }
        let age = fields.expect("age", IntRule) { $0.age }
        let email = fields.optional("email", StringRule) { $0.email }
        let skills = fields.optional("skills", ArrayRule(itemRule: StringRule), ifNotFound: []) {
          $0.skills
        }
        return { Contact(name: $0[name], age: $0[age], email: $0[email], skills: $0[skills]) }
      }
      let answerRule = MakeRule<Contact> { fields in
        let person = fields.expect("person", personRule) { $0 }
        return { $0[person] }
      }
      let byRule = try answerRule.validateData(document)
      return byRule
    case .reflection:
      let answer: Answer = try JSONDeserializer().deserialize(Data(document.utf8))
      let byReflection = answer.person
      return byReflection
    case .search:
      let personSearch = Search(Contact.self) { fields in
        let name = fields.mandatory("name", .string)
        let age = fields.mandatory("age", .int)
        let email = fields.optional("email", .string)
        let skills = fields.optional("skills", .array(of: .string), default: [])
        return { Contact(name: $0[name], age: $0[age], email: $0[email], skills: $0[skills]) }
      }
      let bySearch = try personSearch.parseFirst(document)
      return bySearch
    case .conversion:
      var converted: [String: Contact]?
      converted <-- document
      let byConversion = converted?["person"]
      return byConversion
    }
  }

  /// A cell of the page's table.
  func cell(for document: String) -> String {
    Conversion.withFailureHandler({ _ in }) {
      do {
        guard let person = try person(in: document) else { return "nothing" }
        let name = person.name.isEmpty ? "–" : person.name
        return ([name, "\(person.age)"] + person.skills).joined(separator: " ")
      } catch {
        return "error"
      }
    }
  }
}

@Suite("Snippets: MappingLayers.md")
struct MappingLayersSnippets {
  @Test("all six make the same value from one document")
  func same() throws {
    let document = #"{"person": {"name": "Ann", "age": 36, "email": null, "skills": ["Swift"]}}"#
    for layer in Layer.allCases {
      let person = try #require(try layer.person(in: document))
      #expect(person.name == "Ann" && person.age == 36 && person.skills == ["Swift"], "\(layer)")
      #expect(person.email == nil)
    }
  }

  @Test("each cell of the table equals the layer's result for the row's JSON")
  func table() throws {
    let page = try Documentation.text("Sources/Sluice/Sluice.docc/MappingLayers.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `{") }
    #expect(rows.count == 10)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 7, "\(row)")
      let document = cells[0].trimmingCharacters(in: ["`"])
      #expect(Layer.allCases.map { $0.cell(for: document) } == Array(cells[1...]), "\(document)")
    }
  }
}

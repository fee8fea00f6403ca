import Foundation
import PageExamples
import Sluice
import SluiceCodable
import SluiceConvert
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

// example MappingLayers.md: struct Contact {

// example MappingLayers.md: extension Contact: Decodable {}

// example MappingLayers.md: extension Contact: JSONCreatable {}

// example MappingLayers.md: extension Contact: JSONDeserializable {

/// The page's six ways, for any document.
private enum Layer: CaseIterable {
  case decodable, schema, rule, reflection, search, conversion

  func person(in document: String) throws -> Contact? {
    switch self {
    case .decodable:
      // example MappingLayers.md: let byDecoding = try SluiceDecoder().decode(Reply.self, from:
      return byDecoding
    case .schema:
      // example MappingLayers.md: let personSchema = Schema(Contact.self) { fields in
      return bySchema
    case .rule:
      // example MappingLayers.md: let personRule = MakeRule<Contact> { fields in
      return byRule
    case .reflection:
      // example MappingLayers.md: let answer: Answer = try
      return byReflection
    case .search:
      // example MappingLayers.md: let personSearch = Search(Contact.self) { fields in
      return bySearch
    case .conversion:
      // example MappingLayers.md: var converted: [String: Contact]?
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
    // example MappingLayers.md: let document = #"{"person": {"name": "Ann", "age": 36, "email":
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

import Foundation
import PageExamples
import Sluice
import SluiceFeed
import SluiceFoundation
import SluiceSchema
import Testing

private struct Address: Equatable, Sendable { let street: String; let zip: String? }

private let addressSchema = Schema(Address.self) { fields in
  let street = fields.required("street", .string)
  let zip = fields.optional("zip", .string)
  return { Address(street: $0[street], zip: $0[zip]) }
}

private struct Person: Sendable {
  let name: String
  let nickname: String?
  let born: Date
  let addresses: [Address]
}

private let personSchema = Schema(Person.self) { fields in
  let name = fields.required("name", .string)
  let nickname = fields.optional("nickname", .string)
  let born = fields.required("birth.date", .date(format: "yyyy-MM-dd"))
  let addresses = fields.optional("addresses", .array(of: addressSchema), default: [])
  return {
    Person(
      name: $0[name], nickname: $0[nickname], born: $0[born], addresses: $0[addresses])
  }
}

private struct Avatar: Equatable { let url: URL; let width: Int; let height: Int? }

// example SluiceSchema.md: extension Avatar: SchemaDecodable {

@Suite("Snippets: SluiceSchema.md, TypedSchemas.md, ErrorsOfPayloads.md")
struct SchemaLandingSnippets {
  private let ann = #"{"name": "Ann", "birth": {"date": "1990-05-17"}}"#

  @Test("a typed schema makes values")
  func typed() throws {
    let data = Data("{\"response\": {\"people\": [\(ann)]}}".utf8)
    // example SluiceSchema.md: let personSchema = Schema(Person.self) { fields in
    #expect(people.count == 1 && people[0].name == "Ann" && people[0].addresses.isEmpty)
  }

  @Test("a decodable type initialises itself")
  func decodable() throws {
    let data = Data(
      #"{"response": {"avatar": {"url": "https://a.b/c.png", "size": {"width": 3}}}}"#.utf8)
    // example SluiceSchema.md: let avatar: Avatar = try decodeObject(from: data, atKeyPath:
    #expect(avatar.width == 3 && avatar.height == nil)
  }

  @Test("schemas read documents and parts of them, and work with a reader")
  func uses() throws {
    var reader = JSONReader()
    let data = Data(
      #"{"name": "Ann", "birth": {"date": "1990-05-17"}, "staff": {"people": [\#(ann)]}}"#.utf8)
    // example TypedSchemas.md: let one = try personSchema.decode(data)
    #expect(one.name == sameReader.name && many.count == 1)
  }

  @Test("feeds accept schemas")
  func feeds() throws {
    var report: [String] = []
    let lines = Array("\(ann)\n{\"name\": 7}\n\(ann)\n".utf8)
    // example TypedSchemas.md: var feed = try JSONFeed(.bytes(lines, name: "people"))
    #expect(validation.counts.records == 2 && report.count == 1)
    #expect(report[0].hasPrefix("people:2: "))
    #expect(report[0].contains("Value for key path [name] is of incorrect type"))
  }

  @Test("a schema's description equals the page")
  func jsonSchema() throws {
    // example TypedSchemas.md: let document = addressSchema.jsonSchema
    let page = try Documentation.text("Sources/SluiceSchema/SluiceSchema.docc/TypedSchemas.md")
    let start = try #require(page.range(of: "```json\n"))
    let end = try #require(page[start.upperBound...].range(of: "```"))
    #expect(document == (try JSON(parsing: String(page[start.upperBound..<end.lowerBound]))))
  }

  @Test("the errors of a payload equal the page")
  func errors() throws {
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
    let page = try Documentation.text("Sources/SluiceSchema/SluiceSchema.docc/ErrorsOfPayloads.md")
    let payload = try #require(page.firstMatch(of: /For `(\{.*\})`/)?.output.1)
    let data = Data(payload.utf8)
    // example ErrorsOfPayloads.md: do {
    let start = try #require(page.range(of: "```text\n"))
    let end = try #require(page[start.upperBound...].range(of: "\n```"))
    #expect(lines.first == String(page[start.upperBound..<end.lowerBound]))
    let error = #expect(throws: ParserError.self) { try personSchema.decode(data) }
    let issues = try #require(error?.issues)
    #expect(issues.count == 3 && lines.count == 4)
    for issue in issues {
      let row =
        "| `\(issue.path)` | `\(issue.keyPath)` | \(issue.expected) | \(issue.found) | \(issue.offset ?? -1) |"
      #expect(page.contains(row), "\(row)")
    }
  }
}

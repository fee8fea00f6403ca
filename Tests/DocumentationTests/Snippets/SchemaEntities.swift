import Foundation
import PageExamples
import Sluice
import SluiceSchema
import Testing

private struct Author: SchemaDecodable, Equatable {
  let name: String

  init(json: JSONCursor) throws { name = try json["name"].string }
}

private struct Cover: SchemaDecodable, Equatable {
  let page: URL

  init(json: JSONCursor) throws { page = try json["page"].url }
}

@Suite("Snippets: Entities.md, KeyPaths.md")
struct EntitySnippets {
  @Test("values are extracted from an entity")
  func entities() throws {
    let data = Data(
      #"""
      {"id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "title": "Sluices", "pages": null,
       "authors": [{"name": "Ann"}], "cover": {"page": "https://a.b/c"}}
      """#.utf8)
    // example Entities.md: let entity = try Parser.parseEntity(data: data) { schema in
    // example Entities.md: let title: String = entity <-! "title"
    #expect(title == "Sluices" && pages == 0 && authors.count == 1 && tags == nil)

    // example Entities.md: let id = try entity.value("id", as: UUID.self)
    #expect(id.uuidString.hasPrefix("E621") && cover?.page.host() == "a.b" && count == nil)
    #expect(raw as? String == "Sluices")
    #expect(entity.keys == ["id", "title", "authors", "cover"])
  }

  @Test("a root array has one property")
  func rootArray() throws {
    // example Entities.md: let list = try Parser.parseEntity(data: "[1, 2, 3]") { schema in
    #expect(numbers == [1, 2, 3])
  }

  @Test("key paths lead through objects and arrays")
  func keyPaths() throws {
    let data = Data(#"{"commits": [{"author": {"login": "ann"}}]}"#.utf8)
    // example KeyPaths.md: let login: String = try decodeObject(from: data, atKeyPath:
    #expect(login == "ann")
  }

  @Test("the table of key paths holds")
  func table() throws {
    let page = try Documentation.text("Sources/SluiceSchema/SluiceSchema.docc/KeyPaths.md")
    var rows = 0
    for match in page.matches(of: /(?m)^\| `(.+?)` \| (.+) \| (\d+|nothing)\b.* \|$/) {
      for json in match.output.2.split(separator: ", `") {
        let json = json.replacing("`", with: "")
        let value = try? decodeObject(from: json, atKeyPath: String(match.output.1)) as Int
        #expect(value == Int(match.output.3), "\(match.output.0)")
        rows += 1
      }
    }
    #expect(rows >= 8)
  }
}

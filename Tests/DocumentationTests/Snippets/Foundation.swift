import Foundation
import Sluice
import SluiceFoundation
import Testing

struct Order { let id: UUID; let placed: Date; let total: Decimal; let page: URL }

@Suite("Snippets: SluiceFoundation")
struct FoundationSnippets {
  @Test("Foundation's types")
  func values() throws {
    let data = Data(
      #"""
      {"id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "placed": "2024-05-01T12:30:00Z",
       "total": 19.99, "page": "https://example.com/orders/1"}
      """#.utf8)
    // example SluiceFoundation.md: var reader = JSONReader()
    #expect(order.id.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(order.placed == Date(timeIntervalSince1970: 1_714_566_600))
    #expect(order.total == Decimal(string: "19.99"))
    #expect(order.page.host() == "example.com")
  }

  @Test("the comment on foundationObject()")
  func foundation() throws {
    let json: JSON = ["id": 7]
    // example JSON+FoundationObject.swift: let fields = try json.foundationObject() as? [String:
    #expect(fields?["id"] as? Int == 7)
  }
}

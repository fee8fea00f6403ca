import Foundation
import SluiceConvert
import SluiceJSONHelperNames
import Testing

@Suite("Snippets: ComingFromJSONHelper.md, SluiceJSONHelperNames.md")
struct ConvertNameSnippets {
  @Test("JSONHelper's example")
  func example() throws {
    // example ComingFromJSONHelper.md: struct User: Deserializable {
    let body = Data(#"{"users": [{"id": "7", "premium": "yes"}, {"name": "Ann"}]}"#.utf8)
    let response = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    // example ComingFromJSONHelper.md: var users: [User]?
    #expect(users?.count == 2 && users?[0].id == 7 && users?[0].isPremium == true)
  }

  @Test("the names")
  func names() async {
    await #expect(processExitsWith: .success) {
      // example SluiceJSONHelperNames.md: var color: Color?
      var date: Date?
      date <-- "1990-05-17"
      #expect(color?.hex == "#b06200" && date != nil)
    }
  }
}

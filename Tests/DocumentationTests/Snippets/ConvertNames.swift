import Foundation
import SluiceConvert
import SluiceJSONHelperNames
import Testing

@Suite("Snippets: ComingFromJSONHelper.md, SluiceJSONHelperNames.md")
struct ConvertNameSnippets {
  @Test("JSONHelper's example")
  func example() throws {
    struct User: Deserializable {
      static let idKey = "id"

      var id: Int?
      var name = "Anonymous"
      var homepage: URL?
      var isPremium = false

      init(dictionary: [String: Any]) {
        id <-- dictionary[User.idKey]
        name <-- dictionary["name"]
        homepage <-- dictionary["homepage"]
        isPremium <-- dictionary["premium"]
      }
    }
    let body = Data(#"{"users": [{"id": "7", "premium": "yes"}, {"name": "Ann"}]}"#.utf8)
    let response = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    var users: [User]?
    users <-- response["users"]
    #expect(users?.count == 2 && users?[0].id == 7 && users?[0].isPremium == true)
  }

  @Test("the names")
  func names() async {
    await #expect(processExitsWith: .success) {
      var color: Color?
      color <-- "#b06200"
      JSONHelper.dateFormatter.dateFormat = "yyyy-MM-dd"
      var date: Date?
      date <-- "1990-05-17"
      #expect(color?.hex == "#b06200" && date != nil)
    }
  }
}

// CoreParser's README: subclasses of `JSONParser` are nonisolated like `JSONParser`, and need no `nonisolated`.
import Foundation
import Sluice
import SluiceSearch

struct Account {
  let id: Int
  let name: String
  let email: String?
}

class AccountParser: JSONParser<Account> {
  override class func modelFields() -> Fields {
    Fields(mandatory: ["id", "name"], optional: ["email"])
  }

  override func parseObject(_ data: JSON) -> Account? {
    printAbsentFields(in: data)
    guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
    return Account(id: id, name: name, email: data["email"]?.string)
  }
}

func load(_ data: Data) throws -> [Account] {
  try AccountParser(logLevel: .logAllFields).parse(data)
}

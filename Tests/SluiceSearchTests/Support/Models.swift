import Sluice
import SluiceSearch

struct Account: Equatable, Sendable {
  let id: Int
  var name: String?
}

/// Written like the parsers of CoreParser's users.
class AccountParser: JSONParser<Account> {
  override class func modelFields() -> Fields {
    Fields(mandatory: ["id", "name"], optional: ["email"])
  }

  override func parseObject(_ data: JSON) -> Account? {
    guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
    return Account(id: id, name: name)
  }
}

/// Declares no fields, so it receives every object.
final class AnyIDParser: JSONParser<Int> {
  override func parseObject(_ data: JSON) -> Int? { data["id"]?.int }
}

/// A search as a value.
let accountSearch = Search(Account.self) { fields in
  let id = fields.mandatory("id", .int)
  let name = fields.mandatory("name", .string)
  _ = fields.optional("email", .string)
  return { Account(id: $0[id], name: $0[name]) }
}

let idSearch = Search(Int.self) { fields in
  let id = fields.mandatory("id", .int)
  return { $0[id] }
}

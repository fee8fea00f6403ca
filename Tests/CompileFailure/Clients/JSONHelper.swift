// What code for JSONHelper has on the right of its operator, with views where it has values of a dictionary.
import Foundation
import Sluice
import SluiceConvert

enum Plan: String { case free, paid }

struct User: JSONDeserializable {
  var id = 0
  var name: String?

  init?(dictionary: JSONMembers) {
    id <-- dictionary["id"]
    name <-- dictionary["name"]
  }
}

struct Account {
  var id = 0
  var name = ""
  var plan = Plan.free
  var born: Date?
  var tags: [String] = []
  var limits: [String: Int]?
  var users: [User]?
  var owner: User?
  var raw: Any = 0
  var kept: [JSONView] = []
}

func value<V>(_ values: [String: V], _ key: String) -> V? { values[key] }

func read(_ document: JSONDocument) throws -> Account {
  let json = document.root
  let fields = Dictionary(uniqueKeysWithValues: try json.fields.map { ($0.key, $0.value) })
  var account = Account()
  account.id <-- fields["id"]
  account.name <-- fields["name"] ?? fields["login"] ?? "nobody"
  account.plan <-- value(fields, "plan")
  account.born <-- (fields["born"], "yyyy-MM-dd")
  account.tags <-- fields["tags"].flatMap { try? $0.elements.map { $0 } }
  account.limits <-- (try? json["limits"])
  account.users <-- [fields["owner"], fields["user"]].compactMap { $0 }
  account.owner <-- (fields["owner"] as Any)
  account.raw <-- fields["extra"]
  account.kept = try [json["id"]] + json["tags"].elements
  return account
}

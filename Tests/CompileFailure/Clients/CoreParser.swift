// What code for CoreParser does with its JSON: a class there, an ordinary value here.
import Sluice
import SluiceSearch

struct User {
  let name: String
  let extra: Any
}

func name(in json: LooseJSON?) -> String? { json?["name"]?.string }
func profile(of user: LooseJSON) -> LooseJSON { user["profile"] ?? user }
func first<Value>(of values: [Value?]) -> Value? { values.compactMap { $0 }.first }

class UserParser: JSONParser<User> {
  var kept: [JSON] = []
  var byName: [String: JSON] = [:]
  var later: (() -> Int?)?

  override func parseObject(_ data: JSON) -> User? {
    guard let user = data["user"] ?? data["data"] else { return nil }
    let id = data["id"].map { $0.int ?? 0 }
    let city = data["address"].flatMap { $0["city"] }
    let one: JSON? = first(of: [city, data["city"], data["town"]])
    print(user as Any, id as Any, one as Any, "\(user)")
    kept.append(contentsOf: [user, profile(of: user)])
    later = { data["id"]?.int }
    guard let name = name(in: user) else { return nil }
    byName[name] = user
    return User(name: name, extra: user)
  }
}

func send(_ json: LooseJSON) async -> Int? { await Task { json["id"]?.int }.value }

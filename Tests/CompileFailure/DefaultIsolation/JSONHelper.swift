// JSONHelper's README: nothing needs `nonisolated`.
import Foundation
import SluiceJSONHelperNames

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

enum Plan: String { case free, paid }

struct Vector2D: Convertible {
  var x = 0.0
  var y = 0.0
  static func convert<T>(fromValue value: T?) throws -> Vector2D? {
    guard let (x, y) = value as? (Double, Double) else { return nil }
    return Vector2D(x: x, y: y)
  }
}

func load(_ data: Data) -> [User] {
  var users: [User] = []
  users <-- data
  var plan = Plan.free
  plan <-- "paid"
  return users
}

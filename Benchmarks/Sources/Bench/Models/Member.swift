import Foundation

/// An entity of thirteen properties.
struct Member: Decodable, Sendable {
  let id: String
  let name: String
  let email: String?
  let age: Int
  let points: Int
  let visits: UInt
  let rating: Float
  let balance: Double
  let isActive: Bool
  let homepage: URL
  let scores: [Int]
  let address: Address
  let note: String?

  enum CodingKeys: String, CodingKey {
    case id = "id"
    case name = "name"
    case email = "email"
    case age = "age"
    case points = "points"
    case visits = "visits"
    case rating = "rating"
    case balance = "balance"
    case isActive = "is_active"
    case homepage = "homepage"
    case scores = "scores"
    case address = "address"
    case note = "note"
  }

  struct Address: Decodable, Sendable {
    let street: String
    let city: String
    let postalCode: String?

    enum CodingKeys: String, CodingKey {
      case street = "street"
      case city = "city"
      case postalCode = "postal_code"
    }
  }
}

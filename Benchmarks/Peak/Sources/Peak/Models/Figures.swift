/// All of canada.json.
struct Figures: Decodable {
  let type: String
  let features: [Feature]

  struct Feature: Decodable {
    let type: String
    let properties: [String: String]
    let geometry: Geometry
  }

  struct Geometry: Decodable {
    let type: String
    let coordinates: [[[Double]]]
  }
}

/// The five fields of a request body as a server's model has them.
struct Order: Decodable {
  let request: String
  let customer: Customer
  let currency: String
  let total: Int64

  enum CodingKeys: String, CodingKey {
    case request = "request_id"
    case customer, currency
    case total = "total_cents"
  }

  struct Customer: Decodable {
    let id: Int64
    let email: String
  }
}

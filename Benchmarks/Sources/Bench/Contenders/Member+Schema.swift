import Foundation
import Sluice
import SluiceSchema

extension Member: SchemaDecodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "id", type: .string)
      schema.addProperty(keyPath: "name", type: .string)
      schema.addProperty(keyPath: "email", type: .string, optional: true)
      schema.addProperty(keyPath: "age", type: .int)
      schema.addProperty(keyPath: "points", type: .int)
      schema.addProperty(keyPath: "visits", type: .uint)
      schema.addProperty(keyPath: "rating", type: .float)
      schema.addProperty(keyPath: "balance", type: .double)
      schema.addProperty(keyPath: "is_active", type: .bool)
      schema.addProperty(keyPath: "homepage", type: .url)
      schema.addProperty(keyPath: "scores", type: .array, decodableType: Int.self)
      schema.addProperty(keyPath: "address", type: .dictionary, decodableType: Address.self)
      schema.addProperty(keyPath: "note", type: .string, optional: true)
    }
    id = entity <-! "id"
    name = entity <-! "name"
    email = entity <-? "email"
    age = entity <-! "age"
    points = entity <-! "points"
    visits = entity <-! "visits"
    rating = entity <-! "rating"
    balance = entity <-! "balance"
    isActive = entity <-! "is_active"
    homepage = entity <-! "homepage"
    scores = entity <--! "scores"
    address = entity <-! "address"
    note = entity <-? "note"
  }
}

extension Member.Address: SchemaDecodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "street", type: .string)
      schema.addProperty(keyPath: "city", type: .string)
      schema.addProperty(keyPath: "postal_code", type: .string, optional: true)
    }
    street = entity <-! "street"
    city = entity <-! "city"
    postalCode = entity <-? "postal_code"
  }
}

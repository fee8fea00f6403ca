import Foundation
// Elevate's README: with main actor isolation by default, a conformance in an extension says `nonisolated`.
import SluiceElevateNames
import SluiceFoundation

struct Address {
  let street: String
}

nonisolated extension Address: Decodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "street", type: .string)
    }
    street = entity <-! "street"
  }
}

struct Person {
  let identifier: String
  let nickname: String?
  let birthDate: Date
  let addresses: [Address]
}

nonisolated extension Person: Decodable {
  init(json: JSONCursor) throws {
    let dateDecoder = DateDecoder(dateFormatString: "yyyy-MM-dd")

    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "identifier", type: .string)
      schema.addProperty(keyPath: "nickname", type: .string, optional: true)
      schema.addProperty(keyPath: "birthDate", type: .string, decoder: dateDecoder)
      schema.addProperty(keyPath: "addresses", type: .array, decodableType: Address.self)
    }

    identifier = entity <-! "identifier"
    nickname = entity <-? "nickname"
    birthDate = entity <-! "birthDate"
    addresses = entity <--! "addresses"
  }
}

extension Person: Encodable {
  var json: JSON {
    let fields: [String: any Encodable] = ["identifier": identifier, "nickname": nickname ?? ""]
    return fields.json
  }
}

class AvatarDecoder: Decoder {
  func decode(_ object: JSONCursor) throws -> Any { try object.string }
}

func load(_ data: Data) throws -> Person {
  try Elevate.decodeObject(from: data, atKeyPath: "response.person")
}
func loadAll(_ data: Data) throws -> [Person] {
  try Elevate.decodeArray(from: data, atKeyPath: "response.people")
}
func avatar(_ data: Data) throws -> String {
  try Elevate.decodeObject(from: data, atKeyPath: "avatar", with: AvatarDecoder())
}

#if BAD
  struct Avatar { let url: URL }

  extension Avatar: Decodable {
    init(json: JSONCursor) throws { url = try json["url"].url }
  }
#endif

// What code for Elevate does with its JSON: an `Any` there, a view here, which an `Any` may hold.
import Foundation
import Sluice
import SluiceElevateNames

func name(in json: JSONView?) -> String? { json.flatMap { try? $0["name"].string } }
func wrapped<Value>(_ value: Value) -> [String: Value] { ["value": value] }

struct Event {
  let name: String?
  let payload: Any
  let parts: [JSONView]
}

extension Event: SchemaViewDecodable {
  init(json: JSONView) throws {
    let user = try json[ifPresent: "user"] ?? json["data"]
    name = Names.name(user)
    payload = wrapped(json)
    parts = try [user, json["parts"]] + json["parts"].elements
  }
}

enum Names {
  static func name(_ json: JSONView) -> String? { json.isNull ? nil : (try? json["name"].string) }
}

struct Person {
  let id: String
  let event: Event
}

extension Person: SchemaViewDecodable {
  init(json: JSONView) throws {
    let any: Any = json
    let entity = try Parser.parseEntity(json: any) { schema in
      schema.addProperty(keyPath: "id", type: .string)
      schema.addProperty(keyPath: "event", type: .dictionary, decodableType: Event.self)
    }
    id = entity <-! "id"
    event = entity <-! "event"
  }
}

class PayloadDecoder: SchemaViewDecoder {
  func decode(_ object: JSONView) throws -> Any { object }
}

func load(_ data: Data) throws -> Person {
  try Elevate.decodeObject(from: data, atKeyPath: "response.person")
}
func load(_ document: JSONDocument) throws -> [Person] {
  try Elevate.decodeArray(from: document, atKeyPath: "people")
}
func payload(_ view: JSONView) throws -> JSONView {
  try Elevate.decodeObject(from: view, atKeyPath: "payload", with: PayloadDecoder())
}

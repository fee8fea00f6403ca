import Foundation
import Sluice
import SluiceFoundation

extension Member {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    id = try fields.required("id") { try $0.string }
    name = try fields.required("name") { try $0.string }
    email = try fields.optional("email") { try $0.string }
    age = try fields.required("age") { try $0.int }
    points = try fields.required("points") { try $0.int }
    visits = try fields.required("visits") { try $0.uint }
    rating = try fields.required("rating") { try $0.float }
    balance = try fields.required("balance") { try $0.double }
    isActive = try fields.required("is_active") { try $0.bool }
    homepage = try fields.required("homepage") { try $0.url }
    scores = try fields.required("scores") { try $0.array { try $0.int } }
    address = try fields.required("address") { try Address(from: $0) }
    note = try fields.optional("note") { try $0.string }
  }
}

extension Member.Address {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    street = try fields.required("street") { try $0.string }
    city = try fields.required("city") { try $0.string }
    postalCode = try fields.optional("postal_code") { try $0.string }
  }
}
